import type { CryptoLine } from './crypto-attribute.ts';

/** Direction from the writer's point of view. */
export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

export interface MediaDescription {
  /** `audio`, `video`, … */
  type: string;
  /** 0 if refused. */
  port: number;
  /** `RTP/AVP`, … */
  protocol: string;
  /** Payload types in order of preference. */
  formats: readonly string[];
  /** Connection address; null if missing. */
  address: string | null;
  direction: Direction;
  /** By payload type, upper case, such as `PCMU/8000`. */
  encodings: ReadonlyMap<number, string>;
  /** `fmtp` by payload type, such as `useinbandfec=1`. */
  formatParameters: ReadonlyMap<number, string>;
  packetMs: number | null;
  /** Null for the media port plus one. */
  rtcpPort: number | null;
  /** The writer's SRTP key; null if missing or unsupported. */
  crypto: CryptoLine | null;
}

/** The used parts of an SDP description (RFC 4566). */
export interface SessionDescription {
  media: readonly MediaDescription[];
}

export function receives(direction: Direction): boolean {
  return direction === 'sendrecv' || direction === 'recvonly';
}

export function sends(direction: Direction): boolean {
  return direction === 'sendrecv' || direction === 'sendonly';
}
