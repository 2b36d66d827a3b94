import type { ErrorFamily } from '#contract/errors.ts';
import { AppError, type ErrorCode } from '../core/errors.ts';
import { DatabaseUnavailableError, StatementTooSlowError } from '../db/errors.ts';

export interface ErrorReply {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** Error family and wording of a route. */
export interface ErrorStyle {
  errors: ErrorFamily;
  /** Status of validation errors; default 422. */
  invalidStatus?: 400;
}

const STATUS: Record<ErrorCode, number> = {
  'bad-request': 400,
  unauthenticated: 401,
  'payment-required': 402,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'unsupported-encoding': 415,
  invalid: 422,
  'rate-limited': 429,
  unavailable: 503,
};

/** Converts any error to an HTTP answer in the error family of its resource. */
export function errorReply(thrown: unknown, style: ErrorStyle, requestId: string): ErrorReply {
  const error = asRefusal(thrown);
  const family = style.errors;
  if (!(error instanceof AppError)) {
    return reply(500, {
      ...familyBody(family, 'Something went wrong on our side.', 'SERVER_ERROR'),
      request_id: requestId,
    });
  }
  const status = STATUS[error.code];
  switch (error.code) {
    case 'unauthenticated':
      return { status, headers: { 'www-authenticate': 'Bearer' }, body: { message: error.message } };
    case 'too-large':
    case 'unsupported-encoding':
      return reply(status, { message: error.message });
    case 'rate-limited':
      return rateLimitedReply(error, family);
    case 'invalid':
      return invalidReply(error, style);
    default:
      return {
        status,
        headers: retryAfterHeader(error),
        body: { ...familyBody(family, error.message, reasonOf(error)), ...error.data },
      };
  }
}

function asRefusal(thrown: unknown): unknown {
  if (thrown instanceof DatabaseUnavailableError) {
    const message = 'The service is temporarily unavailable. Please try again.';
    return new AppError('unavailable', message, { retryAfterSeconds: 2, cause: thrown });
  }
  if (thrown instanceof StatementTooSlowError) {
    const message =
      'This request took too long and was stopped. Request less data, for example a shorter period, or try again later.';
    return new AppError('unavailable', message, { retryAfterSeconds: 60, cause: thrown });
  }
  return thrown;
}

function invalidReply(error: AppError, style: ErrorStyle): ErrorReply {
  const family = style.errors;
  // Errors that belong to no single field have the error family of the resource.
  if (error.fields === undefined) {
    return reply(STATUS.invalid, { ...familyBody(family, error.message, reasonOf(error)), ...error.data });
  }
  const body = { message: error.message, errors: error.fields, ...error.data };
  const status = style.invalidStatus ?? STATUS.invalid;
  return reply(status, family === 'status' ? { status: false, error: error.message, ...body } : body);
}

function rateLimitedReply(error: AppError, family: ErrorFamily): ErrorReply {
  const seconds = error.retryAfterSeconds ?? 1;
  return {
    status: 429,
    headers: { 'retry-after': String(seconds), ...limitHeaders(error), ...resetHeader(error) },
    body: {
      ...(family === 'status' ? familyBody(family, error.message, '') : {}),
      message: error.message,
      retry_after: seconds,
      ...(error.reason === undefined ? {} : { error_code: error.reason }),
    },
  };
}

function familyBody(family: ErrorFamily, text: string, reason: string): Record<string, unknown> {
  switch (family) {
    case 'message':
      return { message: text };
    case 'error':
      return { error: text };
    case 'coded':
      return { success: false, error: text, error_code: reason };
    case 'status':
      return { status: false, error: text };
    case 'success':
      return { message: text, success: false };
  }
}

function reasonOf(error: AppError): string {
  return error.reason ?? error.code.toUpperCase().replaceAll('-', '_');
}

/** Headers of the limit that was exceeded. A request may count against several limits. */
function limitHeaders({ limit }: AppError): Record<string, string> {
  return limit === undefined ? {} : { 'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': '0' };
}

function resetHeader({ retryAt }: AppError): Record<string, string> {
  return retryAt === undefined ? {} : { 'x-ratelimit-reset': String(Math.ceil(retryAt.getTime() / 1000)) };
}

function retryAfterHeader(error: AppError): Record<string, string> {
  return error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) };
}

function reply(status: number, body: Record<string, unknown>): ErrorReply {
  return { status, headers: {}, body };
}
