import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../../test/kit/clocks.ts';
import { type LoopbackServer, startLoopbackServer } from '../../../test/kit/loopback-server.ts';
import { systemClock } from '../../core/clock.ts';
import { parseAddressRanges } from './address-rules.ts';
import { guardedConnector } from './guarded-connect.ts';
import { createOutboundClient } from './outbound-client.ts';
import type { OutboundClient, OutboundRequest, OutboundResult } from './outbound-request.ts';

const allowPrivate = parseAddressRanges('127.0.0.0/8').ranges;
const bomb = gzipSync(Buffer.alloc(50_000_000));

type Page = (request: IncomingMessage, response: ServerResponse) => void;

const pages: Record<string, Page> = {
  '/plain': (_request, response) => response.end('hello'),
  '/echo': (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      response.end(JSON.stringify({ method: request.method, headers: request.headers, body }));
    });
  },
  '/gzip': (_request, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('hello')),
  '/brotli': (_request, response) =>
    response.setHeader('content-encoding', 'br').end(brotliCompressSync('hello')),
  '/deflate': (_request, response) =>
    response.setHeader('content-encoding', 'deflate').end(deflateSync('hello')),
  '/gzip-empty': (_request, response) => response.setHeader('content-encoding', 'gzip').end(),
  '/gzip-broken': (_request, response) =>
    response.setHeader('content-encoding', 'gzip').end('this is not gzip'),
  '/gzip-twice': (_request, response) => response.setHeader('content-encoding', 'gzip, gzip').end('x'),
  '/bomb': (_request, response) => response.setHeader('content-encoding', 'gzip').end(bomb),
  '/exact': (_request, response) => response.end('x'.repeat(1_000)),
  '/endless': (_request, response) => {
    const write = (): boolean => response.write('x'.repeat(10_000));
    response.on('drain', () => {
      while (write());
    });
    write();
    write();
  },
  '/hang': () => {},
  '/stall': (_request, response) => void response.write('first'),
  '/stall-short': (_request, response) => void response.setHeader('content-length', '9').write('first'),
  '/stall-gzip': (_request, response) =>
    void response.setHeader('content-encoding', 'gzip').write(gzipSync('first').subarray(0, 12)),
  '/cookies': (_request, response) => response.setHeader('set-cookie', ['a=1', 'b=2']).end(),
  '/none': (_request, response) => response.writeHead(204).end(),
  '/broken': (_request, response) => response.writeHead(500).end('trouble'),
};

let site: LoopbackServer;
let client: OutboundClient;

beforeAll(async () => {
  site = await startLoopbackServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    pages[path]?.(request, response);
  });
  client = createOutboundClient({ allowPrivate, clock: systemClock });
});
afterAll(async () => {
  await client.close();
  await site.close();
});

function call(path: string, given: Partial<OutboundRequest> = {}): Promise<OutboundResult> {
  return client.request({
    method: 'GET',
    url: `${site.origin}${path}`,
    timeoutMs: 20_000,
    maxResponseBytes: 1_000,
    ...given,
  });
}

/** The request as `/echo` received it. */
function echoed(result: OutboundResult): { method: string; headers: Record<string, string>; body: string } {
  if (result.kind !== 'response') throw new Error(`No response but ${result.kind}.`);
  return JSON.parse(result.body.toString());
}

describe('a response', () => {
  it('has status, headers, body and final URL', async () => {
    const result = await call('/cookies');
    expect(result).toMatchObject({
      kind: 'response',
      status: 200,
      truncated: false,
      url: `${site.origin}/cookies`,
    });
    expect(result.kind === 'response' && result.headers['set-cookie']).toBe('a=1, b=2');
  });

  it.each([
    ['/broken', 500, 'trouble'],
    ['/none', 204, ''],
    ['/gzip', 200, 'hello'],
    ['/brotli', 200, 'hello'],
    ['/deflate', 200, 'hello'],
    ['/gzip-empty', 200, ''],
  ])('from %s has status %i and body %j', async (path, status, body) => {
    expect(await call(path)).toMatchObject({ kind: 'response', status, body: Buffer.from(body) });
  });

  it('to a HEAD request has no body regardless of its headers', async () => {
    const result = await call('/gzip', { method: 'HEAD' });
    expect(result).toMatchObject({ kind: 'response', status: 200, body: Buffer.alloc(0) });
  });
});

describe('the request', () => {
  it('sends method, body and headers but no hop-by-hop headers', async () => {
    const seen = echoed(
      await call('/echo', {
        method: 'POST',
        body: '{"a":1}',
        headers: { 'X-Key': 'k', Host: 'internal', 'Transfer-Encoding': 'chunked', 'Content-Length': '999' },
      }),
    );
    expect(seen).toMatchObject({ method: 'POST', body: '{"a":1}' });
    expect(seen.headers).toMatchObject({
      'x-key': 'k',
      host: `127.0.0.1:${site.port}`,
      'content-length': '7',
    });
    expect(seen.headers['transfer-encoding']).toBeUndefined();
  });

  it.each([{ 'x-bad': 'a\r\nx-injected: 1' }, { 'x bad': 'a' }, { 'x-bad': 'a\u0000' }])(
    'is refused with the header %j',
    async (headers) => {
      expect((await call('/echo', { headers })).kind).toBe('refused');
    },
  );

  it('reuses its connection', async () => {
    await call('/plain');
    const before = site.connections();
    await call('/plain');
    await call('/plain');
    expect(site.connections()).toBe(before);
  });
});

