import { ALL_CODECS, type AudioTerms, CODECS, type CodecName } from './audio-terms.ts';
import { type CryptoLine, writeCrypto } from './crypto-attribute.ts';
import {
  type Direction,
  type MediaDescription,
  receives,
  type SessionDescription,
  sends,
} from './session-description.ts';

export interface LocalAudio {
  /** Local RTP address and port. */
  address: string;
  port: number;
  /** Session id of the origin line; constant for the call. */
  sessionId: number;
  /** Incremented with every change of the description. */
  version: number;
  /** Our SRTP keys: one of each suite to offer, or the agreed one. Empty for plain RTP. */
  crypto: readonly CryptoLine[];
}

export const EVENT_PAYLOAD_TYPE = 101;

/** A peer's description and the index of its accepted audio stream. */
export interface Described {
  description: SessionDescription;
  mediaIndex: number;
}

/**
 * Offers codecs in order of preference, telephone events and comfort noise.
 * @param before the peer's last description: its streams keep their positions and stay refused (RFC 3264 8)
 */
export function writeOffer(
  local: LocalAudio,
  {
    direction = 'sendrecv',
    eventPayloadType = EVENT_PAYLOAD_TYPE,
    before = null,
    codecs = ALL_CODECS,
  }: {
    direction?: Direction;
    eventPayloadType?: number;
    before?: Described | null;
    codecs?: readonly CodecName[];
  } = {},
): string {
  const audio = audioOffer(local, { direction, eventPayloadType, codecs });
  if (before === null) return head(local) + audio;
  const { description, mediaIndex } = before;
  const sections = description.media.map((media, index) => (index === mediaIndex ? audio : refused(media)));
  return head(local) + sections.join('');
}

function audioOffer(
  local: LocalAudio,
  {
    direction,
    eventPayloadType,
    codecs,
  }: { direction: Direction; eventPayloadType: number; codecs: readonly CodecName[] },
): string {
  const types = codecs.map((name) => CODECS[name].payloadType);
  return (
    `m=audio ${local.port} ${local.crypto.length === 0 ? 'RTP/AVP' : 'RTP/SAVP'} ${types.join(' ')} ${eventPayloadType} 13\r\n` +
    local.crypto.map(writeCrypto).join('') +
    codecs.map((name) => `a=rtpmap:${CODECS[name].payloadType} ${name}/8000\r\n`).join('') +
    keys(eventPayloadType) +
    `a=rtpmap:13 CN/8000\r\na=ptime:20\r\na=${direction}\r\n`
  );
}

/** Answers with one codec; refuses all other streams at their positions (RFC 3264 6). */
export function writeAnswer(local: LocalAudio, offer: SessionDescription, terms: AudioTerms): string {
  const sections = offer.media.map((media, index) =>
    index === terms.mediaIndex ? audioAnswer(local, media, terms) : refused(media),
  );
  return head(local) + sections.join('');
}

function audioAnswer(local: LocalAudio, media: MediaDescription, terms: AudioTerms): string {
  const { codec, payloadType } = terms;
  const { telephoneEvent: eventPayloadType, comfortNoise: noisePayloadType } = terms.payloadTypes;
  const types = [payloadType, eventPayloadType, noisePayloadType].filter((type) => type !== null);
  return (
    `m=audio ${local.port} ${media.protocol} ${types.join(' ')}\r\n` +
    local.crypto.map(writeCrypto).join('') +
    `a=rtpmap:${payloadType} ${codec}/8000\r\n` +
    (eventPayloadType === null ? '' : keys(eventPayloadType)) +
    (noisePayloadType === null ? '' : `a=rtpmap:${noisePayloadType} CN/8000\r\n`) +
    `a=ptime:20\r\na=${answerTo(terms.direction)}\r\n`
  );
}

function refused({ type, protocol, formats }: MediaDescription): string {
  return `m=${type} 0 ${protocol} ${formats.length === 0 ? 0 : formats.join(' ')}\r\n`;
}

function head({ address, sessionId, version }: LocalAudio): string {
  const family = address.includes(':') ? 'IP6' : 'IP4';
  return (
    `v=0\r\no=parley ${sessionId} ${version} IN ${family} ${address}\r\n` +
    `s=-\r\nc=IN ${family} ${address}\r\nt=0 0\r\n`
  );
}

function keys(payloadType: number): string {
  return `a=rtpmap:${payloadType} telephone-event/8000\r\na=fmtp:${payloadType} 0-15\r\n`;
}

export function answerTo(direction: Direction): Direction {
  if (receives(direction)) return sends(direction) ? 'sendrecv' : 'sendonly';
  return sends(direction) ? 'recvonly' : 'inactive';
}
