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

export class ProviderError extends Error {
  readonly code: ProviderErrorCode;
  readonly retryable: boolean;

  constructor(code: ProviderErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ProviderError';
    this.code = code;
    this.retryable = code === 'timeout' || code === 'unavailable' || code === 'rate-limited';
  }
}
