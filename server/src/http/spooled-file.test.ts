import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../core/errors.ts';
import { receiveFile } from './spooled-file.ts';

const MAX_BYTES = 3_000_000;

const app = Fastify();
let address: string;
let received = 0;

beforeAll(async () => {
  await app.register(multipart);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.post('/', { bodyLimit: MAX_BYTES }, async (request, reply) => {
    try {
      const file = await receiveFile(request, { field: 'file', maxBytes: MAX_BYTES });
      if (file === null) return { file: null };
      const twice = [await textOf(file.read()), await textOf(file.read())];
      const { sizeBytes, sha256 } = file;
      await file.close();
      return { sizeBytes, sha256, text: twice[0]?.slice(0, 20), isSame: twice[0] === twice[1] };
    } catch (error) {
      received = request.raw.socket.bytesRead;
      const code = error instanceof AppError ? error.code : String(error);
      return reply.header('connection', 'close').code(400).send({ code });
    }
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

async function textOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString();
}

async function send(body: string | FormData | ReadableStream, type = 'text/csv'): Promise<unknown> {
  const headers = body instanceof FormData ? {} : { 'content-type': type };
  const answer = await fetch(address, { method: 'POST', body, headers, duplex: 'half' });
  return answer.json();
}

function form(parts: Record<string, string>): FormData {
  const made = new FormData();
  for (const [name, text] of Object.entries(parts)) made.append(name, new Blob([text]), `${name}.csv`);
  return made;
}

test('stores a body of any content type unchanged, readable more than once', async () => {
  const text = 'phone\n'.repeat(100_000);
  const kept = { sizeBytes: 600_000, sha256: expect.any(String), text: text.slice(0, 20), isSame: true };
  expect(await send(text)).toEqual(kept);
  expect(await send(text, 'application/octet-stream')).toEqual(kept);
  expect(await send(form({ file: text }))).toEqual(kept);
  expect(await send('abc')).toMatchObject({
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  });
});

test('takes the first file with the field name', async () => {
  expect(await send(form({ other: 'x', file: 'one' }))).toMatchObject({ text: 'one' });
  expect(await send(form({ other: 'x' }))).toEqual({ file: null });
  const fields = new FormData();
  fields.set('file', 'text that is no file');
  expect(await send(fields)).toEqual({ file: null });
});

test('accepts an empty file', async () => {
  expect(await send('')).toMatchObject({ sizeBytes: 0, text: '' });
  expect(await send(form({ file: '' }))).toMatchObject({ sizeBytes: 0, text: '' });
});

/** A body of 260 MB that starts with `head` and is produced only as fast as it is read. */
function endless(head: string): ReadableStream<Uint8Array> {
  const piece = new TextEncoder().encode('a'.repeat(65_536));
  let count = 0;
  return new ReadableStream({
    pull: (controller) => {
      count += 1;
      controller.enqueue(count === 1 ? new TextEncoder().encode(head) : piece);
      if (count > 4000) controller.close();
    },
  });
}

test.each([
  ['that is the whole body', 'phone', 'text/csv'],
  ['in a form', part('file'), 'multipart/form-data; boundary=b'],
  ['in a form field with another name', part('other'), 'multipart/form-data; boundary=b'],
])('stops reading an endless file %s', async (_title, head, type) => {
  received = 0;
  await send(endless(head), type).catch(() => null);
  expect(received).toBeGreaterThan(MAX_BYTES);
  expect(received).toBeLessThan(MAX_BYTES + 8 * 1_048_576);
});

function part(name: string): string {
  return `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.csv"\r\n\r\n`;
}

test('refuses an incomplete form', async () => {
  expect(await send(part('file'), 'multipart/form-data; boundary=b')).toEqual({ code: 'bad-request' });
  expect(await send('no parts', 'multipart/form-data')).toEqual({ code: 'bad-request' });
});