describe('limits', () => {
  it('accept a body of exactly the maximum size and reject one more byte', async () => {
    expect((await call('/exact', { maxResponseBytes: 1_000 })).kind).toBe('response');
    expect((await call('/exact', { maxResponseBytes: 999 })).kind).toBe('too-large');
  });

  it.each(['/endless', '/bomb'])('stop reading %s', async (path) => {
    expect((await call(path)).kind).toBe('too-large');
  });

  it.each(['/endless', '/bomb'])('keep the first bytes of %s if truncation is allowed', async (path) => {
    const result = await call(path, { overflow: 'truncate', maxResponseBytes: 4_096 });
    expect(result).toMatchObject({ kind: 'response', status: 200, truncated: true });
    expect(result.kind === 'response' && result.body.length).toBe(4_096);
  });

  it.each(['/gzip-broken', '/gzip-twice'])(
    'make %s fail to decode unless truncation is allowed',
    async (path) => {
      expect(await call(path)).toEqual({
        kind: 'unreachable',
        reason: 'The response could not be decompressed.',
      });
      expect(await call(path, { overflow: 'truncate' })).toMatchObject({ kind: 'response', status: 200 });
    },
  );

  it.each(['/hang', '/stall'])('end %s at the timeout', async (path) => {
    const clock = manualClock();
    const timed = createOutboundClient({ allowPrivate, clock });
    const reached = site.requests.length;
    const result = timed.request({
      method: 'GET',
      url: site.origin + path,
      timeoutMs: 15_000,
      maxResponseBytes: 10,
    });
    await expect.poll(() => site.requests.length).toBe(reached + 1);
    clock.advance(14_999);
    clock.advance(1);
    expect(await result).toEqual({ kind: 'timeout' });
    await timed.close();
  });

  it.each([
    ['/stall', 'first'],
    ['/stall-short', 'first'],
    ['/stall-gzip', ''],
  ])('keep the received part of %s if truncation is allowed, but not after an abort', async (path, kept) => {
    const clock = manualClock();
    const timed = createOutboundClient({ allowPrivate, clock });
    const begin = (signal?: AbortSignal): Promise<OutboundResult> =>
      timed.request({
        method: 'GET',
        url: site.origin + path,
        timeoutMs: 15_000,
        maxResponseBytes: 10,
        brokenBody: 'truncate',
        signal,
      });
    const answered = new Promise<void>((resolve) => {
      subscribe('undici:request:headers', function onHeaders() {
        unsubscribe('undici:request:headers', onHeaders);
        resolve();
      });
    });
    const result = begin();
    await answered;
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(15_000);
    const expected = { kind: 'response', status: 200, truncated: true, body: Buffer.from(kept) };
    expect(await result).toMatchObject(expected);
    const stopping = new AbortController();
    const reached = site.requests.length;
    const calledOff = begin(stopping.signal);
    await expect.poll(() => site.requests.length).toBe(reached + 1);
    stopping.abort(new Error('drained'));
    await expect(calledOff).rejects.toThrow('drained');
    await timed.close();
  });

  it('end a request whose DNS lookup never answers', async () => {
    const clock = manualClock();
    let asked = 0;
    const timed = createOutboundClient({
      allowPrivate,
      clock,
      resolve: () => {
        asked += 1;
        return new Promise(() => {});
      },
    });
    const result = timed.request({
      method: 'GET',
      url: 'http://slow.example/',
      timeoutMs: 1,
      maxResponseBytes: 10,
    });
    await expect.poll(() => asked).toBe(1);
    clock.advance(1);
    expect(await result).toEqual({ kind: 'timeout' });
  });
});

describe('an abort', () => {
  it('rejects with the reason of the signal before and during the request', async () => {
    const reason = new Error('drained');
    await expect(call('/plain', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const reached = site.requests.length;
    const pending = call('/hang', { signal: controller.signal });
    await expect.poll(() => site.requests.length).toBe(reached + 1);
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
  });
});

it('closes after running requests are answered and refuses new ones', async () => {
  const closing = createOutboundClient({ allowPrivate, clock: systemClock });
  const request = {
    method: 'GET',
    url: `${site.origin}/plain`,
    timeoutMs: 5_000,
    maxResponseBytes: 10,
  } as const;
  const pending = closing.request(request);
  await closing.close();
  expect(await pending).toMatchObject({ kind: 'response', status: 200 });
  await expect(closing.request(request)).rejects.toThrow('closed');
});

it('checks literal addresses again when connecting', async () => {
  const connect = guardedConnector({ allowPrivate: [], resolve: async () => [], connectTimeoutMs: 1_000 });
  for (const hostname of ['127.0.0.1', '[::1]', '::1']) {
    const before = site.connections();
    const refusal = await new Promise<Error | null>((resolve) => {
      connect({ hostname, host: hostname, protocol: 'http:', port: String(site.port) }, (error, _socket) =>
        resolve(error),
      );
    });
    expect(refusal?.name).toBe('AddressRefusedError');
    expect(site.connections()).toBe(before);
  }
});
