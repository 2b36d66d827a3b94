import { isIP } from 'node:net';
import type { RtpParameters } from '../../rtp/rtp-parameters.ts';
import { isOneHost } from '../one-host.ts';
import type { CryptoLine } from './crypto-attribute.ts';
import {
  type Direction,
  type MediaDescription,
  receives,
  type SessionDescription,
  sends,
} from './session-description.ts';

export type CodecName = 'PCMU' | 'PCMA';

/** What a peer's description leads to in the audio of a call. */
export interface AudioTerms {
  /** Which of the streams described: every other one is refused. */
  place: number;
  /** What we send. */
  codec: CodecName;
  payloadType: number;
  /** By encoding name; null: the peer does not take it. */
  payloadTypes: RtpParameters['payloadTypes'];
  /** Where our packets go until theirs show a better address, which may be a name; null: nowhere, the call is on hold. */
  remote: { address: string; port: number; rtcpPort: number } | null;
  /** The length of packets that the peer asks for. */
  packetMs: number;
  /** The peer's, as it wrote it; an address that is not one host's, such as `0.0.0.0`, counts as a hold. */
  direction: Direction;
  /** What the peer encrypts with; null: nothing is encrypted. */
  crypto: CryptoLine | null;
}

const STATIC: ReadonlyMap<number, string> = new Map([
  [0, 'PCMU/8000'],
  [8, 'PCMA/8000'],
  [13, 'CN/8000'],
]);

const PLAIN = new Set(['RTP/AVP', 'RTP/AVPF']);
const ENCRYPTED = new Set(['RTP/SAVP', 'RTP/SAVPF']);

/**
 * What a peer's offer or answer leads to: of several streams of audio the first that we can speak, and of PCMU and PCMA the one
 * that it names first. Null: nothing in common.
 * @param mustEncrypt streams in the clear are passed over
 */
export function agreeOnAudio(
  { media }: SessionDescription,
  { mustEncrypt = false }: { mustEncrypt?: boolean } = {},
): AudioTerms | null {
  for (const [place, one] of media.entries()) {
    const isOffered = one.type === 'audio' && one.port !== 0;
    const terms = isOffered && canCarry(one, mustEncrypt) ? termsOf(one, place) : null;
    if (terms !== null) return terms;
  }
  return null;
}

function canCarry({ protocol, crypto }: MediaDescription, mustEncrypt: boolean): boolean {
  return (PLAIN.has(protocol) && !mustEncrypt) || (ENCRYPTED.has(protocol) && crypto !== null);
}

/** Null: no codec of ours. */
function termsOf(media: MediaDescription, place: number): AudioTerms | null {
  const types = media.formats.filter((format) => /^\d{1,3}$/.test(format)).map(Number);
  const find = (encoding: string): number | null =>
    types.find((type) => encodingOf(media, type) === encoding) ?? null;
  const payloadType = types.find((type) => codecOf(encodingOf(media, type)) !== null);
  const codec = payloadType === undefined ? null : codecOf(encodingOf(media, payloadType));
  if (payloadType === undefined || codec === null) return null;
  const remote = remoteOf(media);
  return {
    place,
    codec,
    payloadType,
    payloadTypes: {
      pcmu: find('PCMU/8000'),
      pcma: find('PCMA/8000'),
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
  // A channel count of one may be written out.
  return encodings.get(type)?.replace(/\/1$/, '') ?? STATIC.get(type);
}

function codecOf(encoding: string | undefined): CodecName | null {
  if (encoding === 'PCMU/8000') return 'PCMU';
  return encoding === 'PCMA/8000' ? 'PCMA' : null;
}

/**
 * RFC 2543 put calls on hold by an address of zeros; nobody has a call's audio sent to many hosts at once. A host by its name
 * (RFC 8866 5.7) is no hold, though it is not looked up: its own packets show where it is.
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

/** What the media does by these terms. @param remote where packets go, also where a hold names nowhere */
export function rtpParameters(terms: AudioTerms, remote: AudioTerms['remote']): RtpParameters {
  return {
    remoteAddress: remote?.address ?? '',
    remotePort: remote?.port ?? 0,
    remoteRtcpPort: remote?.rtcpPort ?? 0,
    codec: terms.codec === 'PCMU' ? 'pcmu' : 'pcma',
    payloadTypes: terms.payloadTypes,
    packetTimeMs: terms.packetMs,
    sends: receives(terms.direction),
    // Whoever holds us may play music or nothing: neither is missed.
    receives: receives(terms.direction) && sends(terms.direction),
  };
}
