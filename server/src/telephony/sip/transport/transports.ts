import { isIP, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Clock } from '../../../core/clock.ts';
import { Disposer } from '../../../core/disposer.ts';
import type { Via } from '../message/via.ts';
import type { Flow, Target, TransportListener } from './flow.ts';
import type { CurrentCertificate } from './own-certificate.ts';
import type { ReachGuard } from './reach-guard.ts';
import { connectStream, trustIn } from './stream-client.ts';
import { type StreamFlow, streamFlow } from './stream-flow.ts';
import { openStreamServer, type PeerLimits } from './stream-server.ts';
import { openUdp, type UdpTransport } from './udp.ts';

export interface TransportOptions {
  /** IP address to listen on. */
  address: string;
  /** 0: one that is free. */
  port: number;
  /** Null: no TLS connections are taken. */
  certificate: CurrentCertificate | null;
  /** PEM certificates of those whose word on a TLS server is taken besides; null: Node's own alone. */
  authorities: string | null;
  clock: Clock;
  listener: TransportListener;
  peers: PeerLimits;
  /** Where requests may go. */
  guard: Pick<ReachGuard, 'require'>;
}

const KEEP_ALIVE_MS = 30_000;
const FREE_PORT_ATTEMPTS = 10;

interface Connection {
  flow: StreamFlow;
  socket: Socket;
  /** We opened it, so it is for us to keep it open. */
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

  /** Rejects where the port cannot be had for both UDP and TCP. */
  static async open(options: TransportOptions): Promise<Transports> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await Transports.#openOnce(options);
      } catch (error) {
        // A port that is free for UDP may be taken for TCP; another one is only ours to choose where none was asked for.
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
    transports.#pingForEver();
    return transports;
  }

  /** A way to the target: UDP at once, an open connection, or a new one. Rejects where none comes about, or none may. */
  async flowTo(target: Target): Promise<Flow> {
    this.#options.guard.require(target);
    if (target.transport === 'udp') return this.#udp.flowTo(target.address, target.port);
    const key = keyOf(target);
    const known = this.#connections.get(key);
    if (known?.flow.isOpen() === true) return known.flow;
    const opening = this.#opening.get(key) ?? this.#connect(target, key);
    return opening;
  }

  /** Whether a connection is up, so that `flowTo` opens none. */
  isConnected(target: Omit<Target, 'host'>): boolean {
    return this.#connections.get(keyOf(target))?.flow.isOpen() === true;
  }

  /** Where the responses to a request over `flow` go (RFC 3261 18.2.2, RFC 3581). */
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
      throw new Error('The agent is closed.');
    }
    const transport = target.transport === 'tls' ? 'tls' : 'tcp';
    const flow = streamFlow(socket, transport, { ...this.#options, calledAs: target.host });
    this.#keep({ flow, socket, isOurs: true });
    return flow;
  }

  #keep(connection: Connection): void {
    const { flow, socket } = connection;
    const { transport, remoteAddress: address, remotePort: port, calledAs } = flow;
    const place = { transport, address, port };
    const host = calledAs === undefined ? {} : { host: calledAs };
    for (const key of new Set([keyOf(place), keyOf({ ...place, ...host })])) {
      this.#connections.set(key, connection);
      socket.once('close', () => {
        if (this.#connections.get(key) === connection) this.#connections.delete(key);
      });
    }
  }

  #pingForEver(): void {
    const { clock } = this.#options;
    const ping = async (): Promise<void> => {
      while (!this.#closing.signal.aborted) {
        await clock.sleep(KEEP_ALIVE_MS, this.#closing.signal);
        for (const { flow, isOurs } of new Set(this.#connections.values())) if (isOurs) flow.ask();
      }
    };
    ping().catch(() => undefined);
  }
}

/** A certificate proves one name: over TLS a connection that shows another, or none, is not the one to a named host. */
function keyOf({ transport, address, port, host }: Omit<Target, 'host'> & { host?: string }): string {
  const isProved = transport === 'tls' && host !== undefined && isIP(host) === 0;
  return `${transport} ${address} ${port}${isProved ? ` ${host.toLowerCase()}` : ''}`;
}
