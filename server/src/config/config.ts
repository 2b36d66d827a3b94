import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { MAX_PARALLEL_CALLS } from '#contract/campaigns.ts';
import { timezone } from '#contract/fields.ts';
import { type ModelPrices, parseModelPrices } from '../core/model-prices.ts';
import { MAX_BALANCE_DOLLARS, microsOf } from '../core/money.ts';
import { DEFAULT_PRICES, type Prices, parsePrices } from '../core/prices.ts';
import { parseSpeechPrices, type SpeechPrices } from '../core/speech-prices.ts';
import { DEFAULT_VISITOR_LIMITS, parseVisitorLimits, type VisitorLimits } from '../core/visitor-limits.ts';
import type { ProviderConfig } from '../providers/interfaces/provider-config.ts';
import type { SpeechConfig } from '../providers/interfaces/speech-config.ts';
import { type Environment, EnvironmentReader } from './environment-reader.ts';
import { type OidcConfig, readOidc } from './oidc.ts';
import { type EmbedderConfig, readEmbedder, readProviders } from './providers.ts';
import { readSip, type SipConfig } from './sip.ts';
import { readSpeech } from './speech.ts';
import { setVendorVariables } from './vendor-variables.ts';

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
  /** Days to keep audit log entries; null keeps them forever. */
  auditDays: number | null;
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
  /** True if numbers are bought from Twilio as soon as it is connected. */
  isNumberShopAutomatic: boolean;
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
  /** How email is sent; null if it is not. */
  mail: MailConfig | null;
  /** Login with an identity provider; null without one. */
  oidc: OidcConfig | null;
  /** Names of the set variables that configure vendors. */
  vendorVariables: readonly string[];
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
    auditDays: reader.integer('PARLEY_AUDIT_DAYS', 400, { min: 0, max: 36_500 }) || null,
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
    isNumberShopAutomatic: (reader.text('PARLEY_NUMBERS') ?? 'auto') === 'auto',
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
    mail: readMail(reader),
    oidc: readOidc(reader),
    vendorVariables: setVendorVariables(reader),
  };
  refuseContradictions(config, secrets, reader);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return { config, secrets };
}

interface MailConfig {
  /** With user and password. */
  smtpUrl: string;
  /** `Parley <parley@example.com>` */
  from: string;
}

function readMail(reader: EnvironmentReader): MailConfig | null {
  const smtpUrl = reader.url('PARLEY_SMTP_URL', ['smtp:', 'smtps:']);
  const from = reader.parsed('PARLEY_MAIL_FROM', parseSender);
  if (smtpUrl !== null && from !== null) return { smtpUrl, from };
  if (smtpUrl !== null && reader.text('PARLEY_MAIL_FROM') === null) {
    reader.problems.push(
      'PARLEY_SMTP_URL needs PARLEY_MAIL_FROM: the sender of emails, such as "Parley <parley@example.com>".',
    );
  }
  if (from !== null && reader.text('PARLEY_SMTP_URL') === null) {
    reader.problems.push(
      'PARLEY_MAIL_FROM has no effect without PARLEY_SMTP_URL, such as smtp://mail.example.com:587.',
    );
  }
  return null;
}

