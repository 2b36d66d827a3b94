import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { portOf } from '../../test/kit/loopback-server.ts';
import { sendEvents } from './event-stream.ts';
import { EventStream } from './route.ts';

const app = Fastify({ forceCloseConnections: true });
let events: () => AsyncGenerator<{ event: string; data: unknown }>;
let ended: () => void;
let onGone = (): void => undefined;
const times = { silenceMs: 20, stallMs: 100 };
app.get('/', async (_request, reply) => {
  await sendEvents(reply, new EventStream(events(), () => onGone()), times);
  ended();
});
const listening = app.listen({ port: 0, host: '127.0.0.1' });
let socket: Socket;
afterEach(() => socket.destroy());

async function ask(): Promise<Socket> {
  await listening;
  socket = connect(portOf(app.server.address()), '127.0.0.1').on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  return socket;
}

test('sends comments while there are no events', async () => {
  let goOn = (): void => undefined;
  events = async function* () {
    yield { event: 'a', data: 1 };
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    yield { event: 'b', data: 2 };
  };
  ended = () => undefined;
  const client = await ask();
  let text = '';
  client.on('data', (piece) => {
    text += String(piece);
    if (text.includes(': still here\n\n')) goOn();
  });
  await once(client, 'close');
  expect(text).toMatch(/event: a\ndata: 1\n\n.*: still here\n\n.*event: b\ndata: 2\n\n/s);
});

test('stops a producer that waits for its next event when the client disconnects', async () => {
  const gone = Promise.withResolvers<void>();
  onGone = () => gone.resolve();
  const end = Promise.withResolvers<void>();
  ended = () => end.resolve();
  events = async function* () {
    yield { event: 'a', data: 1 };
    await gone.promise;
  };
  const client = await ask();
  await once(client, 'data');
  client.destroy();
  await end.promise;
});

test('stops a producer when the client disconnects before the first event', async () => {
  const gone = Promise.withResolvers<void>();
  onGone = () => gone.resolve();
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  ended = () => end.resolve();
  events = async function* () {
    begun.resolve();
    await gone.promise;
    yield { event: 'a', data: 1 };
  };
  const client = await ask();
  await begun.promise;
  client.destroy();
  await end.promise;
});

test.each([
  ['while events come', 10_000],
  ['of the last event', 1],
])('disconnects a client that reads nothing %s, and stops the producer', async (_when, count) => {
  let isClosed = false;
  events = async function* () {
    try {
      for (let index = 0; index < count; index += 1) yield { event: 'a', data: 'x'.repeat(10_000_000) };
    } finally {
      isClosed = true;
    }
  };
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  (await ask()).pause();
  await end;
  expect(isClosed).toBe(true);
});
