import type { FieldErrors } from '#contract/validation.ts';

/** A refusal of the API, whatever family its body belongs to. `status` 0: the server was not reached. */
export class ApiError extends Error {
  readonly status: number;
  /** Broken rules by field; empty when it is no matter of fields. */
  readonly fields: FieldErrors;
  /** The body as it came, for what single endpoints add. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  /** When to try again, where the server says it. */
  readonly retryAfterSeconds: number | null;

  constructor(parts: {
    status: number;
    body: Readonly<Record<string, unknown>>;
    requestId: string | null;
    retryAfterSeconds?: number | null;
  }) {
    super(isSessionOver(parts) ? SESSION_OVER : (messageIn(parts.body) ?? wordsFor(parts.status)));
    this.name = 'ApiError';
    this.status = parts.status;
    this.body = parts.body;
    this.fields = fieldsIn(parts.body);
    this.requestId = parts.requestId;
    this.retryAfterSeconds = parts.retryAfterSeconds ?? null;
  }
}

const SESSION_OVER = 'Your session has ended. Log in again, then do this once more.';

/** Other endpoints answer 401 too, with words of their own: a login whose password is wrong. */
function isSessionOver({ status, body }: Pick<ApiError, 'status' | 'body'>): boolean {
  return status === 401 && messageIn(body) === 'Unauthenticated.';
}

/** What to show a person of anything that was thrown. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}

/** What was asked for is not there, or is no more. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** What was refused, by field; empty when it is no matter of fields. */
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

function wordsFor(status: number): string {
  if (status === 0) return 'The server cannot be reached. Check the connection, then try again.';
  if (status === 413) return 'This is too large for the server. Send less at once.';
  if (status === 429) return 'Too many requests. Wait a moment, then try again.';
  if (status >= 500) return 'The server failed at this. Try again; its log says more.';
  return 'The server refused this. Load the page anew, then try again.';
}
