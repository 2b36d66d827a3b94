import type { Clock } from '../core/clock.ts';
import { CARTESIA_BASE_URL, cartesiaOffers } from './cartesia/offers.ts';
import { cartesiaProtocol } from './cartesia/speech-protocol.ts';
import { deepgramStt } from './deepgram/deepgram-stt.ts';
import { deepgramOffers } from './deepgram/offers.ts';
import { ELEVENLABS_BASE_URL, elevenLabsOffers } from './elevenlabs/offers.ts';
import { elevenLabsProtocol } from './elevenlabs/speech-protocol.ts';
import type { Offers } from './interfaces/offers.ts';
import type { CompatibleSpeechConfig, SpeechConfig, SpeechVendorConfig } from './interfaces/speech-config.ts';
import type { SttProvider } from './interfaces/stt-provider.ts';
import type { TtsProvider } from './interfaces/tts-provider.ts';
import { WebSocketTts } from './kit/speech/websocket-tts.ts';
import type { VendorHttp } from './kit/vendor-http.ts';
import { OPENAI_AUDIO_BASE_URL, openAiSpeechOffers } from './openai/speech-offers.ts';
import { compatibleSpeechOffers } from './openai-compatible/speech/offers.ts';
import { openAiStt } from './openai-compatible/speech/openai-stt.ts';
import { openAiTts, type SpeechEndpoint } from './openai-compatible/speech/openai-tts.ts';

/** A vendor's speech providers and their catalog entries. */
export interface SpeechVendor {
  tts?: TtsProvider;
  stt?: SttProvider;
  offers: Offers;
  close?(): Promise<void>;
}

export interface SpeechVendorDeps {
  http: VendorHttp;
  clock: Clock;
}

/** Opens all configured speech vendors, best for conversations first. */
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
  return { stt: deepgramStt({ apiKey, clock, ...request }), offers: deepgramOffers };
}

async function openElevenLabs(config: SpeechVendorConfig, deps: SpeechVendorDeps): Promise<SpeechVendor> {
  const { apiKey, baseUrl, model = 'eleven_flash_v2_5' } = config;
  const protocol = elevenLabsProtocol({
    apiKey,
    model,
    socketUrl: socketRoot(baseUrl ?? ELEVENLABS_BASE_URL),
  });
  const tts = new WebSocketTts('elevenlabs', protocol, deps.clock);
  return { tts, offers: await elevenLabsOffers(config, deps), close: () => tts.close() };
}

async function openCartesia(config: SpeechVendorConfig, deps: SpeechVendorDeps): Promise<SpeechVendor> {
  const { apiKey, baseUrl, model = 'sonic-3' } = config;
  const protocol = cartesiaProtocol({ apiKey, model, socketUrl: socketRoot(baseUrl ?? CARTESIA_BASE_URL) });
  const tts = new WebSocketTts('cartesia', protocol, deps.clock);
  return { tts, offers: await cartesiaOffers(config, deps), close: () => tts.close() };
}

function openAi({ openai }: SpeechConfig, { http, clock }: SpeechVendorDeps): SpeechVendor[] {
  if (openai === undefined) return [];
  const { apiKey, baseUrl = OPENAI_AUDIO_BASE_URL, speechModel, transcriptionModel } = openai;
  const endpoint = (model: string): SpeechEndpoint => ({
    code: 'openai',
    vendor: 'OpenAI',
    baseUrl,
    apiKey,
    model,
    http,
    clock,
  });
  return [
    {
      ...(speechModel === null ? {} : { tts: openAiTts(endpoint(speechModel)) }),
      ...(transcriptionModel === null ? {} : { stt: openAiStt(endpoint(transcriptionModel)) }),
      offers: openAiSpeechOffers(openai),
    },
  ];
}

function compatible({ tts, stt }: SpeechConfig, { http, clock }: SpeechVendorDeps): SpeechVendor[] {
  const endpoint = ({ name, baseUrl, apiKey, model }: CompatibleSpeechConfig): SpeechEndpoint => ({
    code: name,
    vendor: `The speech endpoint ${name}`,
    baseUrl,
    apiKey,
    model,
    http,
    clock,
  });
  return [
    ...(tts === undefined
      ? []
      : [
          {
            tts: openAiTts(endpoint(tts)),
            offers: compatibleSpeechOffers(tts, 'synthesizer'),
          },
        ]),
    ...(stt === undefined
      ? []
      : [
          {
            stt: openAiStt(endpoint(stt)),
            offers: compatibleSpeechOffers(stt, 'transcriber'),
          },
        ]),
  ];
}

function socketRoot(baseUrl: string): string {
  return baseUrl.replace(/^http/, 'ws');
}
