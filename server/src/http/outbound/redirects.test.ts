import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackServer, startLoopbackServer } from '../../../test/kit/loopback-server.ts';
import { systemClock } from '../../core/clock.ts';
import { parseAddressRanges } from './address-rules.ts';
import { createOutboundClient } from './outbound-client.ts';
import type { OutboundClient, OutboundRequest, OutboundResult } from './outbound-request.ts';

const allowPrivate = parseAddressRanges('127.0.0.0/8').ranges;

type Page = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers with the request as it was received. */
const echo: Page = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    response.end(JSON.stringify({ method: request.method, headers: request.headers, body }));
  });
};

const pages: Record<string, Page> = {
  '/echo': echo,
  '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/moved': (_request, response) => response.writeHead(302, { location: '/echo' }).end(),
  '/kept': (_request, response) => response.writeHead(307, { location: '/echo' }).end(),
  '/moved-endless': (_request, response) => {
    response.writeHead(302, { location: '/echo' });
    while (response.write('x'.repeat(10_000)));
    response.on('drain', () => response.write('x'.repeat(10_000)));
  },
  '/moved-stalling': (_request, response) => {
    response.writeHead(302, { location: '/echo', 'content-length': '100' }).write('first');
  },
  '/away': (_request, response) => response.writeHead(307, { location: `${other.origin}/echo` }).end(),
};

let site: LoopbackServer;
let other: LoopbackServer;
let client: OutboundClient;

beforeAll(async () => {
  other = await startLoopbackServer(echo);
  site = await startLoopbackServer((request, response) => pages[request.url ?? '']?.(request, response));
  client = createOutboundClient({ allowPrivate, clock: systemClock });
});
afterAll(async () => {
  await client.close();
  await site.close();
  await other.close();
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

describe('redirects', () => {
  it('are returned as responses by default', async () => {
    expect(await call('/moved')).toMatchObject({
      kind: 'response',
      status: 302,
      headers: { location: '/echo' },
    });
  });

  it('are followed up to the limit', async () => {
    const before = site.requests.length;
    expect(await call('/loop', { redirects: 3 })).toEqual({ kind: 'too-many-redirects' });
    expect(site.requests.length - before).toBe(4);
  });

  it.each(['/moved-endless', '/moved-stalling'])('do not wait for the body of %s', async (path) => {
    const own = createOutboundClient({ allowPrivate, clock: systemClock });
    const url = site.origin + path;
    const result = await own.request({
      method: 'GET',
      url,
      timeoutMs: 20_000,
      maxResponseBytes: 1_000,
      redirects: 1,
    });
    expect(echoed(result).method).toBe('GET');
    await own.close();
  });

  it('turn a POST into a GET after 302 and repeat the POST after 307', async () => {
    const post = { method: 'POST', body: 'x=1', redirects: 1 } as const;
    expect(echoed(await call('/moved', post))).toMatchObject({ method: 'GET', body: '' });
    expect(echoed(await call('/kept', post))).toMatchObject({ method: 'POST', body: 'x=1' });
  });

  it('send credentials only to the same origin', async () => {
    const headers = { authorization: 'Bearer s', 'x-api-key': 's', cookie: 'c=1', accept: 'text/html' };
    expect(echoed(await call('/kept', { headers, redirects: 1 })).headers).toMatchObject(headers);
    const away = await call('/away', { headers, redirects: 1 });
    expect(away).toMatchObject({ url: `${other.origin}/echo` });
    const seen = echoed(away).headers;
    expect([seen['authorization'], seen['x-api-key'], seen['cookie']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(seen['accept']).toBe('text/html');
  });
});
