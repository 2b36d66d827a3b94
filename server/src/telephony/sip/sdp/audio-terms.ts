import { isIP } from 'node:net';
import type { DynamicTypes, OpusFormat, RtpParameters } from '../../rtp/rtp-parameters.ts';
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

/** Our codecs and their names in SDP (RFC 3551, RFC 7587). */
export const CODECS = {
  G722: { codec: 'g722', encoding: 'G722/8000' },
  OPUS: { codec: 'opus', encoding: 'opus/48000/2' },
  PCMU: { codec: 'pcmu', encoding: 'PCMU/8000' },
  PCMA: { codec: 'pcma', encoding: 'PCMA/8000' },
} as const;

export type CodecName = keyof typeof CODECS;

/** In the order in which we offer them: G.722 needs less CPU time than Opus, and every exchange has it. */
export const ALL_CODECS: readonly CodecName[] = ['G722', 'OPUS', 'PCMU', 'PCMA'];

/** Payload types of our first offer; an answer uses those of the offer. */
export const OWN_TYPES: DynamicTypes = { opus: 107, telephoneEvent: 101, telephoneEvent48: 102 };

/** Negotiated audio, derived from a peer's description. */
export interface AudioTerms {
  /** Index of the accepted media description; all others are refused. */
  mediaIndex: number;
  codec: CodecName;
  payloadType: number;
  /** By encoding; null if not offered. */
  payloadTypes: RtpParameters['payloadTypes'];
  opus: OpusFormat;
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
    value: `305 parley "Supported: G.722, Opus, G.711 ${plain} RTP/SAVP with SDES keys of ${suites}"`,
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

interface Agreeable {
  codecs: readonly CodecName[];
  /** True to ignore streams without SRTP. */
  mustEncrypt: boolean;
  /** True for the peer's answer to our offer. */
  isAnswer: boolean;
}

/** Selects the first supported audio stream of an offer or answer, and its first codec of `codecs`. Null if missing. */
export function agreeOnAudio(
  { media }: SessionDescription,
  { mustEncrypt = false, codecs = ALL_CODECS, isAnswer = false }: Partial<Agreeable> = {},
): AudioTerms | null {
  for (const [mediaIndex, one] of media.entries()) {
    const isOffered = one.type === 'audio' && one.port !== 0;
    const terms =
      isOffered && canCarry(one, mustEncrypt) ? termsOf(one, { mediaIndex, codecs, isAnswer }) : null;
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
  { mediaIndex, codecs, isAnswer }: Omit<Agreeable, 'mustEncrypt'> & { mediaIndex: number },
): AudioTerms | null {
  const types = media.formats.filter((format) => /^\d{1,3}$/.test(format)).map(Number);
  const find = (encoding: string): number | null =>
    types.find((type) => encodingOf(media, type) === encoding.toUpperCase()) ?? null;
  const findCodec = (name: CodecName): number | null =>
    codecs.includes(name) ? find(CODECS[name].encoding) : null;
  const agreed = {
    PCMU: findCodec('PCMU'),
    PCMA: findCodec('PCMA'),
    G722: findCodec('G722'),
    OPUS: findCodec('OPUS'),
  };
  const payloadType = types.find((type) => Object.values(agreed).includes(type));
  const codec = ALL_CODECS.find((name) => agreed[name] === payloadType);
  if (payloadType === undefined || codec === undefined) return null;
  const remote = remoteOf(media);
  // We answer with one codec, and with events of its clock only.
  const hasWideEvents = isAnswer ? agreed.OPUS !== null : codec === 'OPUS';
  return {
    mediaIndex,
    codec,
    payloadType,
    payloadTypes: {
      pcmu: agreed.PCMU,
      pcma: agreed.PCMA,
      g722: agreed.G722,
      opus: agreed.OPUS,
      telephoneEvent: find('TELEPHONE-EVENT/8000'),
      telephoneEvent48: hasWideEvents ? find('TELEPHONE-EVENT/48000') : null,
      comfortNoise: find('CN/8000'),
    },
    opus: opusFormat(media.formatParameters.get(agreed.OPUS ?? -1) ?? ''),
    remote,
    packetMs: media.packetMs ?? 20,
    crypto: ENCRYPTED.has(media.protocol) ? media.crypto : null,
    direction: remote === null ? withoutReceiving(media.direction) : media.direction,
  };
}

/** The lowest bit rate of Opus. */
const MIN_BITRATE = 6000;

/** `maxplaybackrate=16000; useinbandfec=1` (RFC 7587 6.1). Unknown parameters are ignored. */
function opusFormat(text: string): OpusFormat {
  const given = new Map(
    text.split(';').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return [name.trim().toLowerCase(), value.trim()];
    }),
  );
  const bitrate = Number(given.get('maxaveragebitrate') ?? Number.NaN);
  return {
    maxBitrate: Number.isInteger(bitrate) && bitrate >= MIN_BITRATE ? bitrate : null,
    usesFec: given.get('useinbandfec') === '1',
    isConstant: given.get('cbr') === '1',
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
    opus: terms.opus,
    packetTimeMs: terms.packetMs,
    sends: receives(terms.direction),
    // During a hold silence is not an error.
    receives: receives(terms.direction) && sends(terms.direction),
  };
}

/**
 * Payload types of our next description: those of the peer, which must not change (RFC 3264 8.3.2), and our own for the
 * rest, unless the peer uses them for something else.
 */
export function typesAfter(
  own: DynamicTypes,
  { formats }: MediaDescription,
  terms: AudioTerms,
): DynamicTypes {
  const used = new Set(formats.map(Number));
  const typeFor = (name: keyof DynamicTypes): number => {
    const agreed = terms.payloadTypes[name];
    if (agreed !== null) return agreed;
    let type = own[name];
    for (let other = FIRST_DYNAMIC; used.has(type) && other <= LAST_DYNAMIC; other += 1) type = other;
    used.add(type);
    return type;
  };
  return {
    opus: typeFor('opus'),
    telephoneEvent: typeFor('telephoneEvent'),
    telephoneEvent48: typeFor('telephoneEvent48'),
  };
}

const FIRST_DYNAMIC = 96;
const LAST_DYNAMIC = 127;
