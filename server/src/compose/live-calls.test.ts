import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../test/kit/clocks.ts';
import { eventually } from '../../test/kit/eventually.ts';
import { openSocketPair, type SocketPair } from '../../test/kit/socket-pair.ts';
import { AppError } from '../core/errors.ts';
import { createSecretBox } from '../core/secret-box.ts';
import type { SocketRequest, SocketRoute } from '../http/socket-route.ts';
import { LiveCalls } from '../modules/calls/live/live-calls.ts';
import { composeProcesses, liveCallSockets } from './live-calls.ts';

const LISTEN = '/user/calls/:id/listen';
const TAKE_OVER = '/user/calls/:id/take-over';

/** The client's connection to this process. */
let near: SocketPair;
/** The connection of this process to the one that holds the call. */
let far: SocketPair;
let clock: ManualClock;
let token: AbortController;
let routes: SocketRoute[];
/** Live connections of the account. */
let joined: number;
let opened: number;
const MAX_JOINED = 1;

beforeEach(async () => {
  [near, far] = [await openSocketPair(), await openSocketPair()];
  clock = manualClock();
  token = new AbortController();
  [joined, opened] = [0, 0];
  const running = { processId: 'holder', answeredAt: new Date(0), endedAt: null };
  const others = {
    of: async () => 'http://holder',
    forward: async () => null,
    open: async () => {
      opened += 1;
      far.server.pause();
      return far.server;
    },
  };
  routes = liveCallSockets({
    database: { query: async <Row>(): Promise<Row[]> => [running].map((row) => Object(row)) },
    clock,
    processId: 'here',
    secretBox: createSecretBox('a key of an installation, 32 or more characters'),
    live: new LiveCalls(),
    changes: {
      join: async () => {
        if (joined === MAX_JOINED) throw new AppError('rate-limited', 'Too many.');
        joined += 1;
        return { over: token.signal, next: () => new Promise<string[] | null>(() => undefined) };
      },
      leave: () => {
        joined -= 1;
      },
    },
    processes: composeProcesses(others, clock),
  });
});
afterEach(async () => {
  await near.close();
  await far.close();
  await eventually(
    async () => clock.sleeping(),
    (count) => count === 0,
  );
});

async function admitted(path: string): Promise<{ route: SocketRoute; line: unknown }> {
  const route = routes.find((one) => one.path === path);
  if (route === undefined) throw new Error(`There is no route ${path}.`);
  const request: SocketRequest<Record<string, unknown>> = {
    params: { id: 7 },
    request: { method: 'GET', url: `http://here/api${path}`, headers: {}, body: Buffer.alloc(0) },
    browserOrigin: null,
    remoteNetwork: '127.0.0.1',
    requestId: 'r',
    authenticate: async () => ({ userId: 1, tokenId: 2, role: 'owner', person: null }),
  };
  return { route, line: await route.admit(request) };
}

test.each([LISTEN, TAKE_OVER])(
  '%s: a client that leaves before its connection opens gives the call back',
  async (path) => {
    const { route, line } = await admitted(path);
    const left = once(far.client, 'close');
    route.abandon?.(line);
    await left;
    expect(joined).toBe(0);
  },
);

test.each([LISTEN, TAKE_OVER])(
  '%s: a revoked token ends the connection of a client that does not respond',
  async (path) => {
    const { route, line } = await admitted(path);
    const left = once(far.client, 'close');
    near.client.pause();
    route.open(line, near.server);
    await new Promise((resolve) => setImmediate(resolve));
    token.abort();
    await left;
  },
);

test.each([LISTEN, TAKE_OVER])(
  '%s: a token that is revoked while the connection opens ends it',
  async (path) => {
    const { route, line } = await admitted(path);
    const left = once(near.client, 'close');
    token.abort();
    route.open(line, near.server);
    await left;
  },
);

test('the connection to a process that does not respond is closed', async () => {
  const { route, line } = await admitted(LISTEN);
  far.client.pause();
  const left = once(near.client, 'close');
  route.open(line, near.server);
  const done = left.then(() => true);
  await eventually(
    async () => {
      clock.advance(10_000);
      return Promise.race([done, new Promise<false>((resolve) => setImmediate(() => resolve(false)))]);
    },
    (isDone) => isDone,
  );
});

test('a client beyond the limit of live connections is refused before the call notices', async () => {
  const { route, line } = await admitted(TAKE_OVER);
  await expect(admitted(TAKE_OVER)).rejects.toMatchObject({ code: 'rate-limited' });
  expect([joined, opened]).toEqual([1, 1]);
  route.abandon?.(line);
});
