import type { DynamicTypes } from '../../rtp/rtp-parameters.ts';
import { ALL_CODECS, type AudioTerms, CODECS, type CodecName, OWN_TYPES } from './audio-terms.ts';
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

/** We play and record up to 8 kHz, and use copies of lost packets. We send no discontinuous transmission (DTX). */
const OPUS_FORMAT = 'maxplaybackrate=16000;sprop-maxcapturerate=16000;useinbandfec=1';

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
    types = OWN_TYPES,
    before = null,
    codecs = ALL_CODECS,
  }: {
    direction?: Direction;
    types?: DynamicTypes;
    before?: Described | null;
    codecs?: readonly CodecName[];
  } = {},
): string {
  const audio = audioOffer(local, { direction, types, codecs });
  if (before === null) return head(local) + audio;
  const { description, mediaIndex } = before;
  const sections = description.media.map((media, index) => (index === mediaIndex ? audio : refused(media)));
  return head(local) + sections.join('');
}

function audioOffer(
  local: LocalAudio,
  { direction, types, codecs }: { direction: Direction; types: DynamicTypes; codecs: readonly CodecName[] },
): string {
  const offered = codecs.map((name) => ({ name, type: STATIC_TYPES[name] ?? types.opus }));
  const events = codecs.includes('OPUS')
    ? [eventsAt(8000, types.telephoneEvent), eventsAt(48_000, types.telephoneEvent48)]
    : [eventsAt(8000, types.telephoneEvent)];
  const formats = [...offered.map(({ type }) => type), ...events.map(({ type }) => type), NOISE_TYPE];
  return (
    `m=audio ${local.port} ${local.crypto.length === 0 ? 'RTP/AVP' : 'RTP/SAVP'} ${formats.join(' ')}\r\n` +
    local.crypto.map(writeCrypto).join('') +
    offered.map(({ name, type }) => codecAt(name, type)).join('') +
    events.map(({ text }) => text).join('') +
    `a=rtpmap:${NOISE_TYPE} CN/8000\r\na=ptime:20\r\na=${direction}\r\n`
  );
}

const STATIC_TYPES: Partial<Record<CodecName, number>> = { G722: 9, PCMU: 0, PCMA: 8 };
const NOISE_TYPE = 13;

/** Answers with one codec, by the terms of the offer; refuses all other streams at their positions (RFC 3264 6). */
export function writeAnswer(local: LocalAudio, offer: SessionDescription, terms: AudioTerms): string {
  const sections = offer.media.map((media, index) =>
    index === terms.mediaIndex ? audioAnswer(local, media, terms) : refused(media),
  );
  return head(local) + sections.join('');
}

function audioAnswer(local: LocalAudio, media: MediaDescription, terms: AudioTerms): string {
  const { codec, payloadType } = terms;
  const { telephoneEvent, telephoneEvent48, comfortNoise } = terms.payloadTypes;
  const events = eventsFor(telephoneEvent48, telephoneEvent);
  // Comfort noise has a clock of 8 kHz.
  const noiseType = codec === 'OPUS' ? null : comfortNoise;
  const types = [payloadType, events?.type ?? null, noiseType].filter((type) => type !== null);
  return (
    `m=audio ${local.port} ${media.protocol} ${types.join(' ')}\r\n` +
    local.crypto.map(writeCrypto).join('') +
    codecAt(codec, payloadType) +
    (events?.text ?? '') +
    (noiseType === null ? '' : `a=rtpmap:${noiseType} CN/8000\r\n`) +
    `a=ptime:20\r\na=${answerTo(terms.direction)}\r\n`
  );
}

function codecAt(name: CodecName, type: number): string {
  const format = name === 'OPUS' ? `a=fmtp:${type} ${OPUS_FORMAT}\r\n` : '';
  return `a=rtpmap:${type} ${CODECS[name].encoding}\r\n${format}`;
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

interface Events {
  type: number;
  text: string;
}

function eventsFor(wideType: number | null, type: number | null): Events | null {
  if (wideType !== null) return eventsAt(48_000, wideType);
  return type === null ? null : eventsAt(8000, type);
}

/** Telephone events with the clock of the audio around them (RFC 4733 2.1). */
function eventsAt(clockHz: number, type: number): Events {
  return { type, text: `a=rtpmap:${type} telephone-event/${clockHz}\r\na=fmtp:${type} 0-15\r\n` };
}

export function answerTo(direction: Direction): Direction {
  if (receives(direction)) return sends(direction) ? 'sendrecv' : 'sendonly';
  return sends(direction) ? 'recvonly' : 'inactive';
}
