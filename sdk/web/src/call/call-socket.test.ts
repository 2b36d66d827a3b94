import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { CallSocket } from './call-socket.ts';

let server: WebSocketServer;
let address: string;

beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const bound = server.address();
  address = `ws://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/call`;
});
afterEach(() => server.close());

async function connected(): Promise<{ socket: ServerSocket; path: string | undefined }> {
  const [socket, request] = await once(server, 'connection');
  return { socket, path: request.url };
}

test('a call that is ended while its connection is broken is hung up over a new one', async () => {
  const broke = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const call = new CallSocket(address, {
    received: () => {
      call.ready('secret');
      opened.resolve();
    },
    broke: () => broke.resolve(),
    closed: () => expect.unreachable(),
  });
  const first = await connected();
  first.socket.send('{"type":"ready"}');
  await opened.promise;
  first.socket.terminate();
  await broke.promise;
  call.send('{"type":"hang-up"}');
  call.close();
  const { socket, path } = await connected();
  expect(path).toBe('/call?resume=secret');
  const received: string[] = [];
  socket.on('message', (data) => received.push(String(data)));
  socket.send('{"type":"ready"}');
  const [code] = await once(socket, 'close');
  expect([code, received]).toEqual([1005, ['{"type":"hang-up"}']]);
});

test('text that is sent while the connection closes arrives over the next one', async () => {
  const Native = globalThis.WebSocket;
  const sockets: WebSocket[] = [];
  globalThis.WebSocket = class extends Native {
    constructor(url: string | URL) {
      super(url);
      sockets.push(this);
    }
  };
  const opened = Promise.withResolvers<void>();
  const call = new CallSocket(address, {
    received: () => {
      call.ready('secret');
      opened.resolve();
    },
    broke: () => undefined,
    closed: () => expect.unreachable(),
  });
  globalThis.WebSocket = Native;
  const first = await connected();
  first.socket.send('{"type":"ready"}');
  await opened.promise;
  first.socket.close(4999);
  while (sockets[0]?.readyState === Native.OPEN) await new Promise(setImmediate);
  call.send('{"type":"typed"}');
  const { socket } = await connected();
  socket.send('{"type":"ready"}');
  const [data] = await once(socket, 'message');
  expect(String(data)).toBe('{"type":"typed"}');
  call.close();
});
