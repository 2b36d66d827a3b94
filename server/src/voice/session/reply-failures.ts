interface ReplyFailureHooks {
  apologize(): void;
  /** Says goodbye because the call cannot continue. */
  sayGoodbye(): Promise<unknown>;
  failed(): void;
}

/** Consecutive failures that end the call. */
const MAX_FAILURES = 2;

/**
 * Handles failed replies: first an apology, then a goodbye that ends the call. If that fails too, the call ends
 * without it.
 */
export class ReplyFailures {
  readonly #hooks: ReplyFailureHooks;
  #failures = 0;

  constructor(hooks: ReplyFailureHooks) {
    this.#hooks = hooks;
  }

  replyFailed(): void {
    this.#failures += 1;
    if (this.#failures > MAX_FAILURES) this.#hooks.failed();
    else if (this.#failures < MAX_FAILURES) this.#hooks.apologize();
    else void this.#hooks.sayGoodbye().then(() => this.#hooks.failed());
  }

  get isFailing(): boolean {
    return this.#failures > 0;
  }

  reset(): void {
    this.#failures = 0;
  }
}
