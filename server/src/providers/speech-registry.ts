import type { Clock } from '../core/clock.ts';
import { CARTESIA_BASE_URL, cartesiaOffers } from './cartesia/offers.ts';
import { cartesiaProtocol } from './cartesia/speech-protocol.ts';
import { deepgramOffers } from './deepgram/offers.ts';
import { deepgramTranscriber } from './deepgram/transcriber.ts';
import { ELEVENLABS_BASE_URL, elevenLabsOffers } from './elevenlabs/offers.ts';
import { elevenLabsProtocol } from './elevenlabs/speech-protocol.ts';
import type { Offers } from './interfaces/offers.ts';
import type { CompatibleSpeechConfig, SpeechConfig, SpeechVendorConfig } from './interfaces/speech-config.ts';
import type { StreamingSynthesizer } from './interfaces/streaming-synthesizer.ts';
import type { Transcriber } from './interfaces/transcriber.ts';
import { ConnectedSynthesizer } from './kit/speech/connected-synthesizer.ts';
import type { VendorHttp } from './kit/vendor-http.ts';
import { OPENAI_AUDIO_BASE_URL, openAiSpeechOffers } from './openai/speech-offers.ts';
import { compatibleSpeechOffers } from './openai-compatible/speech/offers.ts';
import { openAiSynthesizer, type SpeechEndpoint } from './openai-compatible/speech/synthesizer.ts';
import { openAiTranscriber } from './openai-compatible/speech/transcriber.ts';

/** A vendor's ears and voices, and what of them is offered. */
export interface SpeechVendor {
  synthesizer?: StreamingSynthesizer;
  transcriber?: Transcriber;
  offers: Offers;
  close?(): Promise<void>;
}

export interface SpeechVendorDeps {
  http: VendorHttp;
  clock: Clock;
}

/** Every vendor of speech that the configuration names, the better ones for conversations first. */
export async function openSpeechVendors(
  config: SpeechConfig,
  deps: SpeechVendorDeps,
): Promise<SpeechVendor[]> {
  const { deepgram, elevenlabs, cartesia } = config;
  return Promise.all([
    ...(deepgram === undefined ? [] : [openDeepgram(deepgram, deps)]),
    ...(elevenlabs === undefined ? [] : [openElevenLabs(elevenlabs, deps)]),
    ...(cartesia === undefined ? [] : [openCartesia(cartesia, deps)]),
    ...openAi(config, deps),
    ...compatible(config, deps),
  ]);
}

function openDeepgram(
  { apiKey, baseUrl, model }: SpeechVendorConfig,
  { clock }: SpeechVendorDeps,
): SpeechVendor {
  const socketUrl = socketRoot(baseUrl ?? 'https://api.deepgram.com/v1');
  const request = { socketUrl, model: model ?? 'nova-3' };
  return { transcriber: deepgramTranscriber({ apiKey, clock, ...request }), offers: deepgramOffers };
}

async function openElevenLabs(config: SpeechVendorConfig, deps: SpeechVendorDeps): Promise<SpeechVendor> {
  const { apiKey, baseUrl, model = 'eleven_flash_v2_5' } = config;
  const protocol = elevenLabsProtocol({
    apiKey,
    model,
    socketUrl: socketRoot(baseUrl ?? ELEVENLABS_BASE_URL),
  });
  const synthesizer = new ConnectedSynthesizer('elevenlabs', protocol, deps.clock);
  return { synthesizer, offers: await elevenLabsOffers(config, deps), close: () => synthesizer.close() };
}

async function openCartesia(config: SpeechVendorConfig, deps: SpeechVendorDeps): Promise<SpeechVendor> {
  const { apiKey, baseUrl, model = 'sonic-3' } = config;
  const protocol = cartesiaProtocol({ apiKey, model, socketUrl: socketRoot(baseUrl ?? CARTESIA_BASE_URL) });
  const synthesizer = new ConnectedSynthesizer('cartesia', protocol, deps.clock);
  return { synthesizer, offers: await cartesiaOffers(config, deps), close: () => synthesizer.close() };
}

function openAi({ openai }: SpeechConfig, { http, clock }: SpeechVendorDeps): SpeechVendor[] {
  if (openai === undefined) return [];
  const { apiKey, baseUrl = OPENAI_AUDIO_BASE_URL, speechModel, transcriptionModel } = openai;
  const endpoint = (model: string): SpeechEndpoint => ({
    ...{ code: 'openai', vendor: 'OpenAI', baseUrl, apiKey, model, http, clock },
  });
  return [
    {
      ...(speechModel === null ? {} : { synthesizer: openAiSynthesizer(endpoint(speechModel)) }),
      ...(transcriptionModel === null
        ? {}
        : { transcriber: openAiTranscriber(endpoint(transcriptionModel)) }),
      offers: openAiSpeechOffers(openai),
    },
  ];
}

function compatible(
  { synthesizer, transcriber }: SpeechConfig,
  { http, clock }: SpeechVendorDeps,
): SpeechVendor[] {
  const endpoint = ({ name, baseUrl, apiKey, model }: CompatibleSpeechConfig): SpeechEndpoint => ({
    ...{ code: name, vendor: `The speech endpoint ${name}`, baseUrl, apiKey, model, http, clock },
  });
  return [
    ...(synthesizer === undefined
      ? []
      : [
          {
            synthesizer: openAiSynthesizer(endpoint(synthesizer)),
            offers: compatibleSpeechOffers(synthesizer, 'synthesizer'),
          },
        ]),
    ...(transcriber === undefined
      ? []
      : [
          {
            transcriber: openAiTranscriber(endpoint(transcriber)),
            offers: compatibleSpeechOffers(transcriber, 'transcriber'),
          },
        ]),
  ];
}

function socketRoot(baseUrl: string): string {
  return baseUrl.replace(/^http/, 'ws');
}
