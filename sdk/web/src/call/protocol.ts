/** The protocol of a call's WebSocket; a test compares it with the contract of the server. */

/** Sample rate of 16-bit mono audio in both directions. */
export const SAMPLE_RATE_HZ = 16_000;

/** Time that the server waits for a new connection. */
export const RESUME_WITHIN_MS = 15_000;

/** Query parameter with the token of a call that is resumed. */
export const RESUME_PARAMETER = 'resume';

/** Longest text of a `typed` message. */
export const MAX_TYPED_CHARACTERS = 2000;

/** Close code of a connection that was replaced by a later one. */
export const REPLACED_CODE = 4000;

export type SentMessage =
  | { type: 'typed'; text: string }
  | { type: 'digit'; digit: string }
  | { type: 'played'; ms: number }
  | { type: 'hang-up' }
  | { type: 'answer' }
  | { type: 'reject' };

export type ReceivedMessage =
  | { type: 'ready'; sampleRate: 16_000; resume?: string | undefined }
  | { type: 'clear' }
  | { type: 'digits'; digits: string }
  | { type: 'ended'; reason: string }
  | { type: 'transcript'; sender: 'bot' | 'human'; text: string }
  | { type: 'tool'; name: string }
  | { type: 'transferred' }
  | { type: 'ringing'; from?: string | undefined }
  | { type: 'waiting' }
  | { type: 'answered' }
  | { type: 'rejected'; reason: string };

const KNOWN: ReadonlySet<unknown> = new Set<ReceivedMessage['type']>([
  'ready',
  'clear',
  'digits',
  'ended',
  'transcript',
  'tool',
  'transferred',
  'ringing',
  'waiting',
  'answered',
  'rejected',
]);

/** Parses a text message; null if it is invalid or from a later version. */
export function readMessage(text: string): ReceivedMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    return isKnown(message) ? message : null;
  } catch {
    return null;
  }
}

function isKnown(message: unknown): message is ReceivedMessage {
  return typeof message === 'object' && message !== null && 'type' in message && KNOWN.has(message.type);
}
