import { abortError, ProviderError } from '../providers/interfaces/provider-error.ts';

/** Shared, because creating an error costs more than the rest of an abort. */
const DISPOSED = new ProviderError('aborted', 'The work is over.');

/** An abort controller that also follows another signal. Disposing it aborts all remaining work. */
export class LinkedAbort implements Disposable {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  #rejectPending: ((reason: ProviderError) => void) | undefined;

  constructor(outer: AbortSignal) {
    this.#outer = outer;
    if (outer.aborted) this.abort(outer.reason);
    else outer.addEventListener('abort', this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
    this.#rejectPending?.(abortError(this.signal));
  }

  /**
   * Settles like `promise`, or rejects with a `ProviderError` as soon as the signal is aborted. Only one race at a
   * time, so that a stream adds no abort listener per token.
   */
  race<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#rejectPending = reject;
      promise.then(resolve, reject);
      if (this.signal.aborted) reject(abortError(this.signal));
    });
  }

  [Symbol.dispose](): void {
    this.#outer.removeEventListener('abort', this.#follow);
    this.#rejectPending = undefined;
    this.#controller.abort(DISPOSED);
  }

  readonly #follow = (): void => this.abort(this.#outer.reason);
}
