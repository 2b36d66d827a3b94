/** Limit of open calls, for a model that never stops calling. */
const MAX_OPEN_CALLS = 64;

/** Open tool calls; after the last result, the model may continue. */
export class FunctionCalls {
  readonly #open = new Set<string>();
  #isAwaited = false;

  called(callId: string): void {
    if (this.#open.size < MAX_OPEN_CALLS) this.#open.add(callId);
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
