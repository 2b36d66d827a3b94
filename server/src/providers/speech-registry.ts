import type { Clock } from '../core/clock.ts';
import type { Offers } from './interfaces/offers.ts';
import type { CompatibleSpeechConfig, SpeechConfig, SpeechVendorConfig } from './interfaces/speech-config.ts';
import type { SttProvider } from './interfaces/stt-provider.ts';
import type { TtsProvider } from './interfaces/tts-provider.ts';
import { fetchVoices } from './kit/speech/fetch-voices.ts';
import type { SpeechVendor } from './kit/speech/speech-vendor.ts';
import { voiceOffers } from './kit/speech/voice-offers.ts';
import { WebSocketTts } from './kit/speech/websocket-tts.ts';
import type { VendorHttp } from './kit/vendor-http.ts';
import { OPENAI_AUDIO_BASE_URL, openAiSpeechOffers } from './openai/speech-offers.ts';
import { compatibleSpeechOffers } from './openai-compatible/speech/offers.ts';
import { openAiStt } from './openai-compatible/speech/openai-stt.ts';
import { openAiTts, type SpeechEndpoint } from './openai-compatible/speech/openai-tts.ts';
import { SPEECH_VENDORS } from './speech-vendors.ts';

/** A vendor's speech providers and their catalog entries. */
export interface OpenSpeechVendor {
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
): Promise<OpenSpeechVendor[]> {
  return Promise.all([
    ...SPEECH_VENDORS.flatMap((vendor) => {
      const found = config.vendors.get(vendor.code);
      return found === undefined ? [] : [openVendor(vendor, found, deps)];
    }),
    ...openAi(config, deps),
    ...compatible(config, deps),
  ]);
}

async function openVendor(
  vendor: SpeechVendor,
  { apiKey, baseUrl, model, voices: chosen }: SpeechVendorConfig,
  { http, clock }: SpeechVendorDeps,
): Promise<OpenSpeechVendor> {
  const { kind, code, name, languages } = vendor;
  const access = { apiKey, model, socketUrl: baseUrl.replace(/^http/, 'ws') };
  const speechProviders = [{ kind, code, name, languages: [...languages] }];
  if (vendor.kind === 'transcriber') {
    return { stt: await vendor.open(access, clock), offers: { models: [], speechProviders, voices: [] } };
  }
  const protocol = await vendor.protocol(access);
  const { path, read, defaults } = vendor.voices;
  const request = { vendor: name, http, clock, headers: protocol.headers, url: `${baseUrl}${path}` };
  const answer = chosen.length > 0 ? null : await fetchVoices(request);
  const voices = answer === null ? chosen : read(answer);
  const tts = new WebSocketTts(code, protocol, clock);
  return {
    tts,
    offers: {
      models: [],
      speechProviders,
      voices: voiceOffers(code, voices.length === 0 ? defaults : voices),
    },
    close: () => tts.close(),
  };
}

function openAi({ openai }: SpeechConfig, { http, clock }: SpeechVendorDeps): OpenSpeechVendor[] {
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

function compatible({ tts, stt }: SpeechConfig, { http, clock }: SpeechVendorDeps): OpenSpeechVendor[] {
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
