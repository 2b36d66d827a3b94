import { formatCount, formatTenths } from '../../../lib/format/format.ts';

const WINDOW_MINUTES = 5;

/**
 * Average calls per minute over the last five minutes, including the current one.
 * @param minutes calls by minute, the current one last
 */
export function callsPerMinute(minutes: readonly number[]): string {
  const last = minutes.slice(-WINDOW_MINUTES);
  if (last.length === 0) return '0';
  const rate = last.reduce((sum, calls) => sum + calls, 0) / last.length;
  return rate >= 10 || Number.isInteger(rate) ? formatCount(Math.round(rate)) : formatTenths(rate);
}
