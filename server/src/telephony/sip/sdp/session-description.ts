import type { CryptoLine } from './crypto-attribute.ts';

/** Who sends, seen from the side that wrote it. */
export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

export interface MediaDescription {
  /** `audio`, `video`, … */
  type: string;
  /** 0: refused. */
  port: number;
  /** `RTP/AVP`, … */
  protocol: string;
  /** In the order of preference; payload types for RTP. */
  formats: readonly string[];
  /** Where media goes; null: nowhere was named. */
  address: string | null;
  direction: Direction;
  /** `PCMU/8000`, upper case, by payload type. */
  encodings: ReadonlyMap<number, string>;
  packetMs: number | null;
  /** Where RTCP goes; null: to the port above the media's. */
  rtcpPort: number | null;
  /** What its writer encrypts with; null: nothing that we could decrypt. */
  crypto: CryptoLine | null;
}

/** What matters to us of a description by RFC 4566. */
export interface SessionDescription {
  media: readonly MediaDescription[];
}

/** Whether somebody who wrote this wants to hear. */
export function receives(direction: Direction): boolean {
  return direction === 'sendrecv' || direction === 'recvonly';
}

export function sends(direction: Direction): boolean {
  return direction === 'sendrecv' || direction === 'sendonly';
}
