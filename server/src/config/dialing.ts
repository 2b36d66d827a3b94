import type { EnvironmentReader } from './environment-reader.ts';

/** How much of a process and of its carriers campaigns may use. */
export interface DialingConfig {
  /** Percentage of a process's concurrent calls; the rest is reserved for inbound calls. */
  campaignSharePercent: number;
  /** Calls per second over all processes, by provider of the number; absent for no limit. */
  callsPerSecond: ReadonlyMap<string, number>;
}

const PROVIDERS = ['sandbox', 'sip', 'twilio'];
const DEFAULT_CALLS_PER_SECOND: readonly (readonly [string, number])[] = [
  ['sip', 10],
  ['twilio', 1],
];
const MAX_CALLS_PER_SECOND = 10_000;

export function readDialing(reader: EnvironmentReader): DialingConfig {
  return {
    campaignSharePercent: reader.integer('PARLEY_CAMPAIGN_SHARE', 80, { min: 0, max: 100 }),
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
    if (PROVIDERS.includes(provider) && limit === 'off') limits.delete(provider);
    else if (PROVIDERS.includes(provider) && perSecond > 0 && perSecond <= MAX_CALLS_PER_SECOND) {
      limits.set(provider, perSecond);
    } else {
      const example = `such as twilio=5,sip=off, for any of ${PROVIDERS.join(', ')}`;
      return { problem: `must be calls per second ${example}, not "${part.trim()}".` };
    }
  }
  return { value: limits };
}
