import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { eventually } from '../../../../test/kit/eventually.ts';
import { openStreamServer } from './stream-server.ts';

const fixture = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../../../test/telephony/fixtures/${name}`, import.meta.url)), 'utf8');

const MESSAGE = 'OPTIONS sip:a SIP/2.0\r\n\r\n';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listening(isKnown = (): boolean => false) {
  const [certificate, key] = [await fixture('tls-certificate.pem'), await fixture('tls-key.pem')];
  let shown = { certificate, key };
  const clock = manualClock();
  const messages: string[] = [];
  const refused: string[] = [];
  const server = await openStreamServer({
    address: '127.0.0.1',
    port: 0,
    certificate: () => shown,
    clock,
    listener: { received: (bytes) => messages.push(String(bytes)) },
    peers: { isKnown, tooManyConnections: (address) => refused.push(address) },
    connected: () => undefined,
  });
  closers.push(() => server.close());
  const renew = async () => {
    shown = { certificate: await fixture('renewed-certificate.pem'), key: await fixture('renewed-key.pem') };
  };
  return { ...server, clock, messages, refused, renew };
}

/** State of a peer's connection. */
function watch(socket: Socket): { isClosed: boolean } {
  const state = { isClosed: false };
  socket.on('close', () => {
    state.isClosed = true;
  });
  socket.on('error', () => undefined);
  closers.push(() => socket.destroy());
  return state;
}

const are = (messages: readonly string[], count: number) =>
  eventually(
    async () => messages.length,
    (length) => length === count,
  );

test.each(['tcp', 'tls'])('an idle inbound %s connection stays open', async (path) => {
  const { port, clock, messages } = await listening();
  const socket =
    path === 'tls'
      ? connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })
      : connect(port, '127.0.0.1');
  const state = watch(socket);
  socket.write(MESSAGE);
  await are(messages, 1);
  expect(clock.sleeping()).toBe(0);
  clock.advance(60_000);
  socket.write(MESSAGE);
  await are(messages, 2);
  expect(state.isClosed).toBe(false);
});

test.each([
  ['sends nothing', ''],
  ['sends only part of a TLS handshake', '\x16\x03\x01'],
  ['sends only part of a message', 'OPTIONS sip:a'],
])('a connection that %s is closed', async (_name, text) => {
  const { port, clock } = await listening();
  const socket = connect(port, '127.0.0.1');
  const state = watch(socket);
  socket.write(text, 'latin1');
  await eventually(
    async () => {
      clock.advance(4000);
      return state.isClosed;
    },
    (isClosed) => isClosed,
  );
  expect(clock.sleeping()).toBe(0);
});

test('a message sent byte by byte must be complete within 32 seconds', async () => {
  const { port, clock } = await listening();
  const socket = connect(port, '127.0.0.1');
  const state = watch(socket);
  socket.write('O');
  await eventually(
    async () => {
      if (!state.isClosed) socket.write('x');
      clock.advance(1000);
      return state.isClosed;
    },
    (isClosed) => isClosed,
  );
});

test('a renewed certificate is used for new connections, and existing ones stay open', async () => {
  const { port, messages, renew } = await listening();
  const connected = async () => {
    const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false });
    const state = watch(socket);
    await once(socket, 'secureConnect');
    return { socket, state, shown: socket.getPeerX509Certificate()?.toString() };
  };
  const early = await connected();
  await renew();
  const late = await connected();
  expect(early.shown).toBe(await fixture('tls-certificate.pem'));
  expect(late.shown).toBe(await fixture('renewed-certificate.pem'));
  for (const { socket } of [early, late]) socket.write(MESSAGE);
  await are(messages, 2);
  expect([early.state.isClosed, late.state.isClosed]).toEqual([false, false]);
});

test.each([
  ['an unknown address', false, 100],
  ['a known address', true, 120],
])('%s has a limited number of connections', async (_name, isKnown, most) => {
  const { port, messages, refused } = await listening(() => isKnown);
  const states: { isClosed: boolean }[] = [];
  for (let count = 1; count <= 120; count += 1) {
    const socket = connect(port, '127.0.0.1');
    states.push(watch(socket));
    await once(socket, 'connect');
    socket.write(MESSAGE);
  }
  await are(messages, most);
  await eventually(
    async () => states.filter(({ isClosed }) => isClosed).length,
    (closed) => closed === 120 - most,
  );
  expect(refused).toHaveLength(120 - most);
});
