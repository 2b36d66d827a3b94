interface TroubleHooks {
  apologise(): void;
  /** Says that the call cannot go on. */
  takeLeave(): Promise<unknown>;
  failed(): void;
}

/** So many answers in a row may fail before the call does. */
const MAX_FAILURES = 2;

/** What becomes of answers that do not come: an apology, at the second one the end, and no words where those fail too. */
export class Trouble {
  readonly #hooks: TroubleHooks;
  #failures = 0;

  constructor(hooks: TroubleHooks) {
    this.#hooks = hooks;
  }

  happened(): void {
    this.#failures += 1;
    if (this.#failures > MAX_FAILURES) this.#hooks.failed();
    else if (this.#failures < MAX_FAILURES) this.#hooks.apologise();
    else void this.#hooks.takeLeave().then(() => this.#hooks.failed());
  }

  /** The last answer did not come. */
  get isOpen(): boolean {
    return this.#failures > 0;
  }

  /** An answer was heard. */
  isOver(): void {
    this.#failures = 0;
  }
}
