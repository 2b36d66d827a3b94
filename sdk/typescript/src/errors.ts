/** Details of a refused or failed request. */
export interface ErrorDetails {
  /** HTTP status; null if there was no response. */
  status: number | null;
  /** Machine-readable code of the response, such as `SESSION_EXPIRED`; null if it has none. */
  code: string | null;
  /** `X-Request-Id` of the response, which the server's log contains too. */
  requestId: string | null;
  /** Messages by field, for invalid fields. Nested fields use dots: `post_call_schema.0.name`. */
  fields: Readonly<Record<string, readonly string[]>>;
  /** Parsed body of the response, or its text. */
  body: unknown;
}

const NO_RESPONSE: ErrorDetails = { status: null, code: null, requestId: null, fields: {}, body: null };

/** Base class of all errors of this package. */
export class ParleyError extends Error implements ErrorDetails {
  readonly status: number | null;
  readonly code: string | null;
  readonly requestId: string | null;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly body: unknown;

  constructor(message: string, { cause, ...details }: Partial<ErrorDetails> & { cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    const { status, code, requestId, fields, body } = { ...NO_RESPONSE, ...details };
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.fields = fields;
    this.body = body;
  }
}

/** No response arrived: the server is unreachable, or the connection broke. */
export class ConnectionError extends ParleyError {}

/** No response arrived within the timeout. */
export class TimeoutError extends ConnectionError {}

/** 400: the request is malformed, or the action is not possible. */
export class BadRequestError extends ParleyError {}

/** 401: the API key is missing, wrong, expired or deleted. */
export class AuthenticationError extends ParleyError {}

/** 402: the balance is too low. */
export class InsufficientBalanceError extends ParleyError {}

/** 403: refused, for example because the 24-hour window is closed or the plan's limit is reached. */
export class PermissionDeniedError extends ParleyError {}

/** 404: the object does not exist or belongs to another account. */
export class NotFoundError extends ParleyError {}

/** 409: the object's state does not allow this, or a request with the same idempotency key is still running. */
export class ConflictError extends ParleyError {}

/** 422: fields are invalid; `fields` has the messages. */
export class ValidationError extends ParleyError {}

/** 429: too many requests. */
export class RateLimitError extends ParleyError {
  /** Seconds until the next request is allowed; null if the server does not say. */
  readonly retryAfter: number | null;

  constructor(message: string, details: Partial<ErrorDetails> & { retryAfter: number | null }) {
    super(message, details);
    this.retryAfter = details.retryAfter;
  }
}

/** 5xx: the server or a carrier behind it failed. */
export class ServerError extends ParleyError {}

/** The signature of a webhook is missing, wrong or too old. */
export class WebhookVerificationError extends ParleyError {}

const BY_STATUS: Readonly<Record<number, typeof ParleyError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: InsufficientBalanceError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
};

/** The error for a response that is not a success. */
export function errorOf(response: Response, text: string): ParleyError {
  const { status } = response;
  const body = parsedOrText(text);
  const { message, error, error_code, errors, request_id } = asErrorBody(body);
  const details: ErrorDetails = {
    status,
    code: error_code ?? null,
    requestId: response.headers.get('x-request-id') ?? request_id ?? null,
    fields: errors ?? {},
    body,
  };
  const said = message ?? error ?? `The server answered with status ${status}.`;
  if (status === 429) return new RateLimitError(said, { ...details, retryAfter: retryAfterOf(response) });
  const Kind = BY_STATUS[status] ?? (status >= 500 ? ServerError : ParleyError);
  return new Kind(said, details);
}

/** Seconds of the `Retry-After` header, which is a number or a date; null without one. */
export function retryAfterOf({ headers }: Response): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

interface ErrorBody {
  message?: string;
  error?: string;
  error_code?: string;
  errors?: Readonly<Record<string, string[]>>;
  request_id?: string;
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The known members of an error body of any of the API's families. */
function asErrorBody(body: unknown): ErrorBody {
  if (typeof body !== 'object' || body === null) return {};
  const known: ErrorBody = {};
  for (const [name, value] of Object.entries(body)) {
    if (name === 'errors' && isFieldErrors(value)) known.errors = value;
    if (typeof value !== 'string') continue;
    if (name === 'message' || name === 'error' || name === 'error_code' || name === 'request_id') {
      known[name] = value;
    }
  }
  return known;
}

function isFieldErrors(value: unknown): value is Record<string, string[]> {
  return typeof value === 'object' && value !== null && Object.values(value).every(Array.isArray);
}
