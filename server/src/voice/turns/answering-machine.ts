import { greetingKindOf } from './machine-phrases.ts';

/**
 * Answering-machine detection for an outbound call. The assistant speaks once there is a verdict and the other side
 * is silent, or if the other side says nothing at all: then detection continues while the assistant greets. Times are
 * in call time.
 */
export interface AnsweringMachine {
  /** Silence after which the assistant speaks. */
  readonly silentAnswerMs: number;
  verdict: 'human' | 'machine' | 'unknown' | null;
  /** Start of the greeting; null if nothing was heard yet. */
  greetingSinceMs: number | null;
  /** End of its last sound; null while it lasts. */
  silentSinceMs: number | null;
  /** Total duration of speech. */
  voicedMs: number;
  text: string;
  /** Time of the last transcript, which may come without sound (typed text). */
  textMs: number | null;
  beepMs: number | null;
  /** Start of our voicemail message while a beep would restart it; otherwise null. */
  messageSinceMs: number | null;
  /** End of the message, while a beep is still awaited. */
  messageOverMs: number | null;
  isOpen: boolean;
}

export type AnsweringMachineEvent = { nowMs: number } & (
  | { type: 'speech-started'; atMs: number }
  | { type: 'speech-stopped'; atMs: number; voicedMs: number }
  /** Transcript since the answer. */
  | { type: 'text'; text: string }
  /** The beep of the machine has ended. */
  | { type: 'beep' }
  /** The other side has interrupted our greeting. */
  | { type: 'interrupted' }
  /** Our voicemail message was played to its end. */
  | { type: 'message-over' }
  /** The call ends, so no beep will follow. */
  | { type: 'call-ends' }
  | { type: 'tick' }
);

/**
 * `greet`: a person or silence. `leave-message`: a machine records. `message-left`: no beep will restart the message.
 * `verdict`: known, but not our turn yet. `take-back`: stop the greeting and wait for the verdict.
 */
export type AnsweringMachineDecision =
  | 'none'
  | 'verdict'
  | 'greet'
  | 'leave-message'
  | 'message-left'
  | 'take-back';

/** Silence after which people who do not speak first begin to doubt the call. */
const SILENT_ANSWER_MS = 800;
/** Speech that begins later may answer our greeting. Earlier speech is the other side's own greeting. */
export const OWN_GREETING_WITHIN_MS = 2000;

export const INITIAL_DETECTION: AnsweringMachine = {
  silentAnswerMs: SILENT_ANSWER_MS,
  verdict: null,
  greetingSinceMs: null,
  silentSinceMs: null,
  voicedMs: 0,
  text: '',
  textMs: null,
  beepMs: null,
  messageSinceMs: null,
  messageOverMs: null,
  isOpen: false,
};

/** For assistants that do not greet silence, or cannot take a greeting back. */
export const PATIENT_DETECTION: AnsweringMachine = {
  ...INITIAL_DETECTION,
  silentAnswerMs: OWN_GREETING_WITHIN_MS,
};

/** "Hello?" is shorter and followed by silence. */
const SHORT_GREETING_MS = 2500;
const SILENCE_AFTER_PERSON_MS = 500;
/** People do not answer the phone with longer greetings. */
const LONG_GREETING_MS = 4500;
/** Machines pause between sentences. */
const SILENCE_AFTER_MACHINE_MS = 1500;
const SILENCE_AFTER_BEEP_MS = 300;
/** A later beep is not the start signal but, for example, the end of the recording. */
const LATE_BEEP_MS = 10_000;
/** Wait for a late beep after the message, in addition to the message's own length: its machine missed the message. */
const AWAIT_BEEP_MS = 2000;
/** After this time, treat the other side as a person. */
const BUDGET_MS = 20_000;
/** After this time, speak even to a machine that is never silent. */
const MACHINE_BUDGET_MS = 45_000;

/**
 * Applies one event. After a `greet` that followed silence, a verdict may come later, or a `take-back`. After the first `leave-message`
 * another may follow: machines record only after their last beep, and some also beep before the greeting or pause
 * before the beep. After `message-over` comes `message-left`, or another `leave-message`.
 */
export function detectMachine(
  before: AnsweringMachine,
  event: AnsweringMachineEvent,
): { state: AnsweringMachine; decision: AnsweringMachineDecision } {
  const heard = withEvent(before, event);
  const verdict = heard.verdict ?? verdictOf(heard, event.nowMs);
  const state = { ...heard, verdict };
  const isNew = verdict !== before.verdict;
  if (verdict === 'machine' && mayLeaveMessage(state, event.nowMs) && (!before.isOpen || isNew)) {
    const messageSinceMs = state.messageSinceMs === null ? event.nowMs : null;
    return { state: { ...state, isOpen: true, messageSinceMs }, decision: 'leave-message' };
  }
  if (verdict === 'machine' && before.isOpen && isNew) {
    return { state: { ...state, isOpen: false }, decision: 'verdict' };
  }
  if (verdict === null && before.isOpen && event.type === 'interrupted' && isOwnGreeting(state)) {
    return { state: { ...state, isOpen: false }, decision: 'take-back' };
  }
  if (isMessageLeft(state)) {
    return { state: { ...state, messageSinceMs: null, messageOverMs: null }, decision: 'message-left' };
  }
  if (!before.isOpen && mayGreet(state, event.nowMs)) {
    return { state: { ...state, isOpen: true }, decision: 'greet' };
  }
  return { state, decision: isNew ? 'verdict' : 'none' };
}

