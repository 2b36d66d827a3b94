import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { after } from '../../../core/after.ts';
import type { Clock } from '../../../core/clock.ts';
import { Disposer } from '../../../core/disposer.ts';
import type { Via } from '../message/via.ts';
import { type Flow, plainAddress, type Target, type TransportListener } from './flow.ts';
import type { CurrentCertificate } from './own-certificate.ts';
import type { ReachGuard } from './reach-guard.ts';
import { type StreamFlow, streamFlow } from './stream-flow.ts';
import { openStreamServer, type PeerLimits } from './stream-server.ts';

export interface TransportOptions {
  /** IP address to listen on. */
  address: string;
  /** 0 for any free port. */
  port: number;
  /** Null to accept no TLS connections. */
  certificate: CurrentCertificate | null;
  /** PEM certificates of additional certificate authorities; null for only the ones Node.js trusts. */
  authorities: string | null;
  clock: Clock;
  listener: TransportListener;
  peers: PeerLimits;
  guard: Pick<ReachGuard, 'require'>;
}

const KEEP_ALIVE_MS = 30_000;
const FREE_PORT_ATTEMPTS = 10;

interface Connection {
  flow: StreamFlow;
  socket: Socket;
  /** True if we opened the connection and must keep it open. */
  isOurs: boolean;
}

/** UDP, TCP and TLS on one port. */
export class Transports {
  readonly port: number;
  readonly #options: TransportOptions;
  readonly #trust: SecureContext;
  readonly #udp: UdpTransport;
  readonly #owned: Disposer;
  readonly #connections = new Map<string, Connection>();
  readonly #opening = new Map<string, Promise<Flow>>();
  readonly #closing = new AbortController();

  private constructor(options: TransportOptions, udp: UdpTransport, owned: Disposer) {
    this.port = udp.port;
    this.#options = options;
    this.#trust = trustIn(options.authorities);
    this.#udp = udp;
    this.#owned = owned;
  }

