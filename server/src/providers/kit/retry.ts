import type { Clock } from '../../core/clock.ts';
import { abortError, ProviderError } from '../interfaces/provider-error.ts';

const DELAYS_MS = [200, 1_000];

/**
 * Retries with a delay before each further attempt, as long as the failure is retryable.
 * @param delaysMs one for each further try; two where it is absent
 */
export async function withRetries<Result>(
  work: () => Promise<Result>,
  {
    clock,
    signal,
    delaysMs = DELAYS_MS,
  }: { clock: Clock; signal: AbortSignal; delaysMs?: readonly number[] },
): Promise<Result> {
  for (const delayMs of delaysMs) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.retryable || signal.aborted) throw error;
    }
    await clock.sleep(delayMs, signal).catch(() => {
      throw abortError(signal);
    });
  }
  return work();
}
