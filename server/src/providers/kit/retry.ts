import type { Clock } from '../../core/clock.ts';
import { abortError, ProviderError } from '../spec/provider-error.ts';

const DELAYS_MS = [200, 1_000];

/** Tries up to three times, with a wait between, as long as the failure says that another try may work. */
export async function withRetries<Result>(
  work: () => Promise<Result>,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<Result> {
  for (const delayMs of DELAYS_MS) {
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
