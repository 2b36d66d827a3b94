/**
 * Why a provider failed. `timeout`, `unavailable`, `rate-limited`: a retry may work. `rejected`: our request or key is
 * wrong. `malformed`: the response could not be parsed. `aborted`: we aborted it ourselves.
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
  /** The vendor's requested delay before a retry; null if the vendor gave none. */
  readonly retryAfterMs: number | null;

  constructor(code: ProviderErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.retryAfterMs = cause instanceof VendorCause ? cause.retryAfterMs : null;
    this.name = 'ProviderError';
    this.code = code;
    this.retryable = code === 'timeout' || code === 'unavailable' || code === 'rate-limited';
  }
}

/** The error of an aborted call: the abort's reason if it is a `ProviderError` (a time limit), else `aborted`. */
export function abortError(signal: AbortSignal): ProviderError {
  if (signal.reason instanceof ProviderError) return signal.reason;
  return new ProviderError('aborted', 'The call was aborted before it finished.', signal.reason);
}
