/** Far more messages than a page sends for one user. */
const PER_SECOND = 50;
const BURST = 200;
const MAX_MALFORMED = 20;

export interface MessageLimit {
  /** @returns false if the message exceeds the limit and must be ignored */
  take(nowMs: number): boolean;
  /** Counts a malformed message. @returns false if there were too many and the connection must be closed */
  tolerateMalformed(): boolean;
}

/** Limits the messages of one connection. */
export function createMessageLimit(startMs: number): MessageLimit {
  let left = BURST;
  let lastMs = startMs;
  let malformed = 0;
  return {
    take(nowMs) {
      left = Math.min(BURST, left + ((nowMs - lastMs) * PER_SECOND) / 1000);
      lastMs = nowMs;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    tolerateMalformed() {
      malformed += 1;
      return malformed <= MAX_MALFORMED;
    },
  };
}
