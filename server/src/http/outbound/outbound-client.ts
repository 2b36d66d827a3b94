import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { CONNECTION_HEADERS } from '#contract/tools.ts';
import type { Clock } from '../../core/clock.ts';
import type { AddressRange } from './address-rules.ts';
import { Deadlines } from './deadlines.ts';
import { describeFailure } from './failures.ts';
import { guardedConnector, type Resolve, resolveWithSystem } from './guarded-connect.ts';
import {
  type OutboundClient,
  OutboundFailure,
  type OutboundRequest,
  type OutboundResult,
  type OutboundStream,
} from './outbound-request.ts';
import { type Hop, nextHop, redirectTarget } from './redirect-rules.ts';
import { addressProblem, checkUrl, refusalReason } from './url-rules.ts';

export interface OutboundClientOptions {
  /** Ranges from `parseAddressRanges`; public addresses only if empty. */
  allowPrivate: readonly AddressRange[];
  clock: Clock;
  resolve?: Resolve | undefined;
  /** Maximum number of connections, and so of concurrent requests, per origin. */
  connectionsPerOrigin?: number | undefined;
}

const connectTimeoutMs = 10_000;
const idleConnectionMs = 4_000;
/** Shorter, because a request on a connection that the server is closing cannot be repeated. */
const idleStreamConnectionMs = 1_000;
/** Maximum bytes of a redirect's body that are read to keep the connection. */
const redirectBodyBytes = 16_384;

/** HTTP client for all URLs that customers choose: webhooks, tools, websites. */
export function createOutboundClient(options: OutboundClientOptions): OutboundClient {
  const connection = {
    connect: guardedConnector({
      allowPrivate: options.allowPrivate,
      resolve: options.resolve ?? resolveWithSystem,
      connectTimeoutMs,
    }),
    allowH2: false,
    keepAliveTimeout: idleConnectionMs,
    // Upper bound for a server's Keep-Alive timeout.
    keepAliveMaxTimeout: 30_000,
  };
  const agent = new Agent({ ...connection, connections: options.connectionsPerOrigin ?? 16 });
  // Separate and unlimited, because streams that stay open would use up the connections of other requests.
  const streams = new Agent({ ...connection, keepAliveTimeout: idleStreamConnectionMs });
  const deadlines = new Deadlines(options.clock);
  const underWay = new Set<Promise<OutboundResult>>();
  let closed = false;
  return {
    addressProblem: (url) => addressProblem(url, options.allowPrivate),
    request: async (request) => {
      if (closed) throw new Error('The outbound client is closed.');
      const result = requestWithin(request, { agent, deadlines, allowPrivate: options.allowPrivate });
      underWay.add(result);
      return result.finally(() => underWay.delete(result));
    },
    stream: async (request) => {
      if (closed) throw new Error('The outbound client is closed.');
      return openStream(request, { dispatcher: streams, allowPrivate: options.allowPrivate });
    },
    close: async () => {
      closed = true;
      await Promise.allSettled(underWay);
      deadlines.close();
      await Promise.all([agent.destroy(), streams.destroy()]);
    },
  };
}

async function openStream(
  request: OutboundStream,
  { dispatcher, allowPrivate }: Omit<Transport, 'signal'>,
): Promise<Response> {
  const { method, signal } = request;
  signal.throwIfAborted();
  const url = checkUrl(request.url, allowPrivate);
  if (!(url instanceof URL)) throw new OutboundFailure(refusalReason(url));
  // Compressed streams could grow without limit.
  const headers = { ...sendableHeaders(request.headers ?? {}), 'accept-encoding': 'identity' };
  const hop: Hop = { method, url, headers, body: request.body ?? null };
  try {
    const answer = await send(hop, 0, { dispatcher, allowPrivate, signal });
    // A destroyed stream emits an error, which would crash the process without a listener.
    answer.body.on('error', () => {});
    const { statusCode: status } = answer;
    const init = { status, headers: flatHeaders(answer.headers) };
    if (status === 204 || status === 205 || status === 304) {
      answer.body.dump({ limit: redirectBodyBytes }).catch(() => {});
      return new Response(null, init);
    }
    return new Response(Readable.toWeb(Readable.from(limited(answer.body, request.maxResponseBytes))), init);
  } catch (error) {
    signal.throwIfAborted();
    const failure = describeFailure(error);
    throw new OutboundFailure('reason' in failure ? failure.reason : 'The host did not answer in time.');
  }
}

