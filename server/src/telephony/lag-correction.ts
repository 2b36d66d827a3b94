/** Lag in milliseconds. If `MIN_CHUNKS` chunks in a row are at least this late, the timeline is moved forward. */
const MAX_BEHIND_MS = 200;
const MIN_CHUNKS = 50;

/**
 * Detects that a timeline based on received samples has permanently fallen behind, because the sender paused without
 * counting the pause. Network delay does not count, because delayed chunks catch up.
 * @returns a function from the lag of a chunk to the correction, usually 0
 */
export function createLagCorrection(): (behindMs: number) => number {
  let leastMs = Number.POSITIVE_INFINITY;
  let chunks = 0;
  return (behindMs) => {
    leastMs = Math.min(leastMs, behindMs);
    chunks += 1;
    const isBehind = leastMs >= MAX_BEHIND_MS;
    if (isBehind && chunks < MIN_CHUNKS) return 0;
    const moveMs = isBehind ? leastMs : 0;
    leastMs = Number.POSITIVE_INFINITY;
    chunks = 0;
    return moveMs;
  };
}
