const WINDOW_MINUTES = 5;

/**
 * Calls a minute over the last full minutes; the running one has only begun.
 * @param minutes calls by minute, the running one last
 */
export function callsPerMinute(minutes: readonly number[]): string {
  const full = minutes.slice(0, -1).slice(-WINDOW_MINUTES);
  if (full.length === 0) return '0';
  const rate = full.reduce((sum, calls) => sum + calls, 0) / full.length;
  return rate >= 10 || Number.isInteger(rate) ? String(Math.round(rate)) : rate.toFixed(1);
}