export function isDetectionFinished(state: AnsweringMachine): boolean {
  return state.isOpen && state.verdict !== null && state.messageSinceMs === null;
}

function withEvent(state: AnsweringMachine, event: AnsweringMachineEvent): AnsweringMachine {
  switch (event.type) {
    case 'speech-started':
      return { ...state, greetingSinceMs: state.greetingSinceMs ?? event.atMs, silentSinceMs: null };
    case 'speech-stopped':
      return { ...state, silentSinceMs: event.atMs, voicedMs: state.voicedMs + event.voicedMs };
    case 'text':
      return { ...state, text: event.text, textMs: event.nowMs };
    case 'beep': {
      const isOpen = state.isOpen && state.messageSinceMs === null;
      return { ...state, beepMs: event.nowMs, messageOverMs: null, isOpen };
    }
    case 'interrupted':
      return state;
    case 'message-over':
      return { ...state, messageOverMs: event.nowMs };
    case 'call-ends':
      return { ...state, messageSinceMs: null };
    case 'tick':
      return isBeepOverdue(state, event.nowMs) ? { ...state, messageSinceMs: null } : state;
  }
}

function isBeepOverdue({ messageSinceMs, messageOverMs, isOpen }: AnsweringMachine, nowMs: number): boolean {
  if (!isOpen || messageSinceMs === null) return false;
  const durationMs = messageOverMs === null ? null : messageOverMs - messageSinceMs;
  const waitMs = durationMs === null ? LATE_BEEP_MS : Math.min(LATE_BEEP_MS, 2 * durationMs + AWAIT_BEEP_MS);
  return nowMs - messageSinceMs >= waitMs;
}

/** True if the message is over and no beep can restart it any more. */
function isMessageLeft({ messageOverMs, beepMs, messageSinceMs }: AnsweringMachine): boolean {
  return messageOverMs !== null && (beepMs !== null || messageSinceMs === null);
}

function verdictOf(state: AnsweringMachine, nowMs: number): AnsweringMachine['verdict'] {
  const kind = greetingKindOf(state.text);
  if (state.beepMs !== null || kind === 'recording') return 'machine';
  const { greetingSinceMs, silentSinceMs } = state;
  // A person may still ask how they can help. Long speech that began after ours may be an answer.
  const isPause = silentSinceMs !== null && nowMs - silentSinceMs >= SILENCE_AFTER_PERSON_MS;
  const isLong = (kind === 'long' && isPause) || greetingMs(state, nowMs) >= LONG_GREETING_MS;
  const isGreeting = !state.isOpen || isOwnGreeting(state);
  if (isLong && kind !== 'person' && isGreeting) return 'machine';
  if (greetingSinceMs !== null && silentSinceMs !== null) {
    const isShort = silentSinceMs - greetingSinceMs <= SHORT_GREETING_MS || kind === 'person';
    const neededMs = isShort ? SILENCE_AFTER_PERSON_MS : SILENCE_AFTER_MACHINE_MS;
    if (nowMs - silentSinceMs >= neededMs) return 'human';
  }
  return nowMs >= BUDGET_MS ? 'unknown' : null;
}

function isOwnGreeting({ greetingSinceMs }: AnsweringMachine): boolean {
  return greetingSinceMs !== null && greetingSinceMs < OWN_GREETING_WITHIN_MS;
}

function greetingMs(state: AnsweringMachine, nowMs: number): number {
  if (state.greetingSinceMs === null) return 0;
  return (state.silentSinceMs ?? nowMs) - state.greetingSinceMs;
}

function mayGreet(state: AnsweringMachine, nowMs: number): boolean {
  if (state.verdict === 'human' || state.verdict === 'unknown') return true;
  return state.verdict === null && state.greetingSinceMs === null && nowMs >= state.silentAnswerMs;
}

function mayLeaveMessage(state: AnsweringMachine, nowMs: number): boolean {
  if (nowMs >= MACHINE_BUDGET_MS) return true;
  if (state.silentSinceMs === null && state.greetingSinceMs !== null && state.beepMs === null) return false;
  const silenceMs = nowMs - (state.silentSinceMs ?? state.textMs ?? nowMs);
  if (state.beepMs !== null) return nowMs - state.beepMs >= SILENCE_AFTER_BEEP_MS;
  return silenceMs >= SILENCE_AFTER_MACHINE_MS;
}
