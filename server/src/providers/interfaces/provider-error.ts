/**
 * Why a provider failed, decided at birth.
 * `timeout`, `unavailable`, `rate-limited`: another try may work. `rejected`: our request or key is wrong.
 * `malformed`: the answer could not be read. `aborted`: we ended it ourselves.
 */
export type ProviderErrorCode =
  | 'timeout'
  | 'unavailable'
  | 'rate-limited'
  | 'rejected'
  | 'malformed'
  | 'aborted';

/** A vendor's failure, and whether it may be retried. */
export class VendorCause extends Error {
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

export class ProviderError extends Error {
  readonly code: ProviderErrorCode;
  readonly retryable: boolean;
  /** How long the vendor asks to wait before a retry; null: not given. */
  readonly retryAfterMs: number | null;

  constructor(code: ProviderErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.retryAfterMs = cause instanceof VendorCause ? cause.retryAfterMs : null;
    this.name = 'ProviderError';
    this.code = code;
    this.retryable = code === 'timeout' || code === 'unavailable' || code === 'rate-limited';
  }
}

/**
 * The error of a call that was aborted: the abort's own reason where it says why (a time limit),
 * else `aborted`.
 */
export function abortError(signal: AbortSignal): ProviderError {
  if (signal.reason instanceof ProviderError) return signal.reason;
  return new ProviderError('aborted', 'The call was ended before it finished.', signal.reason);
}
