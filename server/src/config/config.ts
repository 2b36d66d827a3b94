import { join, resolve } from 'node:path';
import { timezone } from '#contract/fields.ts';
import { type ModelPrices, parseModelPrices } from '../core/model-prices.ts';
import { MAX_BALANCE_DOLLARS, microsOf } from '../core/money.ts';
import type { Prices } from '../core/prices.ts';
import { DEFAULT_PRICES, parsePrices } from '../core/prices.ts';
import { parseSpeechPrices, type SpeechPrices } from '../core/speech-prices.ts';
import { DEFAULT_VISITOR_LIMITS, parseVisitorLimits, type VisitorLimits } from '../core/visitor-limits.ts';
import type { ProviderConfig } from '../providers/interfaces/provider-config.ts';
import type { SpeechConfig } from '../providers/interfaces/speech-config.ts';
import { type CampaignConfig, readCampaigns } from './campaigns.ts';
import { type DiallingConfig, readDialling } from './dialling.ts';
import { type Environment, EnvironmentReader } from './environment-reader.ts';
import { type EmbedderConfig, readEmbedder, readProviders } from './providers.ts';
import { readSip, type SipConfig } from './sip.ts';
import { readSpeech } from './speech.ts';
import { type NumberShop, readNumberShop, readTwilio, type TwilioConfig } from './telephony.ts';
import { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts';

export type Role = 'all' | 'api' | 'worker' | 'voice';

/** What the environment says, typed; secrets stand in `secrets` alone and are never logged. */
export interface Config {
  port: number;
  host: string;
  dataDirectory: string;
  role: Role;
  /** Address that clients use when it is not the one of the Host header, without a slash at the end. */
  publicUrl: string | null;
  /** Where the other processes of this installation reach this one; null: where it listens. */
  innerUrl: string | null;
  /** Whose word on the client's address is taken; 0: nobody's. */
  trustedProxies: TrustedProxies;
  isRegistrationOpen: boolean;
  requestsPerMinute: number;
  /** Of people without a credential. */
  visitorLimits: VisitorLimits;
  initialBalanceMicros: number;
  /** CIDR ranges as text; the outbound client reads them. */
  allowPrivateCidrs: string;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  ownerEmail: string | null;
  /** IANA name of the zone that the first account's times are written in; null: UTC. */
  ownerTimezone: string | null;
  prices: Prices;
  /** What vendors take for calls of their models, as far as it is told. */
  modelPrices: ModelPrices;
  /** The same for what hears and speaks. */
  speechPrices: SpeechPrices;
  /** Megabytes that search indexes may take in one process. */
  searchMemoryMegabytes: number;
  /** Code of the model that takes over when an assistant's own fails. */
  fallbackModel: string | null;
  /** Whether the sandbox carrier and its endpoints exist. */
  isSandboxOpen: boolean;
  /** Seed of the people behind the sandbox's numbers; null: all who are not in its table talk. */
  sandboxPopulation: number | null;
  /** Addresses in the place of the carriers' own, for proxies and later versions; null: theirs. */
  messagingApiUrls: { twilio: string | null; cloud: string | null };
  /** Calls that one process holds at a time. */
  maxCalls: number;
  campaigns: CampaignConfig;
  dialling: DiallingConfig;
  /** Where phone numbers are searched and bought; null: nowhere. */
  numberShop: NumberShop;
  /** How SIP trunks reach this process; null: they do not. */
  sip: SipConfig | null;
}

export interface Secrets {
  databaseUrl: string | null;
  ownerPassword: string | null;
  /** What accounts' secrets are sealed with; null: a key kept in the data folder. */
  secretKey: string | null;
  /** The installation's own account; null: none. */
  twilio: TwilioConfig | null;
  providers: ProviderConfig;
  speech: SpeechConfig;
  embedder: EmbedderConfig;
}

/** A start that is refused because of the configuration; the message names the variable and says what to do. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Makes the configuration from the environment; throws a `ConfigError` that lists all problems at once. */
export function readConfig(environment: Environment = process.env): { config: Config; secrets: Secrets } {
  const reader = new EnvironmentReader(environment);
  const twilio = readTwilio(reader);
  const isSandboxOpen = reader.flag('PARLEY_SANDBOX', true);
  const host = reader.text('PARLEY_HOST') ?? 'localhost';
  const role = reader.choice('PARLEY_ROLE', ['all', 'api', 'worker', 'voice'], 'all');
  const config: Config = {
    port: reader.integer('PORT', 3000, { min: 0, max: 65_535 }),
    host,
    dataDirectory: resolve(reader.text('PARLEY_DATA') ?? join(process.cwd(), 'data')),
    role,
    publicUrl: reader.url('PARLEY_PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    innerUrl: reader.url('PARLEY_INNER_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    trustedProxies: reader.parsed('PARLEY_TRUST_PROXY', parseTrustedProxies) ?? 0,
    isRegistrationOpen: reader.flag('PARLEY_REGISTRATION'),
    requestsPerMinute: reader.integer('PARLEY_RATE_LIMIT', 6000, { min: 1, max: 10_000_000 }),
    visitorLimits: reader.parsed('PARLEY_VISITOR_LIMITS', parseVisitorLimits) ?? DEFAULT_VISITOR_LIMITS,
    initialBalanceMicros: microsOf(reader.decimal('PARLEY_INITIAL_BALANCE', 100)),
    allowPrivateCidrs: reader.text('PARLEY_ALLOW_PRIVATE_CIDRS') ?? '',
    logLevel: reader.choice('PARLEY_LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    ownerEmail: reader.text('PARLEY_OWNER_EMAIL'),
    ownerTimezone: reader.parsed('PARLEY_OWNER_TIMEZONE', parseTimezone),
    prices: reader.parsed('PARLEY_PRICES', parsePrices) ?? DEFAULT_PRICES,
    modelPrices: reader.parsed('PARLEY_MODEL_PRICES', parseModelPrices) ?? new Map(),
    speechPrices: reader.parsed('PARLEY_SPEECH_PRICES', parseSpeechPrices) ?? new Map(),
    searchMemoryMegabytes: reader.integer('PARLEY_SEARCH_MEMORY_MB', 512, { min: 16, max: 1_000_000 }),
    fallbackModel: reader.text('PARLEY_FALLBACK_MODEL'),
    messagingApiUrls: {
      twilio: reader.url('PARLEY_TWILIO_API_URL', ['http:', 'https:']),
      cloud: reader.url('PARLEY_CLOUD_MESSAGING_API_URL', ['http:', 'https:']),
    },
    isSandboxOpen,
    sandboxPopulation: reader.parsed('PARLEY_SANDBOX_POPULATION', parseSeed),
    maxCalls: reader.integer('PARLEY_MAX_CALLS', 100, { min: 1, max: 10_000 }),
    campaigns: readCampaigns(reader),
    dialling: readDialling(reader),
    numberShop: readNumberShop(reader, { hasTwilio: twilio !== null, isSandboxOpen }),
    sip: readSip(reader, { host, holdsCalls: role === 'all' || role === 'voice' }),
  };
  const secrets: Secrets = {
    databaseUrl: reader.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    ownerPassword: reader.text('PARLEY_OWNER_PASSWORD'),
    secretKey: reader.text('PARLEY_SECRET_KEY'),
    twilio,
    providers: readProviders(reader),
    speech: readSpeech(reader),
    embedder: readEmbedder(reader),
  };
  refuseContradictions(config, secrets, reader);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return { config, secrets };
}

function parseSeed(text: string): { value: number } | { problem: string } {
  if (/^\d{1,9}$/.test(text)) return { value: Number(text) };
  return { problem: `must be a whole number of at most nine digits, not "${text}".` };
}

function parseTimezone(text: string): { value: string } | { problem: string } {
  if (timezone().safeParse(text).success) return { value: text };
  return { problem: `must be an IANA time zone such as Europe/Bucharest, not "${text}".` };
}

const MIN_PASSWORD_LENGTH = 8;
const MIN_SECRET_KEY_LENGTH = 32;

function refuseContradictions(config: Config, secrets: Secrets, reader: EnvironmentReader): void {
  if (config.initialBalanceMicros > microsOf(MAX_BALANCE_DOLLARS)) {
    reader.problems.push(`PARLEY_INITIAL_BALANCE must not be greater than ${MAX_BALANCE_DOLLARS}.`);
  }
  if (secrets.ownerPassword !== null && secrets.ownerPassword.length < MIN_PASSWORD_LENGTH) {
    reader.problems.push(`PARLEY_OWNER_PASSWORD must have at least ${MIN_PASSWORD_LENGTH} characters.`);
  }
  if (secrets.secretKey !== null && secrets.secretKey.length < MIN_SECRET_KEY_LENGTH) {
    reader.problems.push(
      `PARLEY_SECRET_KEY must have at least ${MIN_SECRET_KEY_LENGTH} characters, for example from \`openssl rand -hex 32\`.`,
    );
  }
  if (config.ownerEmail !== null && !/^[^\s@]+@[^\s@]+$/.test(config.ownerEmail)) {
    reader.problems.push('PARLEY_OWNER_EMAIL must be an e-mail address.');
  }
  if (config.role !== 'all' && secrets.databaseUrl === null) {
    reader.problems.push(
      `PARLEY_ROLE=${config.role} splits the work over several processes, so they need a shared PostgreSQL: set DATABASE_URL.`,
    );
  }
}
