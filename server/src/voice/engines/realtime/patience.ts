/** One answer may fail; a model that fails the next one as well is as good as lost. */
const MOST_FAILURES = 1;
/** More than any question needs: whoever waits on the telephone hears nothing of it. */
const MOST_SILENT_CALLS = 20;

/** How much a realtime model whose session is well may fail, one after the other, before it is taken for lost. */
export class Patience {
  #failures = 0;
  #silentCalls = 0;

  /** Something of an answer was said, or written. */
  spoke(): void {
    this.#silentCalls = 0;
  }

  /** An answer came to its end. */
  answered(): void {
    this.#failures = 0;
  }

  /** An answer failed. @returns whether the model is to be asked again */
  bearsFailure(): boolean {
    this.#failures += 1;
    return this.#failures <= MOST_FAILURES;
  }

  /** A tool is called. @returns whether it is to be run */
  bearsCall(): boolean {
    this.#silentCalls += 1;
    return this.#silentCalls <= MOST_SILENT_CALLS;
  }

  /** Another model goes on, which has done nothing wrong. */
  renew(): void {
    this.#failures = 0;
    this.#silentCalls = 0;
  }
}
