import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { manualClock } from '../../test/kit/clocks.ts';
import { eventually } from '../../test/kit/eventually.ts';
import { portOf } from '../../test/kit/loopback-server.ts';
import type { Clock } from '../core/clock.ts';
import { openCallLine } from './call-line.ts';

const RETRY_MS = 500;

const retries = manualClock();
/** Its time passes only for attempts to reconnect: connections are never pinged. */
const clock: Clock = {
  ...retries,
  sleep: (delayMs, signal) =>
    delayMs === RETRY_MS ? retries.sleep(delayMs, signal) : new Promise(() => undefined),
};
let listening: WebSocketServer;
let url: string;

beforeEach(async () => {
  listening = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(listening, 'listening');
  url = `ws://127.0.0.1:${portOf(listening.address())}/call`;
});
afterEach(() => listening.close());

function call() {
  const events: string[] = [];
  const line = openCallLine(
    url,
    {
      sound: () => undefined,
      shown: ({ type }) => events.push(type),
      broke: () => events.push('broke'),
      resumed: () => events.push('resumed'),
    },
    clock,
  );
  return { line, events };
}

/** The next connection. @param resume token to resume the call; null if it cannot be resumed */
async function connected(resume: string | null): Promise<{ socket: WebSocket; path: string | undefined }> {
  const [socket, request] = await once(listening, 'connection');
  const token = resume === null ? {} : { resume };
  socket.send(JSON.stringify({ type: 'ready', sampleRate: 16_000, ...token }));
  socket.send('{"type":"answered"}');
  return { socket, path: request.url };
}

const has = (events: string[], event: string) =>
  eventually(
    async () => events,
    (all) => all.includes(event),
  );

/** The next attempt to reconnect has been scheduled. */
const isWaiting = () =>
  eventually(
    async () => retries.sleeping(),
    (count) => count === 1,
  );

test('reconnects with the token, and ends when the server says so', async () => {
  const { line, events } = call();
  const { socket } = await connected('secret');
  await has(events, 'answered');
  socket.terminate();
  await isWaiting();
  expect(events).toEqual(['answered', 'broke']);
  const next = connected('secret');
  retries.advance(RETRY_MS);
  const { socket: resumed, path } = await next;
  expect(path).toBe('/call?resume=secret');
  await has(events, 'resumed');
  resumed.send('{"type":"ended","reason":"The call is over."}');
  expect(await line.over).toBe('The call is over.');
  line.hangUp();
});

test('gives up 15 seconds after its connection broke', async () => {
  const { line, events } = call();
  const { socket } = await connected('secret');
  await has(events, 'answered');
  listening.close();
  socket.terminate();
  let reason: string | null = null;
  void line.over.then((text) => {
    reason = text;
  });
  const brokeAtMs = clock.monotonicMs();
  while (reason === null) {
    if (retries.sleeping() > 0) retries.advance(RETRY_MS);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(reason).toBe('The connection was lost.');
  expect(clock.monotonicMs() - brokeAtMs).toBe(15_000);
  expect(events).toEqual(['answered', 'broke']);
});

test('ends when the server no longer has the call', async () => {
  const { line, events } = call();
  const { socket } = await connected('secret');
  await has(events, 'answered');
  listening.options.verifyClient = (_about, decide) => decide(false, 404);
  socket.terminate();
  await isWaiting();
  retries.advance(RETRY_MS);
  expect(await line.over).toBe('The call has ended.');
});

test('ends when the connection closes if the call cannot be resumed', async () => {
  const { line, events } = call();
  const { socket } = await connected(null);
  await has(events, 'answered');
  socket.terminate();
  expect(await line.over).toBe('The call has ended.');
  expect(events).toEqual(['answered']);
});
