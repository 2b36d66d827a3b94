import { isIP } from 'node:net';
import type { RtpParameters } from '../../rtp/rtp-parameters.ts';
import { SUITE_NAMES } from '../../rtp/srtp/session-keys.ts';
import type { Header } from '../message/sip-message.ts';
import { isOneHost } from '../one-host.ts';
import type { CryptoLine } from './crypto-attribute.ts';
import {
  type Direction,
  type MediaDescription,
  receives,
  type SessionDescription,
  sends,
} from './session-description.ts';

/** SDP names of codecs (RFC 3551). */
export const CODECS = {
  G722: { codec: 'g722', payloadType: 9 },
  PCMU: { codec: 'pcmu', payloadType: 0 },
  PCMA: { codec: 'pcma', payloadType: 8 },
} as const;

export type CodecName = keyof typeof CODECS;

/** In the order in which we offer them. */
export const ALL_CODECS: readonly CodecName[] = ['G722', 'PCMU', 'PCMA'];

/** Negotiated audio, derived from a peer's description. */
export interface AudioTerms {
  /** Index of the accepted media description; all others are refused. */
  mediaIndex: number;
  codec: CodecName;
  payloadType: number;
  /** By encoding; null if not offered. */
  payloadTypes: RtpParameters['payloadTypes'];
  /**
   * Initial destination of our packets, possibly a host name; symmetric RTP corrects it. Null if the call is on hold.
   */
  remote: { address: string; port: number; rtcpPort: number } | null;
  packetMs: number;
  /** The peer's direction attribute; an address such as `0.0.0.0` counts as a hold. */
  direction: Direction;
  /** The peer's SRTP key; null for plain RTP. */
  crypto: CryptoLine | null;
}

/** Explains a 488 (RFC 3261 20.43). @param mustEncrypt the call must be encrypted */
export function noCommonAudio(mustEncrypt = false): Header {
  const suites = SUITE_NAMES.join(', ');
  const plain = mustEncrypt ? 'only over' : 'over RTP/AVP, or over';
  return {
    name: 'warning',
    value: `305 parley "Supported: G.722, G.711 ${plain} RTP/SAVP with SDES keys of ${suites}"`,
  };
}

const STATIC: ReadonlyMap<number, string> = new Map([
  [0, 'PCMU/8000'],
  [8, 'PCMA/8000'],
  [9, 'G722/8000'],
  [13, 'CN/8000'],
]);

const PLAIN = new Set(['RTP/AVP', 'RTP/AVPF']);
const ENCRYPTED = new Set(['RTP/SAVP', 'RTP/SAVPF']);

/**
 * Selects the first supported audio stream of an offer or answer, and its first codec of `codecs`. Null if missing.
 * @param mustEncrypt ignores streams without SRTP
 */
export function agreeOnAudio(
  { media }: SessionDescription,
  { mustEncrypt = false, codecs = ALL_CODECS }: { mustEncrypt?: boolean; codecs?: readonly CodecName[] } = {},
): AudioTerms | null {
  for (const [mediaIndex, one] of media.entries()) {
    const isOffered = one.type === 'audio' && one.port !== 0;
    const terms = isOffered && canCarry(one, mustEncrypt) ? termsOf(one, { mediaIndex, codecs }) : null;
    if (terms !== null) return terms;
  }
  return null;
}

function canCarry({ protocol, crypto }: MediaDescription, mustEncrypt: boolean): boolean {
  return (PLAIN.has(protocol) && !mustEncrypt) || (ENCRYPTED.has(protocol) && crypto !== null);
}

/** Null without a supported codec. */
function termsOf(
  media: MediaDescription,
  { mediaIndex, codecs }: { mediaIndex: number; codecs: readonly CodecName[] },
): AudioTerms | null {
  const types = media.formats.filter((format) => /^\d{1,3}$/.test(format)).map(Number);
  const find = (encoding: string): number | null =>
    types.find((type) => encodingOf(media, type) === encoding) ?? null;
  const findCodec = (name: CodecName): number | null => (codecs.includes(name) ? find(`${name}/8000`) : null);
  const agreed = { PCMU: findCodec('PCMU'), PCMA: findCodec('PCMA'), G722: findCodec('G722') };
  const payloadType = types.find((type) => Object.values(agreed).includes(type));
  const codec = ALL_CODECS.find((name) => agreed[name] === payloadType);
  if (payloadType === undefined || codec === undefined) return null;
  const remote = remoteOf(media);
  return {
    mediaIndex,
    codec,
    payloadType,
    payloadTypes: {
      pcmu: agreed.PCMU,
      pcma: agreed.PCMA,
      g722: agreed.G722,
      telephoneEvent: find('TELEPHONE-EVENT/8000'),
      comfortNoise: find('CN/8000'),
    },
    remote,
    packetMs: media.packetMs ?? 20,
    crypto: ENCRYPTED.has(media.protocol) ? media.crypto : null,
    direction: remote === null ? withoutReceiving(media.direction) : media.direction,
  };
}

function encodingOf({ encodings }: MediaDescription, type: number): string | undefined {
  // `/1` is the default channel count.
  return encodings.get(type)?.replace(/\/1$/, '') ?? STATIC.get(type);
}

/**
 * Null for a hold by the address 0.0.0.0 (RFC 2543) and for addresses that are not one host. A host name (RFC 8866 5.7) is kept but not
 * resolved: symmetric RTP finds the address.
 */
function remoteOf({ address, port, rtcpPort }: MediaDescription): AudioTerms['remote'] {
  if (address === null || (isIP(address) !== 0 && !isOneHost(address))) return null;
  return {
    address,
    port,
    rtcpPort: rtcpPort ?? Math.min(port + 1, 65_535),
  };
}

function withoutReceiving(direction: Direction): Direction {
  return receives(direction) ? (direction === 'sendrecv' ? 'sendonly' : 'inactive') : direction;
}

/** Parameters of the RTP session. @param remote destination of packets, even during a hold without an address */
export function rtpParameters(terms: AudioTerms, remote: AudioTerms['remote']): RtpParameters {
  return {
    remoteAddress: remote?.address ?? '',
    remotePort: remote?.port ?? 0,
    remoteRtcpPort: remote?.rtcpPort ?? 0,
    codec: CODECS[terms.codec].codec,
    payloadTypes: terms.payloadTypes,
    packetTimeMs: terms.packetMs,
    sends: receives(terms.direction),
    // During a hold silence is not an error.
    receives: receives(terms.direction) && sends(terms.direction),
  };
}
