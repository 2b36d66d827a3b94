import type { ProviderError } from '../providers/interfaces/provider-error.ts';

const DELAYS_MS = [300, 1_000];
/** Longest wait for the model when a fallback is available. */
const WAIT_WITH_FALLBACK_MS = 3_000;

interface FailedAttempt {
  error: ProviderError;
  /** Retries of the same request so far. */
  retries: number;
  tookMs: number;
  /** Time left in the turn. */
  leftMs: number;
  hasFallback: boolean;
  limits: { retries: number; retryWaitMs: number; firstEventMs: number };
  /** 0 to 1, for the jitter. */
  random: number;
}

/** Delay before the same model is retried; null for no retry. */
export function retryWaitMs(failed: FailedAttempt): number | null {
  const { error, retries, limits, random } = failed;
  const delayMs = DELAYS_MS[retries];
  if (delayMs === undefined || retries >= limits.retries || !mayPass(failed)) return null;
  const askedMs = (error.retryAfterMs ?? 0) * (1 + random / 10);
  const waitMs = Math.ceil(Math.max(delayMs * (0.5 + random), askedMs));
  const longestMs = failed.hasFallback ? WAIT_WITH_FALLBACK_MS : limits.retryWaitMs;
  return waitMs <= longestMs && waitMs < failed.leftMs ? waitMs : null;
}

/** A model that sent nothing until the time limit is not retried; one with a broken or malformed answer is. */
function mayPass({ error, tookMs, limits }: FailedAttempt): boolean {
  if (error.code === 'timeout') return tookMs < limits.firstEventMs;
  return error.retryable || error.code === 'malformed';
}
