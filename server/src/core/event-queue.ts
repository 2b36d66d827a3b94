/**
 * An async sequence with one writer and one reader. Writing never waits; once the reader leaves, further events are
 * dropped.
 */
export class EventQueue<Event> implements AsyncIterable<Event> {
  readonly #waiting: Event[] = [];
  #wake: (() => void) | null = null;
  #end: { error: unknown } | 'closed' | null = null;
  #isAbandoned = false;

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

  async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
    try {
      for (;;) {
        const event = this.#waiting.shift();
        if (event !== undefined) yield event;
        else if (this.#end === 'closed') return;
        else if (this.#end !== null) throw this.#end.error;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.#isAbandoned = true;
      this.#waiting.length = 0;
    }
  }
}
