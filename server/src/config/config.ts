import { join, resolve } from 'node:path';
import type { Prices } from '../core/prices.ts';
import { DEFAULT_PRICES, parsePrices } from '../core/prices.ts';

export type Role = 'all' | 'api' | 'worker' | 'voice';

/** What the environment says, typed; secrets stand in `secrets` alone and are never logged. */
export interface Config {
  port: number;
  host: string;
  dataDirectory: string;
  role: Role;
  /** Address that clients use when it is not the one of the Host header, without a slash at the end. */
  publicUrl: string | null;
  isBehindProxy: boolean;
  isRegistrationOpen: boolean;
  requestsPerMinute: number;
  initialBalanceMicros: number;
  /** CIDR ranges as text; the outbound client reads them. */
  allowPrivateCidrs: string;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  ownerEmail: string | null;
  prices: Prices;
  /** Megabytes that search indexes may take in one process. */
  searchMemoryMegabytes: number;
}

export interface Secrets {
  databaseUrl: string | null;
  ownerPassword: string | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A start that is refused because of the configuration; the message names the variable and says what to do. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Makes the configuration from the environment; throws a `ConfigError` that lists all problems at once. */
export function readConfig(environment: Environment): { config: Config; secrets: Secrets } {
  const reader = new Reader(environment);
  const config: Config = {
    port: reader.integer('PORT', 3000, { min: 0, max: 65_535 }),
    host: reader.text('PARLEY_HOST') ?? 'localhost',
    dataDirectory: resolve(reader.text('PARLEY_DATA') ?? join(process.cwd(), 'data')),
    role: reader.choice('PARLEY_ROLE', ['all', 'api', 'worker', 'voice'], 'all'),
    publicUrl: reader.url('PARLEY_PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    isBehindProxy: reader.flag('PARLEY_TRUST_PROXY'),
    isRegistrationOpen: reader.flag('PARLEY_REGISTRATION'),
    requestsPerMinute: reader.integer('PARLEY_RATE_LIMIT', 6000, { min: 1, max: 10_000_000 }),
    initialBalanceMicros: Math.round(reader.decimal('PARLEY_INITIAL_BALANCE', 100) * 1_000_000),
    allowPrivateCidrs: reader.text('PARLEY_ALLOW_PRIVATE_CIDRS') ?? '',
    logLevel: reader.choice('PARLEY_LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    ownerEmail: reader.text('PARLEY_OWNER_EMAIL'),
    prices: reader.parsed('PARLEY_PRICES', parsePrices) ?? DEFAULT_PRICES,
    searchMemoryMegabytes: reader.integer('PARLEY_SEARCH_MEMORY_MB', 512, { min: 16, max: 1_000_000 }),
  };
  const secrets: Secrets = {
    databaseUrl: reader.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    ownerPassword: reader.text('PARLEY_OWNER_PASSWORD'),
  };
  refuseContradictions(config, secrets, reader);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return { config, secrets };
}

const MIN_PASSWORD_LENGTH = 8;

function refuseContradictions(config: Config, secrets: Secrets, reader: Reader): void {
  if (secrets.ownerPassword !== null && secrets.ownerPassword.length < MIN_PASSWORD_LENGTH) {
    reader.problems.push(`PARLEY_OWNER_PASSWORD must have at least ${MIN_PASSWORD_LENGTH} characters.`);
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

/** Reads variables one by one and collects what is wrong with them. Empty ones count as not set. */
class Reader {
  readonly problems: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  text(name: string): string | null {
    const value = this.#environment[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  integer(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    this.problems.push(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
    return fallback;
  }

  decimal(name: string, fallback: number): number {
    const text = this.text(name);
    if (text === null) return fallback;
    if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
    this.problems.push(`${name} must be a number such as 25.50, not "${text}".`);
    return fallback;
  }

  flag(name: string): boolean {
    const text = this.text(name)?.toLowerCase() ?? 'off';
    if (['1', 'true', 'on', 'yes'].includes(text)) return true;
    if (!['0', 'false', 'off', 'no'].includes(text))
      this.problems.push(`${name} must be on or off, not "${text}".`);
    return false;
  }

  choice<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = values.find((candidate) => candidate === text);
    if (value === undefined)
      this.problems.push(`${name} must be one of ${values.join(', ')}, not "${text}".`);
    return value ?? fallback;
  }

  url(name: string, protocols: readonly string[]): string | null {
    const text = this.text(name);
    if (text === null) return null;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    // The value may hold a password, so it is not repeated.
    this.problems.push(
      `${name} must be a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}.`,
    );
    return null;
  }

  parsed<Value>(name: string, parse: (text: string) => { value: Value } | { problem: string }): Value | null {
    const text = this.text(name);
    if (text === null) return null;
    const result = parse(text);
    if ('value' in result) return result.value;
    this.problems.push(`${name} ${result.problem}`);
    return null;
  }
}
