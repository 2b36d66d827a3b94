import { MAX_PARALLEL_CALLS } from '#contract/campaigns.ts';
import type { EnvironmentReader } from './environment-reader.ts';

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
