import type { Config, Secrets } from '../config/config.ts';
import type { EmbedderConfig } from '../config/providers.ts';
import type { Clock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import { createCloudVendor } from '../providers/cloud-messaging/vendor.ts';
import { detectEspeak } from '../providers/espeak/detect-espeak.ts';
import { openModelConnections } from '../providers/kit/model-fetch.ts';
import { createPostJson } from '../providers/kit/post-json.ts';
import { OfflineEmbedder } from '../providers/offline/embedder.ts';
import { FliteSynthesizer } from '../providers/offline/flite-synthesizer.ts';
import { OFFLINE_OFFERS } from '../providers/offline/offers.ts';
import { OpenAiCompatibleEmbedder } from '../providers/openai-compatible/embedder.ts';
import { offeredLanguageModels } from '../providers/registry.ts';
import { createSandboxMessaging } from '../providers/sandbox/sandbox-messaging.ts';
import { createSandboxNumbers } from '../providers/sandbox/sandbox-numbers.ts';
import type { CallCarrier } from '../providers/spec/call-carrier.ts';
import type { Embedder } from '../providers/spec/embedder.ts';
import type { LanguageModel } from '../providers/spec/language-model.ts';
import type { CarrierHttp, MessagingVendor } from '../providers/spec/messaging-carrier.ts';
import type { OfferedModel } from '../providers/spec/offered-model.ts';
import type { Offers } from '../providers/spec/offers.ts';
import type { RealtimeModel } from '../providers/spec/realtime-model.ts';
import type { SandboxReports } from '../providers/spec/sandbox-reports.ts';
import type { StreamingSynthesizer } from '../providers/spec/streaming-synthesizer.ts';
import type { TelephonyNumbers } from '../providers/spec/telephony-numbers.ts';
import type { Transcriber } from '../providers/spec/transcriber.ts';
import type { TwilioOptions } from '../providers/twilio/api.ts';
import {
  createTwilioNumbers,
  type TwilioNumbersOptions,
} from '../providers/twilio/numbers/twilio-numbers.ts';
import { createTwilioVendor } from '../providers/twilio/vendor.ts';
import { createTwilioCallCarrier } from '../providers/twilio/voice/call-carrier.ts';

export function composeEmbedder(config: EmbedderConfig, disposer: Disposer): Embedder {
  if (config.kind === 'offline') {
    return disposer.own('embedder', new OfflineEmbedder(), (owned) => owned.close());
  }
  const { baseUrl, apiKey, model: modelName, dimensions } = config;
  const { post } = disposer.own('embedding connections', createPostJson(), (owned) => owned.close());
  const key = apiKey === null ? {} : { apiKey };
  return new OpenAiCompatibleEmbedder({ baseUrl, modelName, dimensions, post, ...key });
}

/** The models that the configuration names, over connections that the disposer closes. */
export function composeLanguageModels(secrets: Secrets, disposer: Disposer): OfferedModel[] {
  const connections = disposer.own('model connections', openModelConnections(), (owned) =>
    owned[Symbol.asyncDispose](),
  );
  return offeredLanguageModels(secrets.providers, connections.fetch);
}

/** What hears and speaks, and what of it is offered. */
export interface Speech {
  /** By the code of their offers. */
  transcribers: ReadonlyMap<string, Transcriber>;
  /** By the code of their offers, which is the vendor part of voice codes. */
  synthesizers: ReadonlyMap<string, StreamingSynthesizer>;
  /** By `vendor/model`. */
  realtimeModels: ReadonlyMap<string, RealtimeModel>;
  offers: readonly Offers[];
}

/** Everything that hears or speaks in this installation. */
export async function composeSpeech(clock: Clock, disposer: Disposer): Promise<Speech> {
  const flite = disposer.own('flite', new FliteSynthesizer({ clock }), (owned) => owned.close());
  const synthesizers = new Map<string, StreamingSynthesizer>([
    ['flite', flite],
    ['offline-realtime', flite],
  ]);
  const espeak = await detectEspeak(clock);
  const none = { transcribers: new Map(), realtimeModels: new Map() };
  if (espeak === undefined) return { ...none, synthesizers, offers: [OFFLINE_OFFERS] };
  disposer.own('espeak', espeak.synthesizer, (owned) => owned.close());
  synthesizers.set('espeak', espeak.synthesizer);
  return { ...none, synthesizers, offers: [OFFLINE_OFFERS, espeak.offers] };
}

/** The catalogue's language models are the ones that can be called; everything else is offered as it is. */
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

/** The configured models alone, for a check of what answers. */
export function openLanguageModels(secrets: Secrets): { models: LanguageModel[]; close(): Promise<void> } {
  const connections = openModelConnections();
  return {
    models: offeredLanguageModels(secrets.providers, connections.fetch).map(({ model }) => model),
    close: async () => {
      await connections[Symbol.asyncDispose]();
    },
  };
}

/** @param taken which of these numbers any account has */
export function composeSandboxNumbers(
  taken: (numbers: readonly string[]) => Promise<ReadonlySet<string>>,
): TelephonyNumbers {
  return createSandboxNumbers({ taken });
}

export interface MessagingVendorParts {
  http: CarrierHttp;
  /** Keeps what the sandbox will report. */
  schedule(reports: SandboxReports): Promise<void>;
  apiUrls: Config['messagingApiUrls'];
}

/** Every kind of carrier of messages. */
export function composeMessagingVendors({
  http,
  schedule,
  apiUrls,
}: MessagingVendorParts): MessagingVendor[] {
  return [
    createSandboxMessaging({ schedule }),
    createTwilioVendor({ http, apiUrl: apiUrls.twilio }),
    createCloudVendor({ http, apiUrl: apiUrls.cloud }),
  ];
}

/** Numbers of the installation's own Twilio account; null: it has none. */
export function composeTwilioNumbers(
  { twilio }: Secrets,
  options: Omit<TwilioNumbersOptions, 'credentials'>,
): TelephonyNumbers | null {
  if (twilio === null) return null;
  const credentials = { account_sid: twilio.accountSid, auth_token: twilio.authToken };
  return createTwilioNumbers({ ...options, credentials });
}

/** Calls over the installation's own Twilio account; null: it has none. */
export function composeTwilioCalls({ twilio }: Secrets, options: TwilioOptions): CallCarrier | null {
  if (twilio === null) return null;
  const account = { account_sid: twilio.accountSid, auth_token: twilio.authToken };
  return createTwilioCallCarrier(options, account);
}
