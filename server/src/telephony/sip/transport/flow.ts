export type TransportName = 'udp' | 'tcp' | 'tls';

/** A flow (RFC 5626): a UDP source and destination, or a connection. */
export interface Flow {
  readonly transport: TransportName;
  /** IP address; IPv4-mapped IPv6 is written as IPv4. */
  readonly remoteAddress: string;
  readonly remotePort: number;
  /** Host name that we connected to, verified by certificate over TLS; absent for inbound connections and UDP. */
  readonly calledAs?: string;
  /** False after a connection closed; UDP is open as long as its socket. */
  isOpen(): boolean;
  /**
   * Calls `onClose` once, asynchronously, when the connection is closed; never for UDP. Returns a function that
   * unsubscribes it.
   */
  whenClosed(onClose: () => void): () => void;
  /** Never throws; failures count as packet loss. */
  send(bytes: Uint8Array): void;
}

/** A flow and the local address to write into Via and Contact. */
export interface Path {
  flow: Flow;
  /** Our address as seen by the peer. */
  localAddress: string;
  localPort: number;
}

/** A resolved server. Stored in pending hang-ups: do not rename fields. */
export interface Target {
  transport: TransportName;
  address: string;
  port: number;
  /** Name that its certificate must match. */
  host: string;
}

export interface TransportListener {
  /** Handles one datagram, or one message of a stream. Never throws. */
  received(bytes: Uint8Array, flow: Flow): void;
}

export function isReliable({ transport }: Pick<Flow, 'transport'>): boolean {
  return transport !== 'udp';
}

/** `::ffff:192.0.2.1` → `192.0.2.1`. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
