import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLoopbackServer } from '../../../test/kit/loopback-server.ts';
import { systemClock } from '../../core/clock.ts';
import { parseAddressRanges } from './address-rules.ts';
import { createOutboundClient } from './outbound-client.ts';
import type { OutboundClient, OutboundResult } from './outbound-request.ts';

let client: OutboundClient;
/** Called with each connection to the bare TCP server. */
let onConnection: (socket: Socket) => void;
let server: Server;
let port = 0;

beforeAll(async () => {
  client = createOutboundClient({
    allowPrivate: parseAddressRanges('127.0.0.0/8').ranges,
    clock: systemClock,
  });
  server = createServer((socket) => {
    socket.on('error', () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  await client.close();
  server.close();
});

function call(url: string): Promise<OutboundResult> {
  return client.request({ method: 'GET', url, timeoutMs: 20_000, maxResponseBytes: 1_000 });
}

const closedEarly = 'The connection was closed before the response was complete.';

describe('reports the reason when the target', () => {
  it.each([
    { what: 'resets the connection', scheme: 'http', answer: '', reason: closedEarly },
    {
      what: 'closes the connection midway',
      scheme: 'http',
      answer: 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nfirst',
      reason: closedEarly,
    },
    {
      what: 'does not speak HTTP',
      scheme: 'http',
      answer: '220 mail.example ESMTP\r\n',
      reason: 'The response is not valid HTTP.',
    },
    {
      what: 'does not support TLS',
      scheme: 'https',
      answer: '220 mail.example ESMTP\r\n',
      reason: 'No secure connection could be made.',
    },
    {
      what: 'sends endless headers',
      scheme: 'http',
      answer: `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(50_000)}\r\n\r\n`,
      reason: 'The response has too many headers.',
    },
  ])('$what', async ({ scheme, answer, reason }) => {
    onConnection = (socket) => {
      socket.once('data', () => {
        if (answer === '') socket.resetAndDestroy();
        else socket.end(answer);
      });
    };
    expect(await call(`${scheme}://127.0.0.1:${port}/`)).toEqual({ kind: 'unreachable', reason });
  });

  it('refuses the connection', async () => {
    const gone = await startLoopbackServer(() => {});
    await gone.close();
    expect(await call(gone.origin)).toEqual({ kind: 'unreachable', reason: 'The connection was refused.' });
  });
});
