import { ProviderError, type ProviderErrorCode } from '../interfaces/provider-error.ts';

/** Error code by HTTP status, which decides about retries. */
export function codeOfStatus(status: number): ProviderErrorCode {
  if (status === 429) return 'rate-limited';
  if (status === 408 || status === 504) return 'timeout';
  return status >= 500 || status === 409 ? 'unavailable' : 'rejected';
}

/** @param vendor display name @param cause the vendor's message, which our message never repeats */
export function statusError(vendor: string, status: number, cause?: string): ProviderError {
  const reason = cause === undefined ? undefined : new Error(cause.slice(0, 300));
  return new ProviderError(codeOfStatus(status), `${vendor} responded with status ${status}.`, reason);
}
