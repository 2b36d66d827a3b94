import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import { after } from '../../../core/after.ts';
import type { Clock } from '../../../core/clock.ts';
import { plainAddress, type TransportListener } from './flow.ts';
import { type CurrentCertificate, securedBy } from './own-certificate.ts';
import { type StreamFlow, streamFlow } from './stream-flow.ts';

export interface StreamServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Limits connections per address. */
export interface PeerLimits {
  /** True if an address belongs to trunks or phones; an office's phones share one address. */
  isKnown(address: string): boolean;
  /** Called when a connection was closed because its address has too many. */
  tooManyConnections(address: string): void;
}

export interface StreamServerOptions {
  address: string;
  port: number;
  /** Null for TCP only. */
  certificate: CurrentCertificate | null;
  listener: TransportListener;
  clock: Clock;
  peers: PeerLimits;
  /** Called when a connection is open and usable for requests to its peer. */
  connected(flow: StreamFlow, socket: Socket): void;
}

const MAX_CONNECTIONS = 2000;
const MAX_CONNECTIONS_UNKNOWN_SOURCE = 100;
/** Leaves some for other addresses. */
const MAX_CONNECTIONS_KNOWN_SOURCE = 1500;
/** Timeout for the first byte or the TLS handshake. */
const USABLE_WITHIN_MS = 10_000;
/** First byte of a TLS connection; no SIP message starts with it. */
const TLS_HANDSHAKE = 0x16;

/** Accepts TCP and TLS on one port, told apart by the first byte. Rejects if it cannot listen. */
export async function openStreamServer(options: StreamServerOptions): Promise<StreamServer> {
  const context = options.certificate === null ? null : securedBy(options.certificate);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (isAllowed(countOf(sockets, socket.remoteAddress), socket, options.peers))
      take(socket, context, options);
    else socket.destroy();
  });
  server.maxConnections = MAX_CONNECTIONS;
  const port = await listen(server, options);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** @param count connections of the same address, including this one */
function isAllowed(count: number, { remoteAddress }: Socket, peers: PeerLimits): boolean {
  if (count <= MAX_CONNECTIONS_UNKNOWN_SOURCE) return true;
  const address = plainAddress(remoteAddress ?? '');
  if (count <= MAX_CONNECTIONS_KNOWN_SOURCE && peers.isKnown(address)) return true;
  peers.tooManyConnections(address);
  return false;
}

function countOf(sockets: ReadonlySet<Socket>, address: string | undefined): number {
  let count = 0;
  for (const socket of sockets) if (socket.remoteAddress === address) count += 1;
  return count;
}

async function listen(server: Server, { address, port }: StreamServerOptions): Promise<number> {
  const listening = once(server, 'listening');
  server.listen({ host: address, port });
  await listening;
  server.on('error', () => undefined);
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : port;
}

function take(socket: Socket, context: (() => SecureContext) | null, options: StreamServerOptions): void {
  const stop = after(options.clock, USABLE_WITHIN_MS, () => socket.destroy());
  socket.once('close', stop);
  const usable = (stream: Socket, transport: 'tcp' | 'tls'): void => {
    stop();
    use(stream, transport, options);
  };
  socket.once('data', (first: Buffer) => {
    socket.pause();
    socket.unshift(first);
    if (first[0] !== TLS_HANDSHAKE) usable(socket, 'tcp');
    else if (context === null) socket.destroy();
    else secure(socket, context(), (encrypted) => usable(encrypted, 'tls'));
  });
}

function secure(socket: Socket, context: SecureContext, done: (encrypted: TLSSocket) => void): void {
  const encrypted = new TLSSocket(socket, { isServer: true, secureContext: context });
  encrypted.on('error', () => socket.destroy());
  encrypted.once('secure', () => done(encrypted));
}

function use(socket: Socket, transport: 'tcp' | 'tls', options: StreamServerOptions): void {
  if (plainAddress(socket.remoteAddress ?? '') === '') {
    socket.destroy();
    return;
  }
  options.connected(streamFlow(socket, transport, options), socket);
  socket.resume();
}
