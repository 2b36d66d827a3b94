import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portOf } from '../../test/kit/loopback-server.ts';
import { limitBodyTimes } from './connections.ts';

const LIMIT_MS = 50;
/** Waits longer than a client may take to send a body. */
const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 3 * LIMIT_MS));

const app = Fastify();
limitBodyTimes(app, () => LIMIT_MS);
app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, text: string) => text);
app.all('/slow-answer', async () => {
  await wait();
  return 'done';
});
app.all('/slow-hook', { onRequest: wait }, async () => 'done');
app.all(
  '/refused',
  { onRequest: async (_request, reply) => reply.code(401).send('refused') },
  async () => 'done',
);
beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => app.close());

/** Sends a request and returns everything the server sends until it closes the connection. */
async function send(head: string, body = ''): Promise<string> {
  const socket = connect(portOf(app.server.address()), '127.0.0.1').on('error', () => undefined);
  socket.write(`${head.replace(' ', ' /')} HTTP/1.1\r\nhost: x\r\ncontent-type: text/x\r\n${body}`);
  let answer = '';
  socket.on('data', (piece) => {
    answer += String(piece);
  });
  await once(socket, 'close');
  return answer;
}

const HALF = 'content-length: 5\r\n\r\nhe';
const WHOLE = 'connection: close\r\ncontent-length: 2\r\n\r\nhe';

test('disconnects a client that never sends its body', async () => {
  expect(await send('POST slow-answer', HALF)).toBe('');
  expect(await send('POST slow-answer', 'transfer-encoding: chunked\r\n\r\n2\r\nhe\r\n')).toBe('');
});

test('disconnects a client that never sends the body of a refused request', async () => {
  // An injected request has no connection to cut; the time limit of the next request ends after its own.
  await app.inject({ method: 'POST', url: '/refused', payload: 'he' });
  expect(await send('POST refused', HALF)).toContain('401');
});

test.each(['slow-answer', 'slow-hook'])(
  'answers requests to %s that take longer than the time limit of the body',
  async (path) => {
    expect(await send(`POST ${path}`, WHOLE)).toContain('done');
    expect(await send(`GET ${path}`, 'connection: close\r\n\r\n')).toContain('done');
  },
);
