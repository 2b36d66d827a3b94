import type { FieldErrors } from '#contract/validation.ts';
import { t } from '../i18n/t.ts';
import { translateServerText } from '../i18n/translate-server-text.ts';

/** An error response of the API, in any of its formats. `status` is 0 if the server was not reached. */
export class ApiError extends Error {
  readonly status: number;
  /** Validation errors by field; empty for other errors. */
  readonly fields: FieldErrors;
  /** The response body, for details of single endpoints. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  /** When to try again, if the server says so. */
  readonly retryAfterSeconds: number | null;

  constructor(parts: {
    status: number;
    body: Readonly<Record<string, unknown>>;
    requestId: string | null;
    retryAfterSeconds?: number | null;
  }) {
    super(isSessionOver(parts) ? SESSION_OVER : wordsOf(parts));
    this.name = 'ApiError';
    this.status = parts.status;
    this.body = parts.body;
    this.fields = fieldsIn(parts.body);
    this.requestId = parts.requestId;
    this.retryAfterSeconds = parts.retryAfterSeconds ?? null;
  }
}

const SESSION_OVER = t('Your session has ended. Log in, then try again.');

/** Distinguishes an ended session from other 401 responses, such as a wrong password. */
function isSessionOver({ status, body }: Pick<ApiError, 'status' | 'body'>): boolean {
  return status === 401 && messageIn(body) === 'Unauthenticated.';
}

/** The message to show for any thrown value. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : t('Something went wrong. Try again.');
}

/** True if the requested object doesn't exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Validation errors by field; empty for other errors. */
export function fieldErrors(error: unknown): FieldErrors {
  return error instanceof ApiError ? error.fields : {};
}

function messageIn(body: Readonly<Record<string, unknown>>): string | null {
  for (const text of [body['message'], body['error']]) {
    if (typeof text === 'string' && text !== '') return text;
  }
  return null;
}

function fieldsIn(body: Readonly<Record<string, unknown>>): FieldErrors {
  const errors = body['errors'];
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field, Array.isArray(texts) ? texts.map(String) : []]),
  );
}

function wordsOf({ status, body }: Pick<ApiError, 'status' | 'body'>): string {
  const message = messageIn(body);
  return message === null ? wordsFor(status) : translateServerText(message);
}

function wordsFor(status: number): string {
  if (status === 0) return t('The server can’t be reached. Check your connection, then try again.');
  if (status === 413) return t('The request is too large. Send less at a time.');
  if (status === 429) return t('Too many requests. Wait a moment, then try again.');
  if (status >= 500) return t('The server failed. Try again, or check its log.');
  return t('The server refused the request. Reload the page, then try again.');
}
