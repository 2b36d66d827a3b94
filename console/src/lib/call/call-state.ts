import type { FromBrowser, ToBrowser } from '#contract/browser-call.ts';
import type { CallDisplay } from '#contract/calls.ts';

/** `web`: a test call from the page; `caller`: calls a number; `phone`: waits for calls. */
export type CallRole = 'web' | 'caller' | 'phone';

/** `calling`: ringing at the other side; `ringing`: ringing here. */
export type CallPhase = 'connecting' | 'waiting' | 'calling' | 'ringing' | 'live' | 'ended';

export interface CallLine {
  id: number;
  /** `note`: an event of the call that is not speech. */
  speaker: 'assistant' | 'customer' | 'note';
  text: string;
  /** Typed, and not yet confirmed by the transcript. */
  isPending: boolean;
}

export interface CallView {
  role: CallRole;
  phase: CallPhase;
  /** True while the connection of a live call is broken. */
  isReconnecting: boolean;
  /** Number of the caller. */
  from: string | null;
  lines: readonly CallLine[];
  answeredAtMs: number | null;
  endedAtMs: number | null;
  /** Why the call ended, in words. */
  endReason: string | null;
  /** `none`: the user types. */
  microphone: 'asking' | 'on' | 'muted' | 'none';
  /** Why the microphone or speaker does not work. */
  soundError: string | null;
}

export type PhoneAnswer = { type: 'answer' } | { type: 'reject' };
export type SentMessage = FromBrowser | PhoneAnswer;
export type ReceivedMessage = ToBrowser | CallDisplay;

export type CallChange =
  | { type: 'received'; message: ReceivedMessage; atMs: number }
  | { type: 'typed'; text: string }
  | { type: 'pressed'; digit: string }
  | { type: 'microphone'; state: CallView['microphone'] }
  | { type: 'sound-failed'; error: string }
  /** The connection broke, and a new one is being opened. */
  | { type: 'broke' }
  /** Declined here; the phone waits for the next call. */
  | { type: 'declined' }
  /** The connection closed. `reason` is shown if the other side gave no reason. */
  | { type: 'closed'; reason: string; atMs: number };

export function newCall(role: CallRole): CallView {
  return {
    role,
    phase: 'connecting',
    isReconnecting: false,
    from: null,
    lines: [],
    answeredAtMs: null,
    endedAtMs: null,
    endReason: null,
    microphone: 'none',
    soundError: null,
  };
}

export function nextCall(call: CallView, change: CallChange): CallView {
  switch (change.type) {
    case 'received':
      return received(call, change.message, change.atMs);
    case 'typed':
      return withLine(call, { speaker: 'customer', text: change.text, isPending: true });
    case 'pressed':
      return withNote(call, `You pressed ${change.digit}.`);
    case 'microphone':
      return { ...call, microphone: change.state };
    case 'sound-failed':
      return { ...call, soundError: change.error, microphone: 'none' };
    case 'broke':
      return { ...call, isReconnecting: call.phase === 'live' };
    case 'declined':
      return { ...call, phase: 'waiting', from: null };
    case 'closed':
      return call.phase === 'ended' ? call : ended(call, change.reason, change.atMs);
  }
}

function received(call: CallView, message: ReceivedMessage, atMs: number): CallView {
  switch (message.type) {
    case 'ready':
      // A caller waits for the answer, except on the connection that resumes an answered call.
      return call.role === 'caller' && call.answeredAtMs === null
        ? { ...call, phase: 'calling' }
        : live(call, atMs);
    case 'waiting':
      return { ...call, phase: 'waiting', from: null };
    case 'ringing':
      return call.role === 'phone'
        ? { ...call, phase: 'ringing', from: message.from ?? null }
        : { ...call, phase: 'calling' };
    case 'answered':
      return live(call, atMs);
    case 'rejected':
      return ended(call, rejectionWords(message.reason), atMs);
    case 'transcript':
      return message.sender === 'bot'
        ? withLine(call, { speaker: 'assistant', text: message.text, isPending: false })
        : understood(call, message.text);
    case 'tool':
      return withNote(call, `The assistant used ${message.name}.`);
    case 'digits':
      return withNote(call, `The assistant pressed ${message.digits}.`);
    case 'transferred':
      return withNote(call, 'The call was transferred.');
    case 'ended':
      return ended(call, message.reason, atMs);
    case 'clear':
      return call;
  }
}

function live(call: CallView, atMs: number): CallView {
  return { ...call, phase: 'live', isReconnecting: false, answeredAtMs: call.answeredAtMs ?? atMs };
}

function ended(call: CallView, reason: string, atMs: number): CallView {
  // Keep the first reason, which is the most specific.
  if (call.phase === 'ended') return call;
  const lines = call.lines.filter(({ isPending }) => !isPending);
  return { ...call, phase: 'ended', lines, endReason: reason, endedAtMs: atMs, microphone: 'none' };
}

/** Several typed lines may be confirmed by one transcript line. */
function understood(call: CallView, text: string): CallView {
  const lines = call.lines.filter((line) => !line.isPending || !text.includes(line.text));
  return withLine({ ...call, lines }, { speaker: 'customer', text, isPending: false });
}

function withNote(call: CallView, text: string): CallView {
  return withLine(call, { speaker: 'note', text, isPending: false });
}

function withLine(call: CallView, line: Omit<CallLine, 'id'>): CallView {
  const id = Math.max(0, ...call.lines.map((one) => one.id)) + 1;
  return { ...call, lines: [...call.lines, { ...line, id }] };
}

const REJECTIONS: Record<string, string> = {
  busy: 'The line is busy.',
  unavailable: 'No answer: the number has no assistant, or the balance is too low for a call.',
  declined: 'The call was declined.',
  'unknown-number': 'This number doesn’t exist.',
};

function rejectionWords(reason: string): string {
  return REJECTIONS[reason] ?? `The call was rejected: ${reason}.`;
}
