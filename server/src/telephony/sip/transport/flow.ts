export type TransportName = 'udp' | 'tcp' | 'tls';

/** A way to one peer and back: a UDP address, or a connection. */
export interface Flow {
  readonly transport: TransportName;
  /** IP address, without the prefix of IPv4 in IPv6. */
  readonly remoteAddress: string;
  readonly remotePort: number;
  /** The name that we called it by, which a certificate proves where there is one; absent: it called us, or over UDP. */
  readonly calledAs?: string;
  /** False once a connection is closed; UDP stays open with its socket. */
  isOpen(): boolean;
  /** Tells once that the connection is closed, later even where it is so already; UDP never does. Returns how to take that back. */
  whenClosed(told: () => void): () => void;
  /** Never throws; what cannot be sent is lost, as packets are. */
  send(bytes: Uint8Array): void;
}

/** Where a request goes, by number. */
export interface Target {
  transport: TransportName;
  address: string;
  port: number;
  /** The name that a certificate has to carry. */
  host: string;
}

export interface TransportListener {
  /** One datagram, or one message of a stream. Never throws. */
  received(bytes: Uint8Array, flow: Flow): void;
}

export function isReliable({ transport }: Pick<Flow, 'transport'>): boolean {
  return transport !== 'udp';
}

/** `::ffff:192.0.2.1` → `192.0.2.1`. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
