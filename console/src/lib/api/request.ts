import { loadAllTexts } from '../i18n/catalogue.ts';
import { ApiError } from './api-error.ts';
import { answerCame } from './intention-key.ts';
import { csrfToken, notifySignedOut } from './session-state.ts';

type QueryValue = string | number | boolean | null | undefined;

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Undefined values are omitted. */
  query?: Readonly<Record<string, QueryValue>>;
  /** Sent as JSON; a FormData as multipart, a Blob unchanged. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** The same for each attempt at one action, so that it runs once. */
  idempotencyKey?: string;
  /** The accepted content type when it is not JSON. */
  accept?: string;
}

/**
 * Sends a request to the API as the logged-in user. `Answer` is the output type of the endpoint's schema in
 * `contract/`.
 * @param path relative to `/api`, for example `/user/calls`
 * @throws ApiError
 */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await send(path, options);
  const answer = await readJson(response).catch(notRead);
  answerCame(options.idempotencyKey, response.status);
  return asAnswer<Answer>(answer);
}

/** The same for responses that are not JSON. @throws ApiError */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const method = options.method ?? 'GET';
  let response: Response;
  try {
    response = await fetch(`/api${path}${queryText(options.query)}`, {
      method,
      headers: headersOf(method, options),
      body: bodyOf(options.body),
      credentials: 'same-origin',
      signal: options.signal ?? null,
    });
  } catch (error) {
    return notRead(error);
  }
  if (response.ok) return response;
  if (response.status === 401) notifySignedOut('ended');
  const body = await readJson(response).catch(() => ({}));
  answerCame(options.idempotencyKey, response.status);
  // A page before the login has no translations of the server's messages yet.
  if (response.status !== 401) await loadAllTexts();
  throw new ApiError({
    status: response.status,
    body: asRecord(body),
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: secondsIn(response.headers.get('retry-after')),
  });
}

function secondsIn(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

/**
 * Throws the error for a response that can't be read: the connection failed, or a proxy answered instead of the server.
 */
export function notRead(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiError({ status: 0, body: {}, requestId: null });
}

function headersOf(method: string, options: RequestOptions): Headers {
  const headers = new Headers({ accept: options.accept ?? 'application/json' });
  const token = csrfToken();
  if (method !== 'GET' && token !== null) headers.set('x-csrf-token', token);
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  if (isJson(options.body)) headers.set('content-type', 'application/json');
  return headers;
}

function isJson(body: unknown): boolean {
  return body !== undefined && !(body instanceof FormData) && !(body instanceof Blob);
}

function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  if (body instanceof FormData || body instanceof Blob) return body;
  return JSON.stringify(body);
}

function queryText(query: RequestOptions['query']): string {
  const entries = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  if (entries.length === 0) return '';
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()}`;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? {} : JSON.parse(text);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Not validated here: the server's tests check every response against its schema. */
function asAnswer<Answer>(value: unknown): Answer {
  return value as Answer;
}
