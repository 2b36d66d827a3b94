/** Nobody is heard while the process stands still, and that is no silence of theirs. */
const STALL_MS = 200;

/** Tells the first tick after a stall of the process: whatever is decided by silence waits for the next one. */
export class LateTicks {
  #tickedMs = 0;

  /** Asked once with every tick. */
  isLate(nowMs: number): boolean {
    const isLate = nowMs - this.#tickedMs > STALL_MS;
    this.#tickedMs = nowMs;
    return isLate;
  }
}
