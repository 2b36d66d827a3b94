import { isBackChannel } from './back-channels.ts';
import { isHelloWords } from './hello-words.ts';
import { wordsOf } from './words.ts';

/**
 * Whether the customer takes the floor while an answer is under way. A sound makes the assistant pause at once; speech that
 * lasts, or words, end the answer; else it was a noise and the assistant goes on.
 */
export type Interruption = { type: 'none' } | PossibleInterruption;

export interface PossibleInterruption {
  type: 'possible';
  /** Begin of the first sound, and of the last. */
  sinceMs: number;
  soundSinceMs: number;
  /** End of the last sound; null while it lasts. */
  endedMs: number | null;
  /** Of the sounds before the last, and of all. */
  voicedBeforeMs: number;
  voicedMs: number;
  text: string;
}

export type InterruptionEvent = { nowMs: number } & (
  | { type: 'speech-started'; atMs: number }
  | { type: 'speech-stopped'; voicedMs: number }
  /** What was understood since, interim or final. */
  | { type: 'text'; text: string }
  /** `voicedUntilMs`: end of the last sound that was speech. */
  | { type: 'tick'; voicedUntilMs: number }
);

export type InterruptionDecision = 'none' | 'pause' | 'confirm' | 'resume';

export interface InterruptionRules {
  /** False: the customer is not heard while the assistant speaks. */
  allowed: boolean;
  interruptAfterMs: number;
  /** Null or 0: time alone decides. */
  minWords: number | null;
  /** True: time alone does not tell. */
  asksWords: boolean;
  /** Words are told while they are said: whoever speaks for long enough is first heard out for what it is. */
  wordsFollow: boolean;
  /** The assistant says its first message: a "hello?" over it is no interruption, and only words reveal it. */
  isGreeting: boolean;
  /** Further texts that do not interrupt, "bye" over a goodbye for example. */
  isIgnored(text: string): boolean;
}

export const NO_INTERRUPTION: Interruption = { type: 'none' };

/** How long after a sound its words may still come. */
const WORDS_WITHIN_MS = 600;
/** The same where words alone count. */
const COUNTED_WORDS_WITHIN_MS = 1200;
/** How long after they begin, at most, words are told where they are told while they are said; the assistant is silent meanwhile. */
const WORDS_FOLLOW_WITHIN_MS = 500;
/** What speech that was understood need not last, at most. */
const UNDERSTOOD_SAVES_MS = 350;
/** Longer speech is not a "hello?", even before its words are known. */
const LONGEST_HELLO_MS = 1200;
/** Nobody says so much without meaning it, whatever the transcript holds. */
const MAX_BACK_CHANNEL_MS = 2500;

/** One event of the customer's, or the passing of time, against an answer that is under way. */
export function interrupt(
  state: Interruption,
  event: InterruptionEvent,
  rules: InterruptionRules,
): { state: Interruption; decision: InterruptionDecision } {
  // What paused for a sound goes on when it may not be interrupted any more.
  if (!rules.allowed) return over(state.type === 'possible' ? 'resume' : 'none');
  if (state.type === 'none') {
    if (event.type !== 'speech-started') return { state, decision: 'none' };
    const begun = {
      type: 'possible' as const,
      sinceMs: event.atMs,
      soundSinceMs: event.atMs,
      endedMs: null,
      voicedBeforeMs: 0,
      voicedMs: 0,
      text: '',
    };
    return isMeant(begun, rules) ? over('confirm') : { state: begun, decision: 'pause' };
  }
  const next = withEvent(state, event);
  if (isMeant(next, rules) || isOverWithoutWords(next, event.nowMs, rules)) return over('confirm');
  return isNoise(next, event.nowMs, rules) ? over('resume') : { state: next, decision: 'none' };
}

function over(decision: InterruptionDecision): { state: Interruption; decision: InterruptionDecision } {
  return { state: NO_INTERRUPTION, decision };
}

function withEvent(state: PossibleInterruption, event: InterruptionEvent): PossibleInterruption {
  switch (event.type) {
    case 'speech-started':
      return { ...state, soundSinceMs: event.atMs, endedMs: null, voicedBeforeMs: state.voicedMs };
    case 'speech-stopped':
      return { ...state, endedMs: event.nowMs, voicedMs: state.voicedBeforeMs + event.voicedMs };
    case 'text':
      return { ...state, text: event.text };
    case 'tick':
      return state.endedMs === null ? { ...state, voicedMs: voicedMs(state, event.voicedUntilMs) } : state;
  }
}

function voicedMs({ soundSinceMs, voicedBeforeMs }: PossibleInterruption, untilMs: number): number {
  return voicedBeforeMs + Math.max(0, untilMs - soundSinceMs);
}

/** Whether the customer means to take the floor with what they have said so far. */
export function isMeant(state: PossibleInterruption, rules: InterruptionRules): boolean {
  if (isUnmeant(state.text, rules))
    return state.voicedMs >= Math.max(MAX_BACK_CHANNEL_MS, rules.interruptAfterMs);
  const words = wordsOf(state.text).length;
  if (rules.minWords !== null && rules.minWords > 0) return words >= rules.minWords;
  if (rules.asksWords && words === 0) return false;
  const patienceMs =
    words === 0 && rules.wordsFollow ? Math.min(WORDS_FOLLOW_WITHIN_MS, rules.interruptAfterMs) : 0;
  const aloneMs = rules.interruptAfterMs + patienceMs;
  const isLong =
    state.voicedMs >= (words === 0 && rules.isGreeting ? Math.max(aloneMs, LONGEST_HELLO_MS) : aloneMs);
  if (isLong) return true;
  return words > 0 && state.voicedMs >= lastsForWordsMs(rules);
}

function isUnmeant(text: string, { isGreeting, isIgnored }: InterruptionRules): boolean {
  if (text === '') return false;
  return isBackChannel(text) || (isGreeting && isHelloWords(text)) || isIgnored(text);
}

/** A short word that was understood is no noise: it needs less time, but whoever asks for long speech is not cut short. */
function lastsForWordsMs({ interruptAfterMs }: InterruptionRules): number {
  return Math.max(interruptAfterMs / 3, interruptAfterMs - UNDERSTOOD_SAVES_MS);
}

/** It was long enough, and its words would have been told by now: time alone decides. */
function isOverWithoutWords(state: PossibleInterruption, nowMs: number, rules: InterruptionRules): boolean {
  if (state.endedMs === null || nowMs - state.endedMs < WORDS_FOLLOW_WITHIN_MS) return false;
  return isMeant(state, { ...rules, wordsFollow: false });
}

function isNoise(state: PossibleInterruption, nowMs: number, rules: InterruptionRules): boolean {
  if (state.endedMs === null) return false;
  if (isUnmeant(state.text, rules)) return true;
  const isCounted = rules.asksWords || (rules.minWords ?? 0) > 0;
  const withinMs = isCounted ? COUNTED_WORDS_WITHIN_MS : WORDS_WITHIN_MS;
  return nowMs - state.endedMs >= withinMs;
}
