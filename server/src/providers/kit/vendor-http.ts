import { Agent, type Dispatcher } from 'undici';
import { abortError, ProviderError } from '../interfaces/provider-error.ts';
import { statusError } from './status-error.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const HEADERS_TIMEOUT_MS = 20_000;
/** Longest silence within a response. */
const BODY_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;
const MAX_COMPLAINT_BYTES = 2_000;

export interface VendorRequest {
  /** Display name: `OpenAI`. */
  vendor: string;
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  signal: AbortSignal;
}

export interface VendorAnswer {
  contentType: string;
  /** Ending the iteration ends the request. Throws a `ProviderError`. */
  body: AsyncIterable<Uint8Array>;
}

/**
 * HTTP requests to vendors over keep-alive connections. Redirects are not followed, so that a key never reaches another
 * host.
 */
export interface VendorHttp {
  /** Resolves with a success response, else throws a `ProviderError`. */
  send(request: VendorRequest): Promise<VendorAnswer>;
  close(): Promise<void>;
}

export function openVendorHttp(): VendorHttp {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
  });
  return { send: (request) => send(agent, request), close: () => agent.destroy() };
}

/** The whole body as text; throws `malformed` above `maxBytes`. */
export async function readText({ body }: VendorAnswer, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let left = maxBytes;
  for await (const part of body) {
    left -= part.length;
    if (left < 0) throw new ProviderError('malformed', 'The response is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

async function send(agent: Agent, request: VendorRequest): Promise<VendorAnswer> {
  const { vendor, method, url, headers, body = null, signal } = request;
  const { origin, pathname, search } = new URL(url);
  let answer: Dispatcher.ResponseData;
  try {
    answer = await agent.request({ origin, path: pathname + search, method, headers, body, signal });
  } catch (error) {
    throw failureOf(vendor, error, signal);
  }
  if (answer.statusCode !== 200) throw await refusal(vendor, answer);
  const contentType = String(answer.headers['content-type'] ?? '').toLowerCase();
  return { contentType, body: guarded(answer.body, request) };
}

async function* guarded(
  body: AsyncIterable<Uint8Array>,
  { vendor, signal }: VendorRequest,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of body) yield part;
  } catch (error) {
    throw failureOf(vendor, error, signal);
  }
}

/** The vendor's message becomes the cause, because it may repeat the request. */
async function refusal(vendor: string, answer: Dispatcher.ResponseData): Promise<ProviderError> {
  let complaint = '';
  try {
    for await (const part of answer.body) {
      complaint += String(part);
      if (complaint.length > MAX_COMPLAINT_BYTES) break;
    }
  } catch {
    // The status suffices.
  }
  return statusError(vendor, answer.statusCode, complaint);
}

const TIMEOUTS = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'];

function failureOf(vendor: string, error: unknown, signal: AbortSignal): ProviderError {
  if (signal.aborted) return abortError(signal);
  if (error instanceof ProviderError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (TIMEOUTS.includes(code))
    return new ProviderError('timeout', `${vendor} did not answer in time.`, error);
  return new ProviderError('unavailable', `${vendor} is unreachable or the connection was lost.`, error);
}
