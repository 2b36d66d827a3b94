import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider';
import { abortError, ProviderError, type ProviderErrorCode } from '../spec/provider-error.ts';

const TIMEOUT_CODES = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/**
 * Sorts whatever a vendor package threw or streamed. The message names the vendor's status, never its answer:
 * that may repeat the request, and customers may read ours. The original travels as `cause`.
 */
export function toProviderError(error: unknown, signal: AbortSignal): ProviderError {
  if (signal.aborted) return abortError(signal);
  if (error instanceof ProviderError) return error;
  const status = statusOf(error);
  if (status !== undefined && status >= 300) {
    return new ProviderError(
      codeOfStatus(status),
      `The model endpoint answered with status ${status}.`,
      error,
    );
  }
  if (isUnreadable(error)) {
    return new ProviderError('malformed', "The model endpoint's answer could not be read.", error);
  }
  const code = systemCodeOf(error);
  if (code !== undefined && TIMEOUT_CODES.has(code)) {
    return new ProviderError('timeout', 'The model endpoint did not answer in time.', error);
  }
  return new ProviderError('unavailable', 'The model endpoint could not be reached or broke off.', error);
}

function codeOfStatus(status: number): ProviderErrorCode {
  if (status === 429) return 'rate-limited';
  if (status === 408 || status === 504) return 'timeout';
  return status >= 500 || status === 409 ? 'unavailable' : 'rejected';
}

/** Also of errors that a vendor sends inside a stream. */
function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

function isUnreadable(error: unknown): boolean {
  for (const cause of causes(error)) {
    if (JSONParseError.isInstance(cause) || TypeValidationError.isInstance(cause)) return true;
    if (InvalidResponseDataError.isInstance(cause) || EmptyResponseBodyError.isInstance(cause)) return true;
  }
  return APICallError.isInstance(error) && error.statusCode !== undefined;
}

function systemCodeOf(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    if (typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string') {
      return cause.code;
    }
  }
  return undefined;
}

function* causes(error: unknown): Generator<unknown> {
  let current = error;
  for (let depth = 0; depth < 8 && current !== undefined; depth += 1) {
    yield current;
    current = current instanceof Error ? current.cause : undefined;
  }
}
