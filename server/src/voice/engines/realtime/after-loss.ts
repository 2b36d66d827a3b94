import type { ProviderError } from '../../../providers/interfaces/provider-error.ts';

/** Consecutive session losses before giving up when there is no other model. */
const MAX_LOSSES = 3;
/** With other models available, fail over sooner: callers do not wait for a third session. */
const MAX_LOSSES_WITH_FALLBACK = 2;

export interface SessionLoss {
  error: Pick<ProviderError, 'code' | 'retryable'>;
  /** The session was ready for at least `HEALTHY_MS`. */
  hasServed: boolean;
  /** The session is healthy, but a request failed despite its retries. */
  isRetried: boolean;
  /** Consecutive losses of this model, including this one. */
  losses: number;
  /** The assistant never had a fallback model. */
  hasNoFallback: boolean;
  /** An untried fallback model is left. */
  hasNext: boolean;
}

export type AfterLoss = 'reopen' | 'replace' | 'give-up';

/** Decides how to continue after a lost session: reopen the same model, replace it, or give up. */
export function afterLoss({
  error,
  hasServed,
  isRetried,
  losses,
  hasNoFallback,
  hasNext,
}: SessionLoss): AfterLoss {
  // An unreachable vendor or an unresponsive model has already cost seconds of silence and would again.
  const isSilent = error.code === 'timeout' && !hasServed;
  const isHopeless = !error.retryable || ((isSilent || isRetried) && !hasNoFallback);
  const max = hasNoFallback ? MAX_LOSSES : MAX_LOSSES_WITH_FALLBACK;
  if (!isHopeless && losses < max) return 'reopen';
  return hasNext ? 'replace' : 'give-up';
}