function parseSender(text: string): { value: string } | { problem: string } {
  if (
    /^(?:[^<>"\r\n,;]* <)?[^\s<>@",;]+@[^\s<>@",;]+>?$/.test(text) &&
    text.includes('<') === text.endsWith('>')
  ) {
    return { value: text };
  }
  return {
    problem: 'must be an email address, or a name and an address such as "Parley <parley@example.com>".',
  };
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

/** Percentage of a process's concurrent calls that campaigns and scheduled calls may use. */
export const DEFAULT_CAMPAIGN_SHARE = 80;

/** How much of a process and of its carriers campaigns may use. */
interface DialingConfig {
  /** Percentage of a process's concurrent calls; the rest is reserved for inbound calls. */
  campaignSharePercent: number;
  /** Calls per second over all processes, by provider of the number; absent for no limit. */
  callsPerSecond: ReadonlyMap<string, number>;
}

const CALL_PROVIDERS = ['sandbox', 'sip', 'twilio'];
const DEFAULT_CALLS_PER_SECOND: readonly (readonly [string, number])[] = [
  ['sip', 10],
  ['twilio', 1],
];
const MAX_CALLS_PER_SECOND = 10_000;

function readDialing(reader: EnvironmentReader): DialingConfig {
  return {
    campaignSharePercent: reader.integer('PARLEY_CAMPAIGN_SHARE', DEFAULT_CAMPAIGN_SHARE, {
      min: 0,
      max: 100,
    }),
    callsPerSecond:
      reader.parsed('PARLEY_CALLS_PER_SECOND', parseCallsPerSecond) ?? new Map(DEFAULT_CALLS_PER_SECOND),
  };
}

/** `twilio=5,sip=off`; unlisted providers keep their default. */
function parseCallsPerSecond(text: string): { value: ReadonlyMap<string, number> } | { problem: string } {
  const limits = new Map(DEFAULT_CALLS_PER_SECOND);
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [provider = '', limit = ''] = part.split('=').map((one) => one.trim());
    const perSecond = Number(limit);
    if (CALL_PROVIDERS.includes(provider) && limit === 'off') limits.delete(provider);
    else if (CALL_PROVIDERS.includes(provider) && perSecond > 0 && perSecond <= MAX_CALLS_PER_SECOND) {
      limits.set(provider, perSecond);
    } else {
      const example = `such as twilio=5,sip=off, for any of ${CALL_PROVIDERS.join(', ')}`;
      return { problem: `must be calls per second ${example}, not "${part.trim()}".` };
    }
  }
  return { value: limits };
}

/** The installation's own Twilio account, for numbers, SMS and calls. */
export interface TwilioConfig {
  accountSid: string;
  authToken: string;
}

/** Where numbers are searched and bought; null if nowhere. */
type NumberShop = 'twilio' | 'sandbox' | null;

const NUMBER_SHOPS = ['auto', 'twilio', 'sandbox'] as const;

/** Requires both variables or neither. The token is a secret. */
export function readTwilio(reader: EnvironmentReader): TwilioConfig | null {
  const accountSid = reader.text('PARLEY_TWILIO_ACCOUNT_SID');
  const authToken = reader.text('PARLEY_TWILIO_AUTH_TOKEN');
  if (accountSid === null && authToken === null) return null;
  if (accountSid === null || authToken === null) {
    reader.problems.push(
      'PARLEY_TWILIO_ACCOUNT_SID and PARLEY_TWILIO_AUTH_TOKEN belong together: set both or neither.',
    );
    return null;
  }
  if (!/^AC[0-9a-f]{32}$/i.test(accountSid)) {
    reader.problems.push('PARLEY_TWILIO_ACCOUNT_SID must be AC followed by 32 hexadecimal digits.');
  }
  return { accountSid, authToken };
}

/** PARLEY_NUMBERS, or by default Twilio if configured, else the sandbox. */
function readNumberShop(
  reader: EnvironmentReader,
  { hasTwilio, isSandboxOpen }: { hasTwilio: boolean; isSandboxOpen: boolean },
): NumberShop {
  const chosen = reader.choice('PARLEY_NUMBERS', NUMBER_SHOPS, 'auto');
  if (chosen === 'twilio' && !hasTwilio) {
    reader.problems.push(
      'PARLEY_NUMBERS=twilio needs PARLEY_TWILIO_ACCOUNT_SID and PARLEY_TWILIO_AUTH_TOKEN.',
    );
  }
  if (chosen === 'sandbox' && !isSandboxOpen) {
    reader.problems.push('PARLEY_NUMBERS=sandbox needs the sandbox, but PARLEY_SANDBOX turns it off.');
  }
  if (chosen !== 'auto') return chosen;
  if (hasTwilio) return 'twilio';
  return isSandboxOpen ? 'sandbox' : null;
}

/** Where numbers are bought now. @param has which carriers are connected */
export function numberShopOf(
  { numberShop, isNumberShopAutomatic }: Pick<Config, 'numberShop' | 'isNumberShopAutomatic'>,
  { hasTwilio }: { hasTwilio: boolean },
): NumberShop {
  return isNumberShopAutomatic && hasTwilio ? 'twilio' : numberShop;
}

export interface CampaignConfig {
  /** Maximum per account. */
  maxCampaigns: number;
  /** Maximum concurrent calls of one campaign. */
  maxParallelCalls: number;
  /** When people may be called at all, in their local time, in minutes from midnight; the end is exclusive. */
  callingHours: CallingHours;
  /** Calling hours of campaigns with sandbox numbers only, which reach no real people. */
  sandboxCallingHours: CallingHours;
}

interface CallingHours {
  startMinute: number;
  endMinute: number;
}

const DEFAULT_CALLING_HOURS = { startMinute: 8 * 60, endMinute: 21 * 60 };
const WHOLE_DAY = { startMinute: 0, endMinute: 24 * 60 };

export function readCampaigns(reader: EnvironmentReader): CampaignConfig {
  return {
    maxCampaigns: reader.integer('PARLEY_MAX_CAMPAIGNS', 1000, { min: 0, max: 1_000_000 }),
    maxParallelCalls: reader.integer('PARLEY_MAX_PARALLEL_CALLS', MAX_PARALLEL_CALLS, {
      min: 1,
      max: MAX_PARALLEL_CALLS,
    }),
    callingHours: reader.parsed('PARLEY_CALLING_HOURS', parseCallingHours) ?? DEFAULT_CALLING_HOURS,
    sandboxCallingHours: reader.parsed('PARLEY_SANDBOX_CALLING_HOURS', parseCallingHours) ?? WHOLE_DAY,
  };
}

/** `08:00-21:00`; `24:00` is the end of the day. */
function parseCallingHours(text: string): { value: CallingHours } | { problem: string } {
  const [start, end, ...more] = text.split('-').map((part) => minuteOf(part.trim()));
  const isWindow = start != null && end != null && more.length === 0 && start < end;
  if (isWindow) return { value: { startMinute: start, endMinute: end } };
  return { problem: `must be a time range within one day such as 08:00-21:00, not "${text}".` };
}

function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(text) ?? [];
  const minute = hours === undefined ? null : Number(hours) * 60 + Number(minutes);
  return minute === null || minute > 1440 ? null : minute;
}

/** Names of the configured services that charge for usage, as far as a configured key reveals. */
export function paidServices({ twilio, providers, embedder }: Secrets): string[] {
  const vendors = { OpenAI: providers.openai, Anthropic: providers.anthropic, Google: providers.google };
  const named = Object.entries(vendors).flatMap(([name, vendor]) => (vendor === undefined ? [] : [name]));
  const compatible = providers.openaiCompatible.filter(({ apiKey }) => apiKey !== undefined);
  const isEmbedderPaid = embedder.kind !== 'offline' && embedder.apiKey !== null;
  return [
    ...(twilio === null ? [] : ['Twilio']),
    ...named,
    ...compatible.map(({ name }) => name),
    ...(isEmbedderPaid ? ['embeddings'] : []),
  ];
}

/** Proxies whose `X-Forwarded-For` is trusted: this many in front of the process, or those at these addresses. */
type TrustedProxies = number | string[];

const MAX_PROXIES = 10;
const PROXY_ADVICE = `must be the number of proxies in front of this server (1 to ${MAX_PROXIES}), their addresses such as 10.0.0.0/8, or off`;

export function parseTrustedProxies(text: string): { value: TrustedProxies } | { problem: string } {
  if (/^(0|off|false|no)$/i.test(text)) return { value: 0 };
  if (/^\d+$/.test(text)) {
    const count = Number(text);
    return count <= MAX_PROXIES ? { value: count } : { problem: `${PROXY_ADVICE}, not "${text}".` };
  }
  const ranges = text.split(',').map((part) => part.trim());
  const strange = ranges.find((range) => !isRange(range));
  return strange === undefined ? { value: ranges } : { problem: `${PROXY_ADVICE}, not "${strange}".` };
}

function isRange(text: string): boolean {
  // A range that matches every address would trust any client.
  if (text.endsWith('/0')) return false;
  return text.includes('/')
    ? ipaddr.isValidCIDR(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text) || isIPv6(text);
}

function isIPv6(text: string): boolean {
  return ipaddr.IPv6.isValid(text);
}
