/**
 * Closed set of error codes. Each transport maps them once: HTTP in `http/error-reply.ts`, the CLI in `bin/parley.ts`.
 */
export type ErrorCode =
  | 'bad-request'
  | 'unauthenticated'
  | 'payment-required'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'unsupported-encoding'
  | 'invalid'
  | 'rate-limited'
  | 'unavailable';

/** Broken rules by field; nested fields use dots (`post_call_schema.0.name`). */
export type FieldErrors = Record<string, string[]>;

interface AppErrorDetails {
  /** Only for `invalid`: messages by field. */
  fields?: FieldErrors;
  /** Machine-readable detail of messaging errors, for example `SESSION_EXPIRED`. */
  reason?: string;
  /** Extra members of the response body. */
  data?: Record<string, unknown>;
  /** Only for `rate-limited` and `unavailable`: delay before a retry makes sense. */
  retryAfterSeconds?: number;
  /** Only for `rate-limited`: when the next request may pass, if the limit knows it. */
  retryAt?: Date;
  /** Only for `rate-limited`: requests that the limit allows. */
  limit?: number;
  cause?: unknown;
}

/** An error that the client may read. Any other thrown value is a bug; the client only gets a request id. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly reason: string | undefined;
  readonly data: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly retryAt: Date | undefined;
  readonly limit: number | undefined;

  constructor(code: ErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields;
    this.reason = details.reason;
    this.data = details.data;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.retryAt = details.retryAt;
    this.limit = details.limit;
  }
}

/** `Assistant not found.`, `ASSISTANT_NOT_FOUND`: the same for ids that are missing, malformed or of another account. */
export function notFound(what: string): AppError {
  const reason = `${what.toUpperCase().replaceAll(' ', '_')}_NOT_FOUND`;
  return new AppError('not-found', `${what} not found.`, { reason });
}

/**
 * Reports all broken fields. The message is the first text; with n more it ends in "(and n more errors)".
 * @param data extra members of the response body
 */
export function invalid(fields: FieldErrors, data: Record<string, unknown> = {}): AppError {
  const texts = Object.values(fields).flat();
  const more = texts.length - 1;
  const suffix = more === 0 ? '' : ` (and ${more} more error${more === 1 ? '' : 's'})`;
  return new AppError('invalid', `${texts[0] ?? 'The given data was invalid.'}${suffix}`, { fields, data });
}

/** The message of an unknown thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
