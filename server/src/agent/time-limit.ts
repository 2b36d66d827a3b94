import type { Clock } from '../core/clock.ts';
import { ProviderError } from '../providers/interfaces/provider-error.ts';
import { LinkedAbort } from './linked-abort.ts';

/** Shared, because an abort without a reason creates a DOMException, which costs more than the rest of a turn. */
const DISPOSED = new Error('The wait is over.');

/** Calls `onExpiry` after `delayMs`, unless disposed before; leaves no timer behind. */
export function timeLimit(clock: Clock, delayMs: number, onExpiry: () => void): Disposable {
  const waiting = new AbortController();
  const expire = (): void => {
    // The time had passed, but the limit was disposed before this microtask.
    if (!waiting.signal.aborted) onExpiry();
  };
  clock.sleep(delayMs, waiting.signal).then(expire, () => {});
  return { [Symbol.dispose]: () => waiting.abort(DISPOSED) };
}

/** Calls `onExpiry` when `touch` has not been called for `idleMs`, unless disposed before. Keeps one timer. */
export function idleLimit(
  clock: Clock,
  idleMs: number,
  onExpiry: () => void,
): Disposable & { touch(): void } {
  let endsAtMs = clock.monotonicMs() + idleMs;
  const wait = (ms: number): Disposable =>
    timeLimit(clock, ms, () => {
      const leftMs = endsAtMs - clock.monotonicMs();
      if (leftMs <= 0) onExpiry();
      else waiting = wait(leftMs);
    });
  let waiting = wait(idleMs);
  return {
    touch: () => {
      endsAtMs = clock.monotonicMs() + idleMs;
    },
    [Symbol.dispose]: () => waiting[Symbol.dispose](),
  };
}

/**
 * The result of `work`, whose signal is aborted at the time limit, by the outer signal, or once the result is there.
 * Rejects immediately with `timeout` or `aborted`, even if the work ignores its signal.
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
