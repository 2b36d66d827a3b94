import type { Clock } from '../core/clock.ts';
import { ProviderError } from '../providers/interfaces/provider-error.ts';
import { LinkedAbort } from './linked-abort.ts';

/** One for all: an abort without a reason makes a DOMException, which costs more than the rest of a turn. */
const OVER = new Error('The wait is over.');

/** Calls `onExpiry` after `delayMs` unless it is disposed before; leaves no timer behind. */
export function timeLimit(clock: Clock, delayMs: number, onExpiry: () => void): Disposable {
  const waiting = new AbortController();
  const expire = (): void => {
    // The time was over, and the limit was disposed of before anybody was told.
    if (!waiting.signal.aborted) onExpiry();
  };
  clock.sleep(delayMs, waiting.signal).then(expire, () => {});
  return { [Symbol.dispose]: () => waiting.abort(OVER) };
}

/**
 * The outcome of `work`, which gets a signal that is aborted when the time is over, the outer signal is aborted or
 * the outcome is there. Rejects at once with `timeout` or `aborted`, whether the work listens or not.
 */
export async function withTimeLimit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  bounds: { timeoutMs: number; clock: Clock; signal: AbortSignal },
): Promise<T> {
  const stop = new LinkedAbort(bounds.signal);
  const limit = timeLimit(bounds.clock, bounds.timeoutMs, () =>
    stop.abort(new ProviderError('timeout', `No answer within ${bounds.timeoutMs} ms.`)),
  );
  try {
    return await stop.race(work(stop.signal));
  } finally {
    limit[Symbol.dispose]();
    stop[Symbol.dispose]();
  }
}
