/**
 * An async sequence with one writer and one reader. Writing never waits; once the reader leaves, further events are
 * dropped.
 */
export class EventQueue<Event> implements AsyncIterable<Event> {
  readonly #waiting: Event[] = [];
  #wake: (() => void) | null = null;
  #end: { error: unknown } | 'closed' | null = null;
  #isAbandoned = false;
  /** The reader has handled its last event and waits for the next one. */
  #isAwaited = false;
  #whenHandled: (() => void)[] = [];

  /** Number of events that the reader has not taken yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  push(event: Event): void {
    if (this.#isAbandoned) return;
    this.#waiting.push(event);
    this.#wake?.();
  }

  /** Ends the sequence; with an error, the reader gets it after all earlier events. */
  close(failure?: { error: unknown }): void {
    this.#end = failure ?? 'closed';
    this.#wake?.();
  }

  /** Resolves once the reader has handled all events so far, or has left. */
  async handled(): Promise<void> {
    if (this.#isAbandoned || (this.#isAwaited && this.#waiting.length === 0)) return;
    await new Promise<void>((resolve) => this.#whenHandled.push(resolve));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
    try {
      for (;;) {
        const event = this.#waiting.shift();
        if (event !== undefined) yield event;
        else if (this.#end === 'closed') return;
        else if (this.#end !== null) throw this.#end.error;
        else await this.#next();
      }
    } finally {
      this.#isAbandoned = true;
      this.#waiting.length = 0;
      this.#reportHandled();
    }
  }

  async #next(): Promise<void> {
    this.#isAwaited = true;
    this.#reportHandled();
    await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#isAwaited = false;
  }

  #reportHandled(): void {
    for (const resolve of this.#whenHandled.splice(0)) resolve();
  }
}
