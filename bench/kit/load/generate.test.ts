import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateLoad } from './generate.ts';

let seen = 0;
const server = createServer((request, response) => {
  seen += 1;
  request.resume().on('end', () => {
    response.statusCode = request.url === '/broken' ? 500 : 200;
    response.setHeader('content-length', 2).end('ok');
  });
});
const job = (path: string) => {
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const request = { method: 'POST' as const, path, headers: { 'content-type': 'text/plain' }, body: 'hello' };
  return { port, connections: 4, seconds: 0.3, request };
};

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('counts every response once', async () => {
  seen = 0;
  const result = await generateLoad(job('/fine'));
  expect(result.statuses['200']).toBe(result.answers);
  expect(result.answers).toBeGreaterThan(0);
  expect(seen).toBeGreaterThanOrEqual(result.answers);
  expect(seen - result.answers).toBeLessThanOrEqual(4);
  expect(result.failures).toBe(0);
});

it('counts responses by status', async () => {
  const result = await generateLoad(job('/broken'));
  expect(result.statuses).toEqual({ 500: result.answers });
});