async function* limited(body: Body, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    const part = asBuffer(chunk);
    bytes += part.length;
    if (bytes > maxBytes) throw new OutboundFailure('The response is too long.');
    yield part;
  }
}

async function requestWithin(
  request: OutboundRequest,
  {
    agent,
    deadlines,
    allowPrivate,
  }: { agent: Agent; deadlines: Deadlines; allowPrivate: readonly AddressRange[] },
): Promise<OutboundResult> {
  request.signal?.throwIfAborted();
  const stop = new AbortController();
  let late = false;
  const onAbort = (): void => stop.abort(request.signal?.reason);
  request.signal?.addEventListener('abort', onAbort, { once: true });
  const callOff = deadlines.begin(request.timeoutMs, () => {
    late = true;
    stop.abort();
  });
  try {
    const { onStart } = request;
    const dispatcher = onStart === undefined ? agent : agent.compose(startInterceptor(onStart));
    return await followRedirects(request, {
      dispatcher,
      allowPrivate,
      signal: stop.signal,
    });
  } catch (error) {
    request.signal?.throwIfAborted();
    return late ? { kind: 'timeout' } : describeFailure(error);
  } finally {
    callOff();
    request.signal?.removeEventListener('abort', onAbort);
  }
}

interface Transport {
  dispatcher: Dispatcher;
  allowPrivate: readonly AddressRange[];
  signal: AbortSignal;
}

async function followRedirects(request: OutboundRequest, transport: Transport): Promise<OutboundResult> {
  const limit = request.redirects ?? 0;
  const first = checkUrl(request.url, transport.allowPrivate);
  if (!(first instanceof URL)) return { kind: 'refused', reason: refusalReason(first) };
  const headers = sendableHeaders(request.headers ?? {});
  let hop: Hop = { method: request.method, url: first, headers, body: request.body ?? null };
  for (let followed = 0; ; followed += 1) {
    const answer = await send(hop, request.timeoutMs, transport);
    if (limit === 0) return receive(answer, hop, request);
    const target = redirectTarget(answer.statusCode, flatHeaders(answer.headers)['location'], hop.url);
    if (target === null) return receive(answer, hop, request);
    // Not awaited: the body is unused.
    answer.body.dump({ limit: redirectBodyBytes }).catch(() => {});
    if (followed === limit) return { kind: 'too-many-redirects' };
    const judged = checkUrl(target.href, transport.allowPrivate);
    if (!(judged instanceof URL)) return { kind: 'refused', reason: refusalReason(judged) };
    hop = nextHop(hop, answer.statusCode, judged);
  }
}

function send(hop: Hop, timeoutMs: number, transport: Transport): Promise<Dispatcher.ResponseData> {
  const answer = transport.dispatcher.request({
    origin: hop.url.origin,
    path: `${hop.url.pathname}${hop.url.search}`,
    method: hop.method,
    headers: hop.headers,
    body: hop.body,
    signal: transport.signal,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  // undici ignores the signal until a connection exists, so the signal is also checked here for DNS and connect.
  return new Promise((resolve, reject) => {
    transport.signal.addEventListener('abort', () => reject(transport.signal.reason), { once: true });
    answer.then(resolve, reject);
  });
}

async function receive(
  answer: Dispatcher.ResponseData,
  hop: Hop,
  request: OutboundRequest,
): Promise<OutboundResult> {
  const headers = flatHeaders(answer.headers);
  const reading = await readBody(answer.body, {
    maxBytes: request.maxResponseBytes,
    encoding: hop.method === 'HEAD' ? '' : (headers['content-encoding'] ?? ''),
    declaredBytes: Number(headers['content-length'] ?? Number.POSITIVE_INFINITY),
  });
  const keepsPrefix = request.overflow === 'truncate';
  if (reading.kind === 'cut' && !keepsPrefix) return { kind: 'too-large' };
  if (reading.kind === 'undecodable' && !keepsPrefix) {
    return { kind: 'unreachable', reason: 'The response could not be decompressed.' };
  }
  request.signal?.throwIfAborted();
  if (reading.kind === 'broken' && request.brokenBody !== 'truncate') throw reading.error;
  return {
    kind: 'response',
    status: answer.statusCode,
    headers,
    body: reading.body,
    truncated: reading.kind !== 'whole',
    url: hop.url.href,
  };
}

function sendableHeaders(given: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(given).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const sendable = own.filter(([name]) => !CONNECTION_HEADERS.has(name));
  return { 'accept-encoding': 'gzip, br', ...Object.fromEntries(sendable) };
}

function flatHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

/** An interceptor that calls `onStart` before the first byte of a request is sent. */
function startInterceptor(onStart: () => unknown): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    // The handler belongs to this request only, so it can be modified in place.
    handler.onRequestStart = (controller, context) => {
      onStart();
      start?.(controller, context);
    };
    return dispatch(options, handler);
  };
}

