/** Consecutive failures that end the call. */
const MAX_FAILURES = 2;

/**
 * Counts failed replies: the first is followed by an apology, the second by a goodbye that ends the call. If the
 * goodbye fails too, the call ends without it.
 */
export class ReplyFailures {
  #failures = 0;

  /** Counts a failed reply. @returns how the conversation continues */
  add(): 'apologize' | 'say-goodbye' | 'end' {
    this.#failures += 1;
    if (this.#failures > MAX_FAILURES) return 'end';
    return this.#failures < MAX_FAILURES ? 'apologize' : 'say-goodbye';
  }

  get isFailing(): boolean {
    return this.#failures > 0;
  }

  reset(): void {
    this.#failures = 0;
  }
}
