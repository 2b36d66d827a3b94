/** While the floor is locked nobody interrupts the assistant: its words have to be heard, or the call is being taken elsewhere. */
export class FloorLock {
  #isHeld = false;
  /** What is being said that has to be heard; a newer phrase may have taken the place of an older one. */
  #phrases = 0;

  get isLocked(): boolean {
    return this.#isHeld || this.#phrases > 0;
  }

  /** Until `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
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
