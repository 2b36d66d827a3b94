import type { CallError } from '../errors/call-error.ts';
import type { ReceivedMessage } from './protocol.ts';

/** `web`: a call with an assistant. For the sandbox: `caller` calls a number, `phone` waits for calls. */
export type CallRole = 'web' | 'caller' | 'phone';

/**
 * A `web` call is `connecting`, then `live` or `reconnecting`, then `ended`. Calls of the sandbox can also be `waiting`
 * for a call, `calling` (ringing at the other side) or `ringing` here.
 */
export type CallState = 'connecting' | 'waiting' | 'calling' | 'ringing' | 'live' | 'reconnecting' | 'ended';

/** `off`: the call has no microphone. `asking`: the browser asks the user for permission. */
export type MicrophoneState = 'off' | 'asking' | 'on' | 'muted';

/** Something that was said or done in the call. The assistant's speech is the part that was played. */
export type TranscriptEntry = { id: number } & TranscriptItem;

type TranscriptItem =
  /** `isPending`: typed text that the server has not confirmed yet. */
  | { type: 'speech'; speaker: 'assistant' | 'user'; text: string; isPending: boolean }
  | { type: 'tool'; name: string }
  | { type: 'digits'; by: 'assistant' | 'user'; digits: string }
  | { type: 'transferred' };

export interface CallEnd {
  /**
   * `hung-up`: here. `over`: the assistant or the server ended the call. `moved`: another page has resumed it.
   * `rejected`: the called number did not answer (sandbox). `failed`: see `error`.
   */
  reason: 'hung-up' | 'over' | 'moved' | 'rejected' | 'failed';
  /** A sentence for the user. */
  message: string;
  error: CallError | null;
}

/** The call at one moment; every change creates a new object. */
export interface CallSnapshot {
  readonly state: CallState;
  readonly microphone: MicrophoneState;
  readonly transcript: readonly TranscriptEntry[];
  /** Why the audio does not work. With `textFallback`, the call continues as text. */
  readonly error: CallError | null;
  /** Null until the call has ended. */
  readonly end: CallEnd | null;
  /** Number of the caller of a sandbox phone; null if withheld. */
  readonly from: string | null;
  /** When the call was connected and when it ended, in milliseconds since 1970. */
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
}

export type CallChange =
  | { type: 'received'; message: ReceivedMessage; atMs: number }
  | { type: 'typed'; text: string }
  | { type: 'pressed'; digits: string }
  | { type: 'microphone'; state: MicrophoneState }
  | { type: 'audio-failed'; error: CallError }
  /** The connection broke, and a new one is being opened. */
  | { type: 'broke' }
  /** Declined here; the phone waits for the next call. */
  | { type: 'declined' }
  | { type: 'ended'; end: CallEnd; atMs: number };

export const NEW_CALL: CallSnapshot = {
  state: 'connecting',
  microphone: 'off',
  transcript: [],
  error: null,
  end: null,
  from: null,
  startedAtMs: null,
  endedAtMs: null,
};

/** The call after a change; the same object if nothing changed. */
export function nextCall(call: CallSnapshot, change: CallChange, role: CallRole): CallSnapshot {
  // Keep the first reason for the end, which is the most specific.
  if (call.state === 'ended') return call;
  switch (change.type) {
    case 'received':
      return received(call, change, role);
    case 'typed':
      return withEntry(call, { type: 'speech', speaker: 'user', text: change.text, isPending: true });
    case 'pressed':
      return withEntry(call, { type: 'digits', by: 'user', digits: change.digits });
    case 'microphone':
      return { ...call, microphone: change.state };
    case 'audio-failed':
      return { ...call, microphone: 'off', error: change.error };
    case 'broke':
      return call.state === 'live' ? { ...call, state: 'reconnecting' } : call;
    case 'declined':
      return { ...call, state: 'waiting', from: null };
    case 'ended':
      return ended(call, change.end, change.atMs);
  }
}

function received(
  call: CallSnapshot,
  { message, atMs }: { message: ReceivedMessage; atMs: number },
  role: CallRole,
): CallSnapshot {
  switch (message.type) {
    case 'ready':
      // A caller waits for the answer, except on the connection that resumes an answered call.
      return role === 'caller' && call.startedAtMs === null
        ? { ...call, state: 'calling' }
        : live(call, atMs);
    case 'waiting':
      return { ...call, state: 'waiting', from: null };
    case 'ringing':
      return role === 'phone'
        ? { ...call, state: 'ringing', from: message.from ?? null }
        : { ...call, state: 'calling' };
    case 'answered':
      return live(call, atMs);
    case 'rejected': {
      const end = { reason: 'rejected', message: rejectionWords(message.reason), error: null } as const;
      return ended(call, end, atMs);
    }
    case 'transcript':
      return message.sender === 'bot'
        ? withEntry(call, { type: 'speech', speaker: 'assistant', text: message.text, isPending: false })
        : understood(call, message.text);
    case 'tool':
      return withEntry(call, { type: 'tool', name: message.name });
    case 'digits':
      return withEntry(call, { type: 'digits', by: 'assistant', digits: message.digits });
    case 'transferred':
      return withEntry(call, { type: 'transferred' });
    case 'ended':
      return ended(call, { reason: 'over', message: message.reason, error: null }, atMs);
    case 'clear':
      return call;
  }
}

function live(call: CallSnapshot, atMs: number): CallSnapshot {
  return { ...call, state: 'live', startedAtMs: call.startedAtMs ?? atMs };
}

function ended(call: CallSnapshot, end: CallEnd, atMs: number): CallSnapshot {
  const transcript = call.transcript.filter((entry) => !isPending(entry));
  return { ...call, state: 'ended', microphone: 'off', transcript, end, endedAtMs: atMs };
}

/** Several typed texts may be confirmed by one transcript. */
function understood(call: CallSnapshot, text: string): CallSnapshot {
  const transcript = call.transcript.filter(
    (entry) => entry.type !== 'speech' || !entry.isPending || !text.includes(entry.text),
  );
  return withEntry({ ...call, transcript }, { type: 'speech', speaker: 'user', text, isPending: false });
}

function isPending(entry: TranscriptEntry): boolean {
  return entry.type === 'speech' && entry.isPending;
}

function withEntry(call: CallSnapshot, item: TranscriptItem): CallSnapshot {
  const id = Math.max(0, ...call.transcript.map((entry) => entry.id)) + 1;
  return { ...call, transcript: [...call.transcript, { ...item, id }] };
}

const REJECTIONS: Readonly<Record<string, string>> = {
  busy: 'The line is busy.',
  unavailable: 'No answer: the number has no assistant, or the balance is too low for a call.',
  declined: 'The call was declined.',
  'unknown-number': 'This number doesn’t exist.',
};

function rejectionWords(reason: string): string {
  return REJECTIONS[reason] ?? `The call was rejected: ${reason}.`;
}
