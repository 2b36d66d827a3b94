import { abortError } from '../interfaces/provider-error.ts';

/** What the promise says, or the abort's `ProviderError` as soon as the signal is aborted; the promise is left alone then. */
export function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(abortError(signal));
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
