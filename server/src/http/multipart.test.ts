import { once } from 'node:events';
import { connect } from 'node:net';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../core/errors.ts';
import { readMultipart, UPLOAD_LIMIT_BYTES } from './multipart.ts';

const app = Fastify();
let address: string;
let received = 0;
let left = Promise.withResolvers<unknown>();

beforeAll(async () => {
  await app.register(multipart);
  app.post('/', { bodyLimit: UPLOAD_LIMIT_BYTES }, async (request, reply) => {
    try {
      const { body, file } = await readMultipart(request, { field: 'file', maxBytes: 1000 });
      return { body, size: file?.bytes.length, isTooLarge: file?.isTooLarge };
    } catch (error) {
      received = request.raw.socket.bytesRead;
      const code = error instanceof AppError ? error.code : String(error);
      return reply.header('connection', 'close').code(400).send({ code });
    }
  });
  app.post('/late', { bodyLimit: UPLOAD_LIMIT_BYTES }, async (request) => {
    await new Promise((resolve) => request.raw.once('close', resolve));
    await readMultipart(request, { field: 'file', maxBytes: 1000 }).then(left.resolve, left.reject);
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** A body of unknown length, as `transfer-encoding: chunked` sends it. */
function chunked(parts: Iterable<string>): RequestInit & { duplex: 'half' } {
  const iterator = parts[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const { value, done } = iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(new TextEncoder().encode(value));
    },
  });
  return {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  };
}

const fileHead = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
const field = (value: string): string =>
  `--b\r\ncontent-disposition: form-data; name="name"\r\n\r\n${value}\r\n`;

function* endless(head: string, megabytes: number): Generator<string> {
  yield head;
  const megabyte = 'a'.repeat(1_048_576);
  for (let count = 0; count < megabytes; count += 1) yield megabyte;
}

test('reads a body without Content-Length', async () => {
  const answer = await fetch(address, chunked([field('Ann'), fileHead, 'text', '\r\n--b--\r\n']));
  expect(await answer.json()).toEqual({ body: { name: 'Ann' }, size: 4, isTooLarge: false });
});

test('refuses a body whose client left before it was read', async () => {
  left = Promise.withResolvers();
  const client = connect(Number(new URL(address).port), '127.0.0.1');
  client.write(
    `POST /late HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9000\r\n\r\n${fileHead}`,
  );
  await once(app.server, 'request');
  client.destroy();
  await expect(left.promise).rejects.toMatchObject({ code: 'unavailable' });
});

test('distinguishes a file over its limit from a body over the limit', async () => {
  const answer = await fetch(address, chunked([fileHead, 'a'.repeat(2000), '\r\n--b--\r\n']));
  expect(await answer.json()).toEqual({ body: {}, size: 0, isTooLarge: true });
});

test.each([
  ['in a file', fileHead],
  ['before the first part', ''],
  ['in a file with another field name', fileHead.replace('"file"', '"other"')],
])('stops reading an endless body %s', async (_where, head) => {
  received = 0;
  await fetch(address, chunked(endless(head, 300))).catch(() => null);
  expect(received).toBeGreaterThan(UPLOAD_LIMIT_BYTES);
  expect(received).toBeLessThan(UPLOAD_LIMIT_BYTES + 8 * 1_048_576);
});

test('refuses a field that is too long', async () => {
  const answer = await fetch(address, chunked([field('x'.repeat(300_000)), '--b--\r\n']));
  expect(await answer.json()).toEqual({ code: 'too-large' });
});
