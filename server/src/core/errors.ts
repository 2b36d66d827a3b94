/**
 * The closed set of reasons for which a verb refuses. Each transport maps them once:
 * HTTP in `http/error-reply.ts`, the CLI in `bin/parley.ts`.
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

/** Broken rules by field; nested fields are written with dots (`post_call_schema.0.name`). */
export type FieldErrors = Record<string, string[]>;

interface AppErrorDetails {
  /** Only for `invalid`: every broken field with its texts. */
  fields?: FieldErrors;
  /** Machine-readable detail of the messaging family, for example `SESSION_EXPIRED`. */
  reason?: string;
  /** Further members of the reply's body. */
  data?: Record<string, unknown>;
  /** Only for `rate-limited` and `unavailable`: when another try makes sense. */
  retryAfterSeconds?: number;
  /** The same as an instant, where a limit says so. */
  retryAt?: Date;
  /** Only for `rate-limited`: how many requests the limit that refused allows. */
  limit?: number;
  cause?: unknown;
}

/** A refusal that the caller may read. Anything else that is thrown is a defect and shows only a request id. */
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

/** `Assistant not found.`, `ASSISTANT_NOT_FOUND`: the same for a missing, a foreign and an unreadable id. */
export function notFound(what: string): AppError {
  const reason = `${what.toUpperCase().replaceAll(' ', '_')}_NOT_FOUND`;
  return new AppError('not-found', `${what} not found.`, { reason });
}

/**
 * A refusal that names every broken field at once.
 * The message is the first text; with n more it ends "(and n more errors)".
 */
export function invalid(fields: FieldErrors): AppError {
  const texts = Object.values(fields).flat();
  const more = texts.length - 1;
  const suffix = more === 0 ? '' : ` (and ${more} more error${more === 1 ? '' : 's'})`;
  return new AppError('invalid', `${texts[0] ?? 'The given data was invalid.'}${suffix}`, { fields });
}

/** What an unknown failure says of itself. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
