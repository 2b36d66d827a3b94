import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { manualClock } from '../../../test/kit/clocks.ts';
import { eventually } from '../../../test/kit/eventually.ts';
import { portOf } from '../../../test/kit/loopback-server.ts';
import { type SocketServer, startSocketServer } from '../../../test/kit/socket-server.ts';
import type { ProviderError } from '../interfaces/provider-error.ts';
import { VendorSocket } from './vendor-socket.ts';

let server: SocketServer;
let handle: (socket: WebSocket) => void = () => undefined;
beforeAll(async () => {
  server = await startSocketServer((socket) => handle(socket));
});
afterAll(() => server.close());

function connect(url = server.url, pingAfterMs?: number, onText = (_message: string): void => undefined) {
  const clock = manualClock();
  const log: string[] = [];
  const lost: ProviderError[] = [];
  const socket = new VendorSocket(
    {
      vendor: 'Acme',
      url,
      headers: { 'x-key': 'secret' },
      clock,
      ...(pingAfterMs !== undefined && { pingAfterMs }),
    },
    {
      opened: () => log.push('opened'),
      text: (message) => {
        onText(message);
        log.push(message);
      },
      bytes: (message) => log.push(`${message.length} bytes`),
      lost: (error) => lost.push(error),
    },
  );
  const failure = async (): Promise<ProviderError | undefined> => {
    await eventually(
      async () => lost.length,
      (count) => count > 0,
    );
    return lost[0];
  };
  return { socket, log, lost, clock, failure };
}

const isEmpty = (count: number): boolean => count === 0;

describe('a connection to a vendor', () => {
  test('queues messages until it is open, in order, and receives text and bytes', async () => {
    const came: string[] = [];
    handle = (socket) => {
      socket.on('message', (data) => came.push(String(data)));
      socket.send('hello');
      socket.send(Buffer.alloc(3));
    };
    const { socket, log, lost, clock } = connect();
    for (const text of ['one', 'two', 'three']) socket.send(text);
    await eventually(
      async () => [came.length, log.length],
      ([sent, received]) => sent === 3 && received === 3,
    );
    expect([came, log]).toEqual([
      ['one', 'two', 'three'],
      ['opened', 'hello', '3 bytes'],
    ]);
    socket.close();
    socket.close();
    socket.send('late');
    await eventually(async () => server.open(), isEmpty);
    expect([lost, clock.sleeping(), socket.isClosed]).toEqual([[], 0, true]);
  });

  test('is closed when its listener throws, without further effects', async () => {
    handle = (socket) => {
      socket.send('good');
      socket.send('bad');
      socket.send('good');
    };
    const { log, lost, failure } = connect(server.url, undefined, (message) => {
      if (message === 'bad') throw new TypeError('Cannot read it.');
    });
    expect(await failure()).toMatchObject({ code: 'malformed', cause: new TypeError('Cannot read it.') });
    await eventually(async () => server.open(), isEmpty);
    expect([log, lost.length]).toEqual([['opened', 'good'], 1]);
  });

  test('is closed when the peer stops answering, and kept while it answers', async () => {
    let pings = 0;
    let peer: WebSocket | undefined;
    handle = (socket) => {
      peer = socket;
      socket.on('ping', () => {
        pings += 1;
      });
    };
    const { log, lost, clock, failure } = connect(server.url, 5_000);
    await eventually(
      async () => log,
      (entries) => entries.includes('opened'),
    );
    for (const turn of [1, 2, 3]) {
      clock.advance(5_000);
      await eventually(
        async () => pings,
        (count) => count === turn,
      );
      peer?.send(`still here ${turn}`);
      await eventually(
        async () => log,
        (entries) => entries.includes(`still here ${turn}`),
      );
    }
    expect(lost).toEqual([]);
    peer?.pause();
    clock.advance(5_000);
    clock.advance(0);
    await eventually(
      async () => clock.sleeping(),
      (sleeping) => sleeping > 0,
    );
    clock.advance(5_000);
    expect(await failure()).toMatchObject({ code: 'timeout', retryable: true });
  });

  test.each([
    [1008, 'rejected'],
    [1013, 'rate-limited'],
    [1011, 'unavailable'],
    [1000, 'unavailable'],
  ])('closed by the vendor with %i fails as %s', async (code, expected) => {
    handle = (socket) => socket.close(code, 'the words of the vendor');
    const { failure } = connect();
    const error = await failure();
    expect(error?.code).toBe(expected);
    expect(error?.message).toBe(`Acme closed the connection (${code}).`);
  });

  test.each([
    [401, 'rejected'],
    [429, 'rate-limited'],
    [503, 'unavailable'],
  ])('rejected with %i fails as %s', async (status, expected) => {
    server.refuse(status);
    expect(await connect().failure()).toMatchObject({ code: expected });
  });

  test('ends when the vendor sends a message that is invalid or too large', async () => {
    handle = (socket) => socket.send(Buffer.alloc(5 * 2 ** 20));
    expect(await connect().failure()).toMatchObject({ code: 'malformed' });
    const raw = createServer((stream) => {
      stream.on('error', () => undefined);
      stream.once('data', () => stream.end('HTTP/1.1 101 Switching\r\nupgrade: nonsense\r\n\r\n'));
    });
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    expect(await connect(`ws://127.0.0.1:${portOf(raw.address())}`).failure()).toMatchObject({
      name: 'ProviderError',
    });
    raw.close();
  });

  test('ends when the vendor does not read', async () => {
    handle = (socket) => socket.pause();
    const { socket, log, failure } = connect();
    await eventually(
      async () => log.length,
      (count) => count > 0,
    );
    const audio = new Uint8Array(2 ** 18);
    for (let index = 0; index < 200 && !socket.isClosed; index += 1) {
      socket.send(audio);
      await new Promise(setImmediate);
    }
    expect(await failure()).toMatchObject({
      code: 'unavailable',
      message: 'Acme stopped reading from the connection.',
    });
    // A client that does not read does not notice the end either.
    server.drop();
    await eventually(async () => server.open(), isEmpty);
  });

  test('ends when it does not open in time, and bounds the queue', async () => {
    const streams: Socket[] = [];
    const silent = createServer((stream) => streams.push(stream));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `ws://127.0.0.1:${portOf(silent.address())}`;
    const late = connect(url);
    await eventually(
      async () => streams.length,
      (count) => count === 1,
    );
    late.clock.advance(5_000);
    expect(await late.failure()).toMatchObject({ code: 'timeout' });
    const full = connect(url);
    for (let index = 0; index < 10; index += 1) full.socket.send(new Uint8Array(2 ** 18));
    expect(await full.failure()).toMatchObject({ code: 'unavailable' });
    for (const stream of streams) stream.destroy();
    silent.close();
  });

  test('closed before it opens leaves nothing behind', async () => {
    handle = () => undefined;
    const { socket, lost, clock } = connect();
    socket.close();
    await eventually(async () => server.open(), isEmpty);
    await eventually(async () => clock.sleeping(), isEmpty);
    expect(lost).toEqual([]);
  });
});
