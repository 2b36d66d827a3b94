import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { missingTts } from './interfaces/missing-tts.ts';
import type { Offers, VoiceOffer } from './interfaces/offers.ts';
import { ProviderError } from './interfaces/provider-error.ts';
import type { CompatibleSpeechConfig, SpeechConfig, SpeechVendorConfig } from './interfaces/speech-config.ts';
import type { SttProvider } from './interfaces/stt-provider.ts';
import type { TtsProvider } from './interfaces/tts-provider.ts';
import { parseJsonObject } from './kit/json-parts.ts';
import type { SpeechVendor } from './kit/speech/speech-vendor.ts';
import { withSttFallback } from './kit/speech/stt-fallback.ts';
import { type FallbackVoice, withTtsFallback } from './kit/speech/tts-fallback.ts';
import { voiceOffers } from './kit/speech/voice-offers.ts';
import { WebSocketTts } from './kit/speech/websocket-tts.ts';
import { readText, type VendorHttp } from './kit/vendor-http.ts';
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

/** A configured speech vendor that is not open yet. */
export interface SpeechVendorOpening {
  /** Equal for equal settings. Contains the key: never log it. */
  settings: string;
  open(): OpenSpeechVendor | Promise<OpenSpeechVendor>;
}

/** All configured speech vendors, best for conversations first. */
export function speechVendorOpenings(config: SpeechConfig, deps: SpeechVendorDeps): SpeechVendorOpening[] {
  return [
    ...SPEECH_VENDORS.flatMap((vendor) => {
      const found = config.vendors.get(vendor.code);
      return found === undefined ? [] : [opening(vendor.code, found, () => openVendor(vendor, found, deps))];
    }),
    ...openAi(config, deps).map((one) => opening('openai', config.openai, () => one)),
    ...compatible(config, deps).map((one) =>
      opening('openai-compatible', one.tts === undefined ? config.stt : config.tts, () => one),
    ),
  ];
}

function opening(kind: string, settings: unknown, open: SpeechVendorOpening['open']): SpeechVendorOpening {
  return { settings: JSON.stringify([kind, settings]), open };
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

/** A placeholder for the TTS provider with this code, which is not configured. */
export type MissingTts = (code: string) => TtsProvider;

export interface SpeechFallbackDeps {
  clock: Clock;
  log: Log;
  voices: readonly VoiceOffer[];
}

/** The STT provider that replaces a failing one. */
export interface SttFallbackChoice {
  stt: SttProvider;
  /** ISO 639-1; null for all. */
  languages: readonly string[] | null;
}

/**
 * Flite only knows English and reads other languages by English rules; eSpeak supports them, but sounds less natural.
 */
const BUILT_IN = { english: ['flite', 'espeak'], other: ['espeak', 'flite'] };

/**
 * Adds fallbacks to every TTS provider: the configured one, then a built-in voice of the language.
 * @param chosen null for a built-in voice only
 * @returns `missing`: a TTS provider that is not configured, which its fallbacks replace
 */
export function withTtsFallbacks(
  ttsProviders: ReadonlyMap<string, TtsProvider>,
  chosen: TtsProvider | null,
  { clock, log, voices }: SpeechFallbackDeps,
): { ttsProviders: Map<string, TtsProvider>; missing: MissingTts } {
  const named = chosen === null ? null : backed(chosen, null);
  return {
    ttsProviders: new Map(
      [...ttsProviders].map(([code, one]) => [code, backed(one, one === chosen ? null : named)]),
    ),
    missing: (code) => backed(missingTts(code), named),
  };

  function backed(primary: TtsProvider, first: TtsProvider | null): TtsProvider {
    return withTtsFallback({
      primary,
      clock,
      fallbackVoiceFor: (language) => {
        const codes = language === 'en' ? BUILT_IN.english : BUILT_IN.other;
        const builtIn = codes.flatMap((code) => ttsProviders.get(code) ?? []);
        const all = [...(first === null ? [] : [first]), ...builtIn];
        return firstThatSpeaks(
          language,
          all.filter(({ code }) => code !== primary.code),
          voices,
        );
      },
      onReplaced: (error, by) => logReplacement(log, { provider: primary.code, by }, error),
    });
  }
}

/**
 * Adds a fallback to every STT provider: the configured one, else the built-in one for its languages.
 * @param secondary null for no fallback
 */
export function withSttFallbacks(
  sttProviders: ReadonlyMap<string, SttProvider>,
  secondary: SttFallbackChoice | null,
  { clock, log }: Pick<SpeechFallbackDeps, 'clock' | 'log'>,
): ReadonlyMap<string, SttProvider> {
  if (secondary === null) return sttProviders;
  const { stt, languages } = secondary;
  return new Map(
    [...sttProviders].map(([code, primary]) => {
      if (primary === stt) return [code, primary];
      const fallback = withSttFallback({
        primary,
        clock,
        secondaryFor: ([main = 'en']) => (languages === null || languages.includes(main) ? stt : null),
        onReplaced: (error, by) => logReplacement(log, { provider: code, by }, error),
      });
      return [code, fallback];
    }),
  );
}

function firstThatSpeaks(
  language: string,
  ttsProviders: readonly TtsProvider[],
  voices: readonly VoiceOffer[],
): FallbackVoice | null {
  for (const tts of ttsProviders) {
    const voice = voiceOf(tts.code, language, voices);
    if (voice !== null) return { tts, voice };
  }
  return null;
}

/** The first voice of the language, else a multilingual one; its code without the vendor. */
function voiceOf(provider: string, language: string, voices: readonly VoiceOffer[]): string | null {
  const own = voices.filter((voice) => voice.synthesizer === provider);
  const found =
    own.find((voice) => voice.language === language) ?? own.find((voice) => voice.language === null);
  return found === undefined ? null : found.code.slice(provider.length + 1);
}

function logReplacement(log: Log, who: { provider: string; by: string }, error: ProviderError): void {
  log.warn({ ...who, code: error.code, error }, 'A speech provider failed and was replaced.');
}

/** The server's start must not wait longer for a vendor. */
const TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 8 * 2 ** 20;

interface VoicesRequest {
  vendor: string;
  url: string;
  headers: Record<string, string>;
  http: VendorHttp;
  clock: Clock;
}

/** A vendor's list of voices; null without a response within three seconds. */
async function fetchVoices(request: VoicesRequest): Promise<Record<string, unknown> | null> {
  const { vendor, url, headers, http, clock } = request;
  const [late, done] = [new AbortController(), new AbortController()];
  clock.sleep(TIMEOUT_MS, done.signal).then(
    () => late.abort(new ProviderError('timeout', `${vendor} did not answer in time.`)),
    () => undefined,
  );
  try {
    const answer = await http.send({ vendor, method: 'GET', url, headers, signal: late.signal });
    return parseJsonObject(await readText(answer, MAX_ANSWER_BYTES));
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  } finally {
    done.abort();
  }
}
