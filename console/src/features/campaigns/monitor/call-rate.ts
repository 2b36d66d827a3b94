import { formatCount, formatTenths } from '../../../lib/format/format.ts';

const WINDOW_MINUTES = 5;

/**
 * Calls a minute over the last five, the running one among them.
 * @param minutes calls by minute, the running one last
 */
export function callsPerMinute(minutes: readonly number[]): string {
  const last = minutes.slice(-WINDOW_MINUTES);
  if (last.length === 0) return '0';
  const rate = last.reduce((sum, calls) => sum + calls, 0) / last.length;
  return rate >= 10 || Number.isInteger(rate) ? formatCount(Math.round(rate)) : formatTenths(rate);
}
