import { isJsonObject } from '../../providers/interfaces/json.ts';

/**
 * A message of a media stream. All numbers on the wire are strings.
 * https://www.twilio.com/docs/voice/media-streams/websocket-messages
 */
export type StreamMessage =
  | { event: 'connected' }
  | { event: 'start'; streamId: string; carrierCallId: string }
  /** µ-law at 8 kHz. The timestamp counts milliseconds from the start of the stream; null if it is missing. */
  | { event: 'media'; audio: Uint8Array; timestampMs: number | null }
  | { event: 'dtmf'; digit: string }
  /** Reports that the audio sent before the mark was played or cleared. */
  | { event: 'mark'; name: string }
  | { event: 'stop' }
  /** An unknown event, or outbound audio. */
  | { event: 'other' };

const MAX_ID = 255;

/** @returns null if malformed. Never throws. */
export function readStreamMessage(text: string): StreamMessage | null {
  const json = objectOf(text);
  if (json === null || typeof json['event'] !== 'string') return null;
  switch (json['event']) {
    case 'connected':
    case 'stop':
      return { event: json['event'] };
    case 'start':
      return readStart(partOf(json, 'start'), json);
    case 'media':
      return readMedia(partOf(json, 'media'));
    case 'dtmf':
      return readDigit(partOf(json, 'dtmf'));
    case 'mark':
      return readMark(partOf(json, 'mark'));
    default:
      return { event: 'other' };
  }
}

function readStart(start: Part, message: Part): StreamMessage | null {
  const streamId = idOf(start['streamSid']) ?? idOf(message['streamSid']);
  const carrierCallId = idOf(start['callSid']);
  if (streamId === null || carrierCallId === null) return null;
  const format = partOf(start, 'mediaFormat');
  const isOurs =
    ['audio/x-mulaw', undefined].includes(textOf(format['encoding'])) &&
    Number(format['sampleRate'] ?? 8000) === 8000 &&
    Number(format['channels'] ?? 1) === 1;
  if (!isOurs) return null;
  return { event: 'start', streamId, carrierCallId };
}

function readMedia(media: Part): StreamMessage | null {
  const payload = textOf(media['payload']);
  if (payload === undefined) return null;
  // Our own audio, which is included if both tracks are enabled.
  if (media['track'] !== undefined && media['track'] !== 'inbound') return { event: 'other' };
  const audio = Buffer.from(payload, 'base64');
  const timestampMs = Number(media['timestamp'] ?? Number.NaN);
  const isTime = Number.isSafeInteger(timestampMs) && timestampMs >= 0 && timestampMs < 2 ** 31;
  return audio.length === 0 ? null : { event: 'media', audio, timestampMs: isTime ? timestampMs : null };
}

function readDigit(dtmf: Part): StreamMessage | null {
  const digit = textOf(dtmf['digit'])?.toUpperCase();
  return digit !== undefined && /^[0-9*#A-D]$/.test(digit) ? { event: 'dtmf', digit } : null;
}

function readMark(mark: Part): StreamMessage | null {
  const name = idOf(mark['name']);
  return name === null ? null : { event: 'mark', name };
}

type Part = Record<string, unknown>;

function objectOf(text: string): Part | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function partOf(whole: Part, name: string): Part {
  const part = whole[name];
  return isJsonObject(part) ? part : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID ? value : null;
}
