import { type Config, ConfigError, type Secrets } from '../config/config.ts';
import type { EmbedderConfig } from '../config/providers.ts';
import type { Clock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import type { Log } from '../core/log.ts';
import { createCloudVendor } from '../providers/cloud-messaging/vendor.ts';
import { detectEspeak } from '../providers/espeak/detect-espeak.ts';
import type { CallCarrier } from '../providers/interfaces/call-carrier.ts';
import type { Embedder } from '../providers/interfaces/embedder.ts';
import type { LanguageModel } from '../providers/interfaces/language-model.ts';
import type { CarrierHttp, MessagingVendor } from '../providers/interfaces/messaging-carrier.ts';
import { missingTts } from '../providers/interfaces/missing-tts.ts';
import type { OfferedModel } from '../providers/interfaces/offered-model.ts';
import type { Offers } from '../providers/interfaces/offers.ts';
import type { RealtimeModel } from '../providers/interfaces/realtime-model.ts';
import type { SandboxReports } from '../providers/interfaces/sandbox-reports.ts';
import type { SttProvider } from '../providers/interfaces/stt-provider.ts';
import type { TelephonyNumbers } from '../providers/interfaces/telephony-numbers.ts';
import type { TtsProvider } from '../providers/interfaces/tts-provider.ts';
import { openModelConnections } from '../providers/kit/model-fetch.ts';
import { createPostJson } from '../providers/kit/post-json.ts';
import { openVendorHttp } from '../providers/kit/vendor-http.ts';
import { OfflineEmbedder } from '../providers/offline/embedder.ts';
import { FliteTts } from '../providers/offline/flite-tts.ts';
import { offlineLanguageModel } from '../providers/offline/language-model.ts';
import { OFFLINE_OFFERS } from '../providers/offline/offers.ts';
import { offlineRealtimeModel } from '../providers/offline/realtime/offline-realtime.ts';
import { typedTextStt } from '../providers/offline/typed-text-stt.ts';
import { OpenAiCompatibleEmbedder } from '../providers/openai-compatible/embedder.ts';
import { detectPocketsphinx } from '../providers/pocketsphinx/detect-pocketsphinx.ts';
import { openRealtimeVendors, withRealtimeFallbacks } from '../providers/realtime-registry.ts';
import { offeredLanguageModels } from '../providers/registry.ts';
import { createSandboxMessaging } from '../providers/sandbox/sandbox-messaging.ts';
import { createSandboxNumbers } from '../providers/sandbox/sandbox-numbers.ts';
import {
  type MissingTts,
  type OpenSpeechVendor,
  type SpeechFallbackDeps,
  type SttFallbackChoice,
  speechVendorOpenings,
  withSttFallbacks,
  withTtsFallbacks,
} from '../providers/speech-registry.ts';
import type { TwilioOptions } from '../providers/twilio/api.ts';
import { createTwilioCallCarrier } from '../providers/twilio/call-carrier.ts';
import { createTwilioNumbers, type TwilioNumbersOptions } from '../providers/twilio/twilio-numbers.ts';
import { createTwilioVendor } from '../providers/twilio/vendor.ts';

/** Builds the embedder of a configuration; once for equal ones, because the built-in one is a process. */
export function openEmbedderBuilder(disposer: Disposer): (config: EmbedderConfig) => Embedder {
  const built = new Map<string, Embedder>();
  return (config) => {
    const settings = JSON.stringify(config);
    const embedder = built.get(settings) ?? composeEmbedder(config, disposer);
    built.set(settings, embedder);
    return embedder;
  };
}

export function composeEmbedder(config: EmbedderConfig, disposer: Disposer): Embedder {
  if (config.kind === 'offline') {
    return disposer.own('embedder', new OfflineEmbedder(), (owned) => owned.close());
  }
  const { baseUrl, apiKey, model: modelName, dimensions } = config;
  const { post } = disposer.own('embedding connections', createPostJson(), (owned) => owned.close());
  const key = apiKey === null ? {} : { apiKey };
  return new OpenAiCompatibleEmbedder({ baseUrl, modelName, dimensions, post, ...key });
}

/** Builds the configured language models. The disposer closes their connections. */
export function openModelBuilder(disposer: Disposer): (secrets: Secrets) => Promise<OfferedModel[]> {
  const connections = disposer.own('model connections', openModelConnections(), (owned) =>
    owned[Symbol.asyncDispose](),
  );
  return ({ providers }) => offeredLanguageModels(providers, connections.fetch);
}

/** Speech providers and realtime models, and the models and voices that they offer. */
export interface Speech {
  /** STT providers by the code of their offers. */
  sttProviders: ReadonlyMap<string, SttProvider>;
  /** TTS providers by the code of their offers, which is the vendor part of voice codes. */
  ttsProviders: ReadonlyMap<string, TtsProvider>;
  /** A placeholder for a TTS provider that assistants use, but that is not configured. */
  missingTts: MissingTts;
  /** Realtime models by `vendor/model`. */
  realtimeModels: ReadonlyMap<string, RealtimeModel>;
  offers: readonly Offers[];
}

export interface SpeechDeps {
  clock: Clock;
  log: Log;
  /** Called for a configured fallback that is not connected; thrown without it. */
  onUnknownFallback?(error: ConfigError): void;
}

/**
 * Opens the speech providers and realtime models of this installation. Throws a `ConfigError` for an unknown fallback.
 */
export async function composeSpeech(secrets: Secrets, deps: SpeechDeps, disposer: Disposer): Promise<Speech> {
  return (await openSpeechBuilder(secrets, deps, disposer))(secrets);
}

/** Builds speech from secrets, again whenever they change. */
export type SpeechBuilder = (secrets: Secrets) => Promise<Speech>;

/**
 * Opens the offline speech providers. The builder opens vendors whose settings have changed, and keeps the others.
 * Replaced ones stay open for calls under way until the process stops.
 */
export async function openSpeechBuilder(
  { speech: { pocketsphinxPhrases } }: Pick<Secrets, 'speech'>,
  { clock, ...deps }: SpeechDeps,
  disposer: Disposer,
): Promise<SpeechBuilder> {
  const http = disposer.own('speech requests', openVendorHttp(), (owned) => owned.close());
  const own = (vendor: OpenSpeechVendor): OpenSpeechVendor => {
    const { offers, close } = vendor;
    if (close !== undefined)
      disposer.own(`speech of ${offers.speechProviders[0]?.code}`, close, (end) => end());
    return vendor;
  };
  const offline = (await openOfflineSpeech(pocketsphinxPhrases, clock)).map(own);
  let opened = new Map<string, OpenSpeechVendor>();
  return async (secrets) => {
    const now = await Promise.all(
      speechVendorOpenings(secrets.speech, { http, clock }).map(
        async ({ settings, open }) => [settings, opened.get(settings) ?? own(await open())] as const,
      ),
    );
    opened = new Map(now);
    return buildSpeech(secrets, [...opened.values(), ...offline], { clock, ...deps });
  };
}

function buildSpeech(
  { speech: config, providers }: Secrets,
  vendors: readonly OpenSpeechVendor[],
  { clock, log, onUnknownFallback }: SpeechDeps,
): Speech {
  const live = openRealtimeVendors(providers, clock);
  const offers = [...vendors.map((vendor) => vendor.offers), ...live.offers];
  const deps = { clock, log, voices: offers.flatMap(({ voices }) => voices) };
  const speaking = vendors.flatMap(({ tts }) => (tts === undefined ? [] : [tts]));
  const hearing = vendors.flatMap(({ stt }) => (stt === undefined ? [] : [stt]));
  const ttsProviders = new Map(speaking.map((one) => [one.code, one]));
  const sttProviders = new Map(hearing.map((one) => [one.code, one]));
  const flite = ttsProviders.get('flite');
  // PocketSphinx is only accurate enough with a list of expected phrases.
  const phrases = config.pocketsphinxPhrases.length === 0 ? null : sttProviders.get('pocketsphinx');
  const offline = flite === undefined ? [] : [offlineRealtime(flite, phrases ?? null)];
  const secondary = fallbackFinder(onUnknownFallback);
  const speakers = ttsWithFallbacks(ttsProviders, { code: config.fallbackTts, secondary }, deps);
  const fallback = { code: config.fallbackRealtimeModel, secondary };
  const realtime = realtimeModels({ live: live.models, offline }, fallback, clock);
  return {
    sttProviders: withSttFallbacks(
      sttProviders,
      chooseFallbackStt(sttProviders, { code: config.fallbackStt, secondary }, phrases ?? null),
      deps,
    ),
    ttsProviders: new Map([
      ...speakers.ttsProviders,
      // Samples of the built-in realtime model's voice.
      ...(flite === undefined ? [] : [['offline-realtime', flite] as const]),
    ]),
    missingTts: speakers.missing,
    realtimeModels: new Map(realtime.map((model) => [model.id, model])),
    offers,
  };
}

function ttsWithFallbacks(
  ttsProviders: ReadonlyMap<string, TtsProvider>,
  { code, secondary }: Fallback,
  deps: SpeechFallbackDeps,
): { ttsProviders: ReadonlyMap<string, TtsProvider>; missing: MissingTts } {
  if (code === 'off') return { ttsProviders, missing: missingTts };
  const chosen = secondary(ttsProviders, 'PARLEY_FALLBACK_SYNTHESIZER', code);
  return withTtsFallbacks(ttsProviders, chosen, deps);
}

/** The configured fallback; without one, PocketSphinx if it knows the expected phrases, which are English. */
function chooseFallbackStt(
  sttProviders: ReadonlyMap<string, SttProvider>,
  { code, secondary }: Fallback,
  pocketsphinx: SttProvider | null,
): SttFallbackChoice | null {
  if (code === 'off') return null;
  const chosen = secondary(sttProviders, 'PARLEY_FALLBACK_TRANSCRIBER', code);
  if (chosen !== null) return { stt: chosen, languages: null };
  return pocketsphinx === null ? null : { stt: pocketsphinx, languages: ['en'] };
}

/** The built-in realtime model. @param stt null if it takes only typed text */
function offlineRealtime(tts: TtsProvider, stt: SttProvider | null): RealtimeModel {
  return offlineRealtimeModel({ languageModel: offlineLanguageModel, tts, stt });
}

/** The built-in model recognizes almost no speech, so it is a fallback only if it was chosen as one. */
function realtimeModels(
  { live, offline }: { live: readonly RealtimeModel[]; offline: readonly RealtimeModel[] },
  { code, secondary }: Fallback,
  clock: Clock,
): RealtimeModel[] {
  const all = [...live, ...offline];
  if (code === 'off') return all;
  const byId = new Map(all.map((model) => [model.id, model]));
  const chosen = secondary(byId, 'PARLEY_FALLBACK_REALTIME_MODEL', code);
  return [...withRealtimeFallbacks(live, chosen, clock), ...offline];
}

/** Finds the provider with this code. @param variable that names it */
type FallbackFinder = <Provider>(
  providers: ReadonlyMap<string, Provider>,
  variable: string,
  code: string | null,
) => Provider | null;

interface Fallback {
  /** `off` for no fallback, null for the default. */
  code: string | null;
  secondary: FallbackFinder;
}

/** @param onUnknown called for a fallback that is not connected; it is thrown without one */
export function fallbackFinder(onUnknown: ((error: ConfigError) => void) | undefined): FallbackFinder {
  return (providers, variable, code) => {
    if (code === null) return null;
    const provider = providers.get(code);
    if (provider !== undefined) return provider;
    const error = new ConfigError([`${variable} must be one of ${[...providers.keys()].join(', ')}.`]);
    if (onUnknown === undefined) throw error;
    onUnknown(error);
    return null;
  };
}

/** Offers of all providers, with callable language models in place of the providers' lists. */
export function allOffers(models: readonly OfferedModel[], speech: readonly Offers[]): Offers {
  const callable = models.map(({ code, name }) => ({ kind: 'llm' as const, code, name }));
  return {
    models: [
      ...callable,
      ...speech.flatMap((offers) => offers.models).filter((model) => model.kind !== 'llm'),
    ],
    speechProviders: speech.flatMap((offers) => offers.speechProviders),
    voices: speech.flatMap((offers) => offers.voices),
  };
}

/** Opens only the configured language models, to check that they answer. */
export async function openLanguageModels(
  secrets: Pick<Secrets, 'providers'>,
): Promise<{ models: LanguageModel[]; close(): Promise<void> }> {
  const connections = openModelConnections();
  const offered = await offeredLanguageModels(secrets.providers, connections.fetch);
  return {
    models: offered.map(({ model }) => model),
    close: async () => {
      await connections[Symbol.asyncDispose]();
    },
  };
}

/** @param taken returns the given numbers that an account already has */
export function composeSandboxNumbers(
  taken: (numbers: readonly string[]) => Promise<ReadonlySet<string>>,
): TelephonyNumbers {
  return createSandboxNumbers({ taken });
}

export interface MessagingVendorDeps {
  http: CarrierHttp;
  /** Stores delivery reports that the sandbox will send later. */
  schedule(reports: SandboxReports): Promise<void>;
  apiUrls: Config['messagingApiUrls'];
}

/** Messaging vendors of all kinds. */
export function composeMessagingVendors({ http, schedule, apiUrls }: MessagingVendorDeps): MessagingVendor[] {
  return [
    createSandboxMessaging({ schedule }),
    createTwilioVendor({ http, apiUrl: apiUrls.twilio }),
    createCloudVendor({ http, apiUrl: apiUrls.cloud }),
  ];
}

/** Numbers of the installation's own Twilio account; null if it is not configured. */
export function composeTwilioNumbers(
  { twilio }: Pick<Secrets, 'twilio'>,
  options: Omit<TwilioNumbersOptions, 'credentials'>,
): TelephonyNumbers | null {
  if (twilio === null) return null;
  const credentials = { account_sid: twilio.accountSid, auth_token: twilio.authToken };
  return createTwilioNumbers({ ...options, credentials });
}

/** Calls over the installation's own Twilio account; null if it is not configured. */
export function composeTwilioCalls(
  { twilio }: Pick<Secrets, 'twilio'>,
  options: TwilioOptions,
): CallCarrier | null {
  if (twilio === null) return null;
  const account = { account_sid: twilio.accountSid, auth_token: twilio.authToken };
  return createTwilioCallCarrier(options, account);
}

/** Speech providers on this machine that need no key; the default one first. */
async function openOfflineSpeech(phrases: readonly string[], clock: Clock): Promise<OpenSpeechVendor[]> {
  const flite = new FliteTts({ clock });
  const [espeak, pocketsphinx] = await Promise.all([detectEspeak(clock), detectPocketsphinx(phrases, clock)]);
  const builtIn: OpenSpeechVendor = {
    tts: flite,
    stt: typedTextStt,
    offers: OFFLINE_OFFERS,
    close: () => flite.close(),
  };
  const program: OpenSpeechVendor[] =
    espeak === undefined ? [] : [{ ...espeak, close: () => espeak.tts.close() }];
  if (pocketsphinx === undefined) return [builtIn, ...program];
  // Without phrases, pocketsphinx misunderstands most phone speech, so it is never the default.
  return pocketsphinx.hasGrammar ? [pocketsphinx, builtIn, ...program] : [builtIn, ...program, pocketsphinx];
}
