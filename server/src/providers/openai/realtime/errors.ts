import type { ProviderErrorCode } from '../../interfaces/provider-error.ts';

const LIMITS = new Set(['rate_limit_exceeded', 'insufficient_quota', 'too_many_requests']);
const BROKEN = new Set([
  'server_error',
  'internal_error',
  'session_expired',
  'service_unavailable',
  'unknown',
]);
/** Errors after which the server closes the session. */
const FATAL = new Set(['session_expired', 'invalid_api_key', 'insufficient_quota', 'model_not_found']);

/** Maps OpenAI's error code to ours, which decides about retries. */
export function codeOfError(code: string): ProviderErrorCode {
  if (LIMITS.has(code)) return code === 'insufficient_quota' ? 'rejected' : 'rate-limited';
  return BROKEN.has(code) ? 'unavailable' : 'rejected';
}

export function isFatalError(code: string): boolean {
  return FATAL.has(code);
}
