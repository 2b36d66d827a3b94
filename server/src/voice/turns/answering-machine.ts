import { greetingKindOf } from './machine-phrases.ts';

/**
 * Who answered an outbound call. Two gates: there is a verdict, and the other side is silent. Nothing is said before both are
 * open, except where nobody says anything at all. Times are of the call.
 */
export interface AnsweringMachine {
  verdict: 'human' | 'machine' | 'unknown' | null;
  /** Begin of the greeting; null: nothing was heard yet. */
  greetingSinceMs: number | null;
  /** End of its last sound so far; null while it sounds. */
  silentSinceMs: number | null;
  /** All sounds together. */
  voicedMs: number;
  text: string;
  /** When words were last understood; they may come without any sound, typed for example. */
  textMs: number | null;
  beepMs: number | null;
  /** When the message was begun, while a beep would begin it anew; null: none would. */
  messageSinceMs: number | null;
  /** The assistant may speak. */
  isOpen: boolean;
}

export type AnsweringMachineEvent = { nowMs: number } & (
  | { type: 'speech-started'; atMs: number }
  | { type: 'speech-stopped'; atMs: number; voicedMs: number }
  /** All that was understood since the answer. */
  | { type: 'text'; text: string }
  /** The tone after which one may speak has ended. */
  | { type: 'beep' }
  | { type: 'tick' }
);

/** `greet`: to a person, or to silence; `leave-message`: a machine listens; `verdict`: known, but it is not our turn yet. */
export type AnsweringMachineDecision = 'none' | 'verdict' | 'greet' | 'leave-message';

export const NOBODY_HEARD: AnsweringMachine = {
  verdict: null,
  greetingSinceMs: null,
  silentSinceMs: null,
  voicedMs: 0,
  text: '',
  textMs: null,
  beepMs: null,
  messageSinceMs: null,
  isOpen: false,
};

/** Nobody says anything: people expect the caller to speak then. */
const SILENT_ANSWER_MS = 2000;
/** "Hello?" is shorter, and followed by silence. */
const SHORT_GREETING_MS = 2500;
const SILENCE_AFTER_PERSON_MS = 500;
/** Nobody answers the phone with so many words. */
const LONG_GREETING_MS = 4500;
/** Between sentences a machine pauses too. */
const SILENCE_AFTER_MACHINE_MS = 1500;
const SILENCE_AFTER_BEEP_MS = 300;
/** What comes later is no sign to begin: the end of the recording, for example. */
const LATE_BEEP_MS = 10_000;
/** Then whoever it is has had their say: it is treated as a person. */
const BUDGET_MS = 20_000;
/** A machine that never falls silent is spoken to all the same. */
const MACHINE_BUDGET_MS = 45_000;

/**
 * One thing heard, or the passing of time. After `greet` to silence the verdict may still follow; after the first `leave-message` another
 * one: a machine records nothing before its last beep, and some beep before they greet as well. After the others nothing does.
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
  if (!before.isOpen && mayGreet(state, event.nowMs)) {
    return { state: { ...state, isOpen: true }, decision: 'greet' };
  }
  return { state, decision: isNew ? 'verdict' : 'none' };
}

/** True once nothing more will be decided. */
export function isMachineDetectionOver(state: AnsweringMachine): boolean {
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
    case 'beep':
      return { ...state, beepMs: event.nowMs, isOpen: state.isOpen && state.messageSinceMs === null };
    case 'tick':
      return isBeepOverdue(state, event.nowMs) ? { ...state, messageSinceMs: null } : state;
  }
}

function isBeepOverdue({ messageSinceMs, isOpen }: AnsweringMachine, nowMs: number): boolean {
  return isOpen && messageSinceMs !== null && nowMs - messageSinceMs >= LATE_BEEP_MS;
}

function verdictOf(state: AnsweringMachine, nowMs: number): AnsweringMachine['verdict'] {
  const kind = greetingKindOf(state.text);
  if (state.beepMs !== null || kind === 'recording') return 'machine';
  const { greetingSinceMs, silentSinceMs } = state;
  // Before a pause a person may still ask how they can help. Once we have spoken, a long answer is an answer.
  const isPause = silentSinceMs !== null && nowMs - silentSinceMs >= SILENCE_AFTER_PERSON_MS;
  const isLong = (kind === 'long' && isPause) || greetingMs(state, nowMs) >= LONG_GREETING_MS;
  if (isLong && kind !== 'person' && !state.isOpen) return 'machine';
  if (greetingSinceMs !== null && silentSinceMs !== null) {
    const isShort = silentSinceMs - greetingSinceMs <= SHORT_GREETING_MS || kind === 'person';
    const neededMs = isShort ? SILENCE_AFTER_PERSON_MS : SILENCE_AFTER_MACHINE_MS;
    if (nowMs - silentSinceMs >= neededMs) return 'human';
  }
  return nowMs >= BUDGET_MS ? 'unknown' : null;
}

/** Sounds so far, the one that lasts included. */
function greetingMs(state: AnsweringMachine, nowMs: number): number {
  if (state.greetingSinceMs === null) return 0;
  return (state.silentSinceMs ?? nowMs) - state.greetingSinceMs;
}

function mayGreet(state: AnsweringMachine, nowMs: number): boolean {
  if (state.verdict === 'human' || state.verdict === 'unknown') return true;
  return state.verdict === null && state.greetingSinceMs === null && nowMs >= SILENT_ANSWER_MS;
}

function mayLeaveMessage(state: AnsweringMachine, nowMs: number): boolean {
  if (nowMs >= MACHINE_BUDGET_MS) return true;
  if (state.silentSinceMs === null && state.greetingSinceMs !== null && state.beepMs === null) return false;
  const silenceMs = nowMs - (state.silentSinceMs ?? state.textMs ?? nowMs);
  if (state.beepMs !== null) return nowMs - state.beepMs >= SILENCE_AFTER_BEEP_MS;
  return silenceMs >= SILENCE_AFTER_MACHINE_MS;
}
