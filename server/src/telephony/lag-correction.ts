/** Positions that trail what really arrives by more than this, for so many pieces in a row, are moved up. */
const MAX_BEHIND_MS = 200;
const PIECES = 50;

/**
 * Decides when a timeline that counts what arrives has fallen behind for good: the sender paused and its counting with
 * it. A delay of the network is none, as the pieces that it held back soon catch up.
 * @returns takes how far a piece trails; gives by how much to move up, mostly 0
 */
export function createLagCorrection(): (behindMs: number) => number {
  let leastMs = Number.POSITIVE_INFINITY;
  let pieces = 0;
  return (behindMs) => {
    leastMs = Math.min(leastMs, behindMs);
    pieces += 1;
    const isBehind = leastMs >= MAX_BEHIND_MS;
    if (isBehind && pieces < PIECES) return 0;
    const moveMs = isBehind ? leastMs : 0;
    leastMs = Number.POSITIVE_INFINITY;
    pieces = 0;
    return moveMs;
  };
}
