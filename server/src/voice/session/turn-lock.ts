/** While locked, the assistant cannot be interrupted: its words must be heard, or the call is being transferred. */
export class TurnLock {
  #isManual = false;
  /** Uninterruptible phrases in progress; a new phrase may replace an older one. */
  #phrases = 0;

  get isLocked(): boolean {
    return this.#isManual || this.#phrases > 0;
  }

  lock(): void {
    this.#isManual = true;
  }

  release(): void {
    this.#isManual = false;
  }

  async during<Result>(phrase: () => Promise<Result>): Promise<Result> {
    this.#phrases += 1;
    try {
      return await phrase();
    } finally {
      this.#phrases -= 1;
    }
  }
}