type Body = Dispatcher.ResponseData['body'];

/** A body read under a limit; `undecodable` and `broken` contain what was read before the error. */
type BodyReading =
  | { kind: 'whole' | 'cut' | 'undecodable'; body: Buffer }
  | { kind: 'broken'; body: Buffer; error: unknown };

/** Allowance for compressed input: framing and incompressible content. */
const compressedSlackBytes = 65_536;

/**
 * Reads at most `maxBytes` of a body after decompression, holding no more than that in memory.
 * The stream is destroyed as soon as the limit is exceeded. `error` of `broken` is the transfer error.
 */
async function readBody(
  body: Body,
  limits: { maxBytes: number; encoding: string; declaredBytes: number },
): Promise<BodyReading> {
  // A destroyed stream emits an error, which would crash the process without a listener.
  body.on('error', () => {});
  const decoder = decoderFor(limits.encoding);
  if (decoder === 'unknown') {
    body.destroy();
    return { kind: 'undecodable', body: Buffer.alloc(0) };
  }
  if (decoder === null) {
    // The parser enforces the declared length, so no counting is needed.
    if (limits.declaredBytes <= limits.maxBytes) return gather(body);
    return collect(body, limits.maxBytes);
  }
  const input = { bytes: 0, overflow: false };
  const maxInputBytes = limits.maxBytes + compressedSlackBytes;
  pipeline(counted(body, maxInputBytes, input), decoder, () => {});
  const reading = await collect(decoder, limits.maxBytes);
  if (reading.kind === 'broken') return reading;
  if (input.bytes === 0) return { kind: 'whole', body: Buffer.alloc(0) };
  return input.overflow ? { kind: 'cut', body: reading.body } : reading;
}

/** Reads a body known to be small; events cost less than async iteration. */
function gather(body: Body): Promise<BodyReading> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    body.on('data', (chunk) => chunks.push(asBuffer(chunk)));
    body.once('end', () => resolve({ kind: 'whole', body: Buffer.concat(chunks) }));
    body.once('error', (error) => resolve({ kind: 'broken', body: Buffer.concat(chunks), error }));
  });
}

async function* counted(
  body: Body,
  maxBytes: number,
  input: { bytes: number; overflow: boolean },
): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    const bytes = asBuffer(chunk);
    input.bytes += bytes.length;
    if (input.bytes > maxBytes) {
      input.overflow = true;
      return;
    }
    yield bytes;
  }
}

async function collect(source: Readable, maxBytes: number): Promise<BodyReading> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of source) {
      const bytes = asBuffer(chunk);
      const room = maxBytes - length;
      if (bytes.length > room) {
        chunks.push(bytes.subarray(0, room));
        return { kind: 'cut', body: Buffer.concat(chunks) };
      }
      chunks.push(bytes);
      length += bytes.length;
    }
  } catch (error) {
    const read = Buffer.concat(chunks);
    return isDecodingError(error)
      ? { kind: 'undecodable', body: read }
      : { kind: 'broken', body: read, error };
  }
  return { kind: 'whole', body: Buffer.concat(chunks) };
}

/** Views the same bytes without a copy. */
function asBuffer(chunk: unknown): Buffer {
  if (!(chunk instanceof Uint8Array)) throw new TypeError('A chunk of the body is not bytes.');
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

function decoderFor(encoding: string): Transform | null | 'unknown' {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
    default:
      return 'unknown';
  }
}

function isDecodingError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return (
    /^(Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING|ERR_ZLIB)/.test(error.code) ||
    /BROTLI|ERROR_FORMAT/.test(error.code)
  );
}
