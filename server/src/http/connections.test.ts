import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portOf } from '../../test/kit/loopback-server.ts';
import { limitBodyTime } from './connections.ts';

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  limitBodyTime(request, 50);
  request.resume().once('end', () => setTimeout(() => response.end('done'), 150));
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());

async function send(text: string): Promise<string> {
  const socket = connect(portOf(server.address()), '127.0.0.1').on('error', () => undefined);
  socket.write(text);
  let answer = '';
  socket.on('data', (piece) => {
    answer += String(piece);
  });
  await once(socket, 'close');
  return answer;
}

test('a body that does not come is not waited for', async () => {
  expect(await send('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhe')).toBe('');
  expect(await send('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhe\r\n')).toBe('');
});

test('an answer that takes longer than the body may is given', async () => {
  const close = 'host: x\r\nconnection: close\r\n';
  expect(await send(`POST / HTTP/1.1\r\n${close}content-length: 2\r\n\r\nhe`)).toContain('done');
  expect(await send(`GET / HTTP/1.1\r\n${close}\r\n`)).toContain('done');
});