  /** Rejects if the port is not free for both UDP and TCP. */
  static async open(options: TransportOptions): Promise<Transports> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await Transports.#openOnce(options);
      } catch (error) {
        // A port free for UDP may be taken for TCP. Retry only if the port is ours to choose.
        if (options.port !== 0 || attempt === FREE_PORT_ATTEMPTS) throw error;
      }
    }
  }

  static async #openOnce(options: TransportOptions): Promise<Transports> {
    const owned = new Disposer();
    const udp = await openUdp(options, options.listener);
    owned.own('udp', udp, () => udp.close());
    const transports = new Transports(options, udp, owned);
    try {
      const server = await openStreamServer({
        ...options,
        port: udp.port,
        connected: (flow, socket) => transports.#keep({ flow, socket, isOurs: false }),
      });
      owned.own('tcp', server, () => server.close());
    } catch (error) {
      await transports.close();
      throw error;
    }
    transports.#pingForever();
    return transports;
  }

  /** A flow to the target: UDP, an open connection, or a new one. Rejects if connecting fails or is not allowed. */
  async flowTo(target: Target): Promise<Flow> {
    this.#options.guard.require(target);
    if (target.transport === 'udp') return this.#udp.flowTo(target.address, target.port);
    const key = keyOf(target);
    const known = this.#connections.get(key);
    if (known?.flow.isOpen() === true) return known.flow;
    const opening = this.#opening.get(key) ?? this.#connect(target, key);
    return opening;
  }

  /** True if `flowTo` would reuse an open connection. */
  isConnected(target: Omit<Target, 'host'>): boolean {
    return this.#connections.get(keyOf(target))?.flow.isOpen() === true;
  }

  /** The flow for responses to a request over `flow` (RFC 3261 18.2.2, RFC 3581). */
  replyFlow(flow: Flow, { parameters, port }: Via): Flow {
    const wanted = parameters.has('rport') ? flow.remotePort : (port ?? 5060);
    return flow.transport !== 'udp' || wanted === flow.remotePort
      ? flow
      : this.#udp.flowTo(flow.remoteAddress, wanted);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const { socket } of this.#connections.values()) socket.destroy();
    await this.#owned.close(() => undefined);
  }

  #connect(target: Target, key: string): Promise<Flow> {
    const opening = this.#dial(target).finally(() => this.#opening.delete(key));
    this.#opening.set(key, opening);
    return opening;
  }

  async #dial(target: Target): Promise<Flow> {
    const socket = await connectStream(target, { clock: this.#options.clock, trust: this.#trust });
    if (this.#closing.signal.aborted) {
      socket.destroy();
      throw new Error('The SIP agent is closed.');
    }
    const transport = target.transport === 'tls' ? 'tls' : 'tcp';
    const flow = streamFlow(socket, transport, { ...this.#options, calledAs: target.host });
    this.#keep({ flow, socket, isOurs: true });
    return flow;
  }

  #keep(connection: Connection): void {
    const { flow, socket } = connection;
    const { transport, remoteAddress: address, remotePort: port, calledAs } = flow;
    const peer = { transport, address, port };
    const host = calledAs === undefined ? {} : { host: calledAs };
    for (const key of new Set([keyOf(peer), keyOf({ ...peer, ...host })])) {
      this.#connections.set(key, connection);
      socket.once('close', () => {
        if (this.#connections.get(key) === connection) this.#connections.delete(key);
      });
    }
  }

  #pingForever(): void {
    const { clock } = this.#options;
    const ping = async (): Promise<void> => {
      while (!this.#closing.signal.aborted) {
        await clock.sleep(KEEP_ALIVE_MS, this.#closing.signal);
        for (const { flow, isOurs } of new Set(this.#connections.values())) if (isOurs) flow.ping();
      }
    };
    ping().catch(() => undefined);
  }
}

/** A TLS connection may be reused only for the host name that its certificate was verified for. */
function keyOf({ transport, address, port, host }: Omit<Target, 'host'> & { host?: string }): string {
  const isCertified = transport === 'tls' && host !== undefined && isIP(host) === 0;
  return `${transport} ${address} ${port}${isCertified ? ` ${host.toLowerCase()}` : ''}`;
}

const CONNECT_WITHIN_MS = 10_000;

/** Opens a TCP or TLS connection, verifying the certificate against the target's host. Times out after ten seconds. */
async function connectStream(
  target: Target,
  { clock, trust }: { clock: Clock; trust: SecureContext },
): Promise<Socket> {
  const socket = target.transport === 'tls' ? openTls(target, trust) : openTcp(target);
  const stop = after(clock, CONNECT_WITHIN_MS, () => socket.destroy(new Error('The connection timed out.')));
  try {
    await once(socket, target.transport === 'tls' ? 'secureConnect' : 'connect');
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    stop();
  }
  return socket;
}

function openTcp({ address, port }: Target): Socket {
  return connectTcp({ host: address, port });
}

function openTls({ address, port, host }: Target, trust: SecureContext): Socket {
  const name = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host: address, port, secureContext: trust, ...name });
}

/** TLS context with the certificate authorities of Node.js. @param authorities additional ones as PEM */
function trustIn(authorities: string | null): SecureContext {
  const ca = authorities === null ? {} : { ca: [...getCACertificates('default'), authorities] };
  return createSecureContext({ minVersion: 'TLSv1.2', ...ca });
}

interface UdpTransport {
  readonly port: number;
  flowTo(address: string, port: number): Flow;
  close(): Promise<void>;
}

const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;

/** Listens on one UDP port; rejects on failure. */
async function openUdp(
  { address, port }: { address: string; port: number },
  listener: TransportListener,
): Promise<UdpTransport> {
  const isVersion6 = address.includes(':');
  const socket = createSocket({ type: isVersion6 ? 'udp6' : 'udp4' });
  let isOpen = true;
  const flowTo = (remoteAddress: string, remotePort: number): Flow => ({
    transport: 'udp',
    remoteAddress,
    remotePort,
    isOpen: () => isOpen,
    whenClosed: () => () => undefined,
    send: (bytes) => {
      if (isOpen) transmit(socket, bytes, { address: asFamily(remoteAddress, isVersion6), port: remotePort });
    },
  });
  socket.on('message', (bytes, remote) => {
    // Port 0 cannot be answered.
    if (remote.port !== 0) listener.received(bytes, flowTo(plainAddress(remote.address), remote.port));
  });
  await bind(socket, address, port);
  socket.on('error', () => undefined);
  return {
    port: socket.address().port,
    flowTo,
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      await new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  };
}

function transmit(socket: UdpSocket, bytes: Uint8Array, to: { address: string; port: number }): void {
  try {
    // Without a callback a failure would emit `error` on the socket.
    socket.send(bytes, to.port, to.address, () => undefined);
  } catch {
    // An address of the wrong family counts as packet loss.
  }
}

function asFamily(address: string, isVersion6: boolean): string {
  return isVersion6 && !address.includes(':') ? `::ffff:${address}` : address;
}

async function bind(socket: UdpSocket, address: string, port: number): Promise<void> {
  const listening = once(socket, 'listening');
  socket.bind({ address, port });
  try {
    await listening;
  } catch (error) {
    socket.close();
    throw error;
  }
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
  } catch {
    // Keep the system default.
  }
}
