/** Far more than a person types and a page reports. */
const PER_SECOND = 50;
const MOST = 200;
/** A page that sends so much that cannot be read is no page of ours. */
const MAX_BROKEN = 20;

export interface MessageLimit {
  /** False: too many came; pass it over. */
  take(nowMs: number): boolean;
  /** Counts what could not be read. False: enough of it. */
  forgive(): boolean;
}

/** Bounds what one connection may say. */
export function createMessageLimit(startMs: number): MessageLimit {
  let left = MOST;
  let lastMs = startMs;
  let broken = 0;
  return {
    take(nowMs) {
      left = Math.min(MOST, left + ((nowMs - lastMs) * PER_SECOND) / 1000);
      lastMs = nowMs;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    forgive() {
      broken += 1;
      return broken <= MAX_BROKEN;
    },
  };
}
