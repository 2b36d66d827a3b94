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
import { type DialingConfig, readDialing } from './dialing.ts';
import { type Environment, EnvironmentReader } from './environment-reader.ts';
import { type EmbedderConfig, readEmbedder, readProviders } from './providers.ts';
import { readSip, type SipConfig } from './sip.ts';
import { readSpeech } from './speech.ts';
import { type NumberShop, readNumberShop, readTwilio, type TwilioConfig } from './telephony.ts';
import { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts';

export type Role = 'all' | 'api' | 'worker' | 'voice';

/** The typed configuration; secrets are only in `secrets` and never logged. */
export interface Config {
  port: number;
  host: string;
  dataDirectory: string;
  role: Role;
  /** Public URL, if it differs from the Host header; no trailing slash. */
  publicUrl: string | null;
  /** URL at which other processes of the installation reach this one; null for the address it listens on. */
  innerUrl: string | null;
  /** Proxies whose `X-Forwarded-For` is trusted; 0 to trust no proxy. */
  trustedProxies: TrustedProxies;
  isRegistrationOpen: boolean;
  requestsPerMinute: number;
  /** Limits for visitors without credentials. */
  visitorLimits: VisitorLimits;
  initialBalanceMicros: number;
  /** CIDR ranges as text; the outbound HTTP client parses them. */
  allowPrivateCidrs: string;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  ownerEmail: string | null;
  /** IANA zone of the first account; null for UTC. */
  ownerTimezone: string | null;
  prices: Prices;
  /** Vendors' prices of language models, as far as configured. */
  modelPrices: ModelPrices;
  /** Vendors' prices of speech providers, as far as configured. */
  speechPrices: SpeechPrices;
  /** Memory limit of the search indexes of one process, in megabytes. */
  searchMemoryMegabytes: number;
  /** Code of the language model that replaces a failing one. */
  fallbackModel: string | null;
  /** True if the sandbox carrier and its endpoints exist. */
  isSandboxOpen: boolean;
  /** Seed of the simulated people behind sandbox numbers; null if all numbers without a script answer. */
  sandboxPopulation: number | null;
  /** Base URLs that replace the carriers' own, for proxies and later API versions; null for the carrier's own. */
  messagingApiUrls: { twilio: string | null; cloud: string | null };
  /** Maximum concurrent calls of one process. */
  maxCalls: number;
  campaigns: CampaignConfig;
  dialing: DialingConfig;
  /** Where numbers are searched and bought; null if nowhere. */
  numberShop: NumberShop;
  /** How SIP trunks reach this process; null without SIP. */
  sip: SipConfig | null;
}

export interface Secrets {
  databaseUrl: string | null;
  ownerPassword: string | null;
  /** Key that encrypts accounts' secrets; null for a generated key in the data folder. */
  secretKey: string | null;
  /** The installation's own Twilio account; null if absent. */
  twilio: TwilioConfig | null;
  providers: ProviderConfig;
  speech: SpeechConfig;
  embedder: EmbedderConfig;
}

/** The configuration prevents the start; the message names the variable and says what to do. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads the configuration from the environment; throws a `ConfigError` with all problems. */
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
    dialing: readDialing(reader),
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
    reader.problems.push('PARLEY_OWNER_EMAIL must be an email address.');
  }
  if (config.role !== 'all' && secrets.databaseUrl === null) {
    reader.problems.push(
      `PARLEY_ROLE=${config.role} splits the work among several processes, which need a shared PostgreSQL: set DATABASE_URL.`,
    );
  }
}
