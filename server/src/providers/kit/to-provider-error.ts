import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider';
import { isJsonObject } from '../interfaces/json.ts';
import {
  abortError,
  ProviderError,
  type ProviderErrorCode,
  VendorCause,
} from '../interfaces/provider-error.ts';

const CAUSE_CHARACTERS = 300;

const TIMEOUT_CODES = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/**
 * Classifies an error that a vendor SDK threw or streamed. Our message contains the vendor's status only, because
 * customers may read it. The vendor's message is the `cause`; the request, which SDK errors contain, is dropped.
 */
export function toProviderError(error: unknown, signal: AbortSignal): ProviderError {
  if (signal.aborted) return abortError(signal);
  if (error instanceof ProviderError) return error;
  const [code, message] = sort(error);
  return new ProviderError(code, message, slim(error));
}

function sort(error: unknown): [ProviderErrorCode, string] {
  const status = statusOf(error);
  if (status !== undefined && status >= 300) {
    return [codeOfStatus(status), `The model endpoint responded with status ${status}.`];
  }
  const systemCode = systemCodeOf(error);
  if (systemCode !== undefined && TIMEOUT_CODES.has(systemCode)) {
    return ['timeout', 'The model endpoint did not answer in time.'];
  }
  if (systemCode === undefined && isUnreadable(error)) {
    return ['malformed', "The model endpoint's answer could not be read."];
  }
  return ['unavailable', 'The model endpoint is unreachable or the connection was lost.'];
}

/** Details for the operator, without the customer's conversation. */
function slim(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error(messageOf(error));
  return new VendorCause(`${name}: ${message.slice(0, CAUSE_CHARACTERS)}`, retryAfterMs(error));
}

/** Reads `retry-after-ms` or `retry-after`; a date is compared with the vendor's clock. */
function retryAfterMs(error: unknown): number | null {
  const headers = APICallError.isInstance(error) ? error.responseHeaders : undefined;
  const exact = Number(headers?.['retry-after-ms'] ?? Number.NaN);
  const after = headers?.['retry-after'] ?? '';
  const seconds = after.trim() === '' ? Number.NaN : Number(after);
  const untilDate = Date.parse(after) - Date.parse(headers?.['date'] ?? '');
  return [exact, seconds * 1000, untilDate].find((ms) => Number.isFinite(ms) && ms >= 0) ?? null;
}

function messageOf(error: unknown): string {
  const message = isJsonObject(error) ? error['message'] : error;
  return typeof message === 'string' ? message : 'unknown error';
}

function codeOfStatus(status: number): ProviderErrorCode {
  if (status === 429) return 'rate-limited';
  if (status === 408 || status === 504) return 'timeout';
  return status >= 500 || status === 409 ? 'unavailable' : 'rejected';
}

/** The HTTP status of an error, including errors that a vendor sends inside a stream. */
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
    if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
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
