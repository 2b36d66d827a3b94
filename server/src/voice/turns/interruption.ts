import type { FirstMessageProtection } from '../settings.ts';
import { isBackChannel } from './back-channels.ts';
import { isGoodbye } from './goodbyes.ts';
import { isHelloWords } from './hello-words.ts';
import { wordsOf } from './words.ts';

/**
 * Interruption (barge-in) of a reply. A sound pauses playback; longer speech or words end the reply; otherwise it
 * resumes. While the words are only a back-channel, the reply continues at a lower volume (ducked).
 */
export type Interruption = { type: 'none' } | PossibleInterruption;

export interface PossibleInterruption {
  type: 'possible';
  /** Start of the first and of the last sound. */
  sinceMs: number;
  soundSinceMs: number;
  /** End of the last sound; null while it lasts. */
  endedMs: number | null;
  /** Speech before the last sound, and in total. */
  voicedBeforeMs: number;
  voicedMs: number;
  text: string;
  playout: 'playing' | 'ducked' | 'paused';
}

export type InterruptionEvent = { nowMs: number } & (
  | { type: 'speech-started'; atMs: number }
  | { type: 'speech-stopped'; voicedMs: number }
  /** Transcript since the first sound, interim or final. */
  | { type: 'text'; text: string }
  /** `voicedUntilMs`: end of the last speech. */
  | { type: 'tick'; voicedUntilMs: number }
);

export type InterruptionDecision = 'none' | 'pause' | 'duck' | 'confirm' | 'resume';

export interface InterruptionRules {
  /** False if the customer is ignored while the assistant speaks. */
  allowed: boolean;
  interruptAfterMs: number;
  /** If null or 0, duration alone decides. */
  minWords: number | null;
  /** Words are required; duration alone is not enough. */
  requiresWords: boolean;
  /** True if the STT provider sends interim results, so that long speech is confirmed by words first. */
  hasInterims: boolean;
  /**
   * Protection of the reply from interruptions, if it is the first message. Only words reveal a "hello?". With
   * `always` playback never pauses, and `confirm` means that the speech needs an answer.
   */
  protection: FirstMessageProtection;
  /** True if the call ends after the reply, which a "bye" does not interrupt. */
  isEnding: boolean;
}

export const NO_INTERRUPTION: Interruption = { type: 'none' };

/** How long a transcript may lag a sound. */
const TRANSCRIPT_WITHIN_MS = 600;
/** As above, if words are required. */
const REQUIRED_TRANSCRIPT_WITHIN_MS = 1200;
/** Latency of interim results; the assistant is paused during this time. */
const INTERIM_WITHIN_MS = 500;
/** By how much transcribed speech may be shorter. */
const TRANSCRIBED_DISCOUNT_MS = 350;
/** Longer speech is not a "hello?", even without a transcript. */
const LONGEST_HELLO_MS = 1200;
/** Longer speech is intended, even if its transcript is only a backchannel. */
const MAX_BACK_CHANNEL_MS = 2500;

export function interrupt(
  state: Interruption,
  event: InterruptionEvent,
  rules: InterruptionRules,
): { state: Interruption; decision: InterruptionDecision } {
  // Resume if interruptions are not allowed any more.
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
      playout: 'playing' as const,
    };
    return isIntended(begun, rules) ? over('confirm') : withPlayout(begun, rules);
  }
  const next = withEvent(state, event);
  if (isIntended(next, rules) || isIntendedWithoutWords(next, event.nowMs, rules)) return over('confirm');
  return isNoise(next, event.nowMs, rules) ? over('resume') : withPlayout(next, rules);
}

/** Start of the speech that an event has confirmed as an interruption. */
export function interruptedSinceMs(before: Interruption, event: InterruptionEvent): number {
  if (event.type === 'speech-started') return event.atMs;
  return before.type === 'possible' ? before.sinceMs : event.nowMs;
}

function over(decision: InterruptionDecision): { state: Interruption; decision: InterruptionDecision } {
  return { state: NO_INTERRUPTION, decision };
}

function withPlayout(
  state: PossibleInterruption,
  rules: InterruptionRules,
): { state: Interruption; decision: InterruptionDecision } {
  const isDucked = isUnintended(state.text, rules);
  const playout = isDucked ? 'ducked' : 'paused';
  if (rules.protection === 'always' || playout === state.playout) return { state, decision: 'none' };
  return { state: { ...state, playout }, decision: isDucked ? 'duck' : 'pause' };
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

/** True if the speech so far is an intended interruption. */
export function isIntended(state: PossibleInterruption, rules: InterruptionRules): boolean {
  if (isUnintended(state.text, rules))
    return state.voicedMs >= Math.max(MAX_BACK_CHANNEL_MS, rules.interruptAfterMs);
  const words = wordsOf(state.text).length;
  if (rules.minWords !== null && rules.minWords > 0) return words >= rules.minWords;
  if (rules.requiresWords && words === 0) return false;
  const graceMs = words === 0 && rules.hasInterims ? Math.min(INTERIM_WITHIN_MS, rules.interruptAfterMs) : 0;
  const aloneMs = rules.interruptAfterMs + graceMs;
  const isLong =
    state.voicedMs >=
    (words === 0 && rules.protection !== 'off' ? Math.max(aloneMs, LONGEST_HELLO_MS) : aloneMs);
  if (isLong) return true;
  return words > 0 && state.voicedMs >= requiredWithWordsMs(rules);
}

function isUnintended(text: string, { protection, isEnding }: InterruptionRules): boolean {
  if (text === '') return false;
  return isBackChannel(text) || (protection !== 'off' && isHelloWords(text)) || (isEnding && isGoodbye(text));
}

/** Transcribed short speech is not noise and needs less time, but long thresholds are respected. */
function requiredWithWordsMs({ interruptAfterMs }: InterruptionRules): number {
  return Math.max(interruptAfterMs / 3, interruptAfterMs - TRANSCRIBED_DISCOUNT_MS);
}

/**
 * True if speech without a transcript was long enough to interrupt. Interim results would have arrived by now, so duration
 * alone decides.
 */
function isIntendedWithoutWords(
  state: PossibleInterruption,
  nowMs: number,
  rules: InterruptionRules,
): boolean {
  if (state.endedMs === null || nowMs - state.endedMs < INTERIM_WITHIN_MS) return false;
  return isIntended(state, { ...rules, hasInterims: false });
}

function isNoise(state: PossibleInterruption, nowMs: number, rules: InterruptionRules): boolean {
  if (state.endedMs === null) return false;
  if (isUnintended(state.text, rules)) return true;
  const needsWords = rules.requiresWords || (rules.minWords ?? 0) > 0;
  const withinMs = needsWords ? REQUIRED_TRANSCRIPT_WITHIN_MS : TRANSCRIPT_WITHIN_MS;
  return nowMs - state.endedMs >= withinMs;
}
