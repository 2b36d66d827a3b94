/** A model that calls and calls without listening is not remembered for ever. */
const MOST_OPEN_CALLS = 64;

/** Calls of the model that wait for their results; when the last one has its own, the model may go on. */
export class FunctionCalls {
  readonly #open = new Set<string>();
  #isAwaited = false;

  called(callId: string): void {
    if (this.#open.size < MOST_OPEN_CALLS) this.#open.add(callId);
  }

  answered(callId: string, isAwaited: boolean): 'unknown' | 'wait' | 'go-on' {
    if (!this.#open.delete(callId)) return 'unknown';
    this.#isAwaited ||= isAwaited;
    if (this.#open.size > 0) return 'wait';
    const isToGoOn = this.#isAwaited;
    this.#isAwaited = false;
    return isToGoOn ? 'go-on' : 'wait';
  }
}
