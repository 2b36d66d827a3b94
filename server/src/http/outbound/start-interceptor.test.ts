import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../../test/kit/clocks.ts';
import { type LoopbackServer, startLoopbackServer } from '../../../test/kit/loopback-server.ts';
import { parseAddressRanges } from './address-rules.ts';
import { createOutboundClient } from './outbound-client.ts';
import type { OutboundResult } from './outbound-request.ts';

const allowPrivate = parseAddressRanges('127.0.0.0/8').ranges;
const clock = manualClock();
let site: LoopbackServer;

beforeAll(async () => {
  site = await startLoopbackServer((request, response) => {
    if (request.url === '/reset') request.socket.destroy();
    if (request.url === '/plain') response.end('hello');
  });
});
afterAll(() => site.close());

async function post(
  url: string,
  options: { timeoutMs?: number; resolve?: () => Promise<never> } = {},
): Promise<{ result: OutboundResult; starts: number }> {
  let starts = 0;
  const client = createOutboundClient({ allowPrivate, clock, resolve: options.resolve });
  const pending = client.request({
    method: 'POST',
    url,
    body: 'x',
    timeoutMs: options.timeoutMs ?? 60_000,
    maxResponseBytes: 1_000,
    onStart: () => {
      starts += 1;
    },
  });
  if (options.timeoutMs !== undefined) clock.advance(options.timeoutMs);
  const result = await pending;
  await client.close();
  return { result, starts };
}

describe('onStart is called', () => {
  it('once for a request that is answered or breaks off', async () => {
    expect(await post(`${site.origin}/plain`)).toMatchObject({ starts: 1, result: { kind: 'response' } });
    expect(await post(`${site.origin}/reset`)).toMatchObject({ starts: 1, result: { kind: 'unreachable' } });
  });

  it('never for refused connections, unknown names and forbidden addresses', async () => {
    const gone = await startLoopbackServer(() => {});
    await gone.close();
    expect(await post(gone.origin)).toMatchObject({ starts: 0, result: { kind: 'unreachable' } });
    const unknown = (): Promise<never> => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
    const nameless = await post('http://unknown.example/', { resolve: unknown });
    expect(nameless).toMatchObject({ starts: 0, result: { kind: 'unreachable' } });
    expect(await post('http://10.0.0.1/')).toMatchObject({ starts: 0, result: { kind: 'refused' } });
  });

  it('never during the DNS lookup', async () => {
    const slow = await post('http://slow.example/', { timeoutMs: 1, resolve: () => new Promise(() => {}) });
    expect(slow).toEqual({ starts: 0, result: { kind: 'timeout' } });
  });
});

it('onStart is not called for a request that times out while waiting for a connection', async () => {
  const client = createOutboundClient({ allowPrivate, clock, connectionsPerOrigin: 1 });
  const starts: string[] = [];
  const begin = (name: string, timeoutMs: number): Promise<OutboundResult> =>
    client.request({
      method: 'POST',
      url: `${site.origin}/hang`,
      timeoutMs,
      maxResponseBytes: 10,
      onStart: () => starts.push(name),
    });
  const first = begin('first', 2_000);
  await expect.poll(() => starts).toEqual(['first']);
  const second = begin('second', 1_000);
  clock.advance(1_000);
  expect(await second).toEqual({ kind: 'timeout' });
  clock.advance(1_000);
  expect(await first).toEqual({ kind: 'timeout' });
  expect(starts).toEqual(['first']);
  await client.close();
});
