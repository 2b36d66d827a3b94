import type { ReceivedMessage } from './call-state.ts';

const KNOWN = new Set<unknown>([
  'ready',
  'clear',
  'digits',
  'transferred',
  'ended',
  'transcript',
  'tool',
  'ringing',
  'waiting',
  'answered',
  'rejected',
]);

/** Parses a text message of a call; null if it is invalid or from a later version. */
export function readCallMessage(text: string): ReceivedMessage | null {
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
