import { isBackChannel } from './back-channels.ts';
import { isHelloWords } from './hello-words.ts';
import { type InterruptionRules, isIntended, type PossibleInterruption } from './interruption.ts';

/** A customer sound after which the assistant resumed, as from noise or a backchannel. */
export interface IgnoredSound {
  sound: PossibleInterruption;
  resumedMs: number;
  /** The reply was about to end, so "yes" is an answer rather than a backchannel. */
  isAtEnd: boolean;
  /** The reply was a protected first message. */
  isProtected: boolean;
}

/** `interrupt`: it was an interruption after all. `answer`: answer it after the reply. `ignore`: never answer it. */
export type Reconsideration = 'none' | 'interrupt' | 'answer' | 'ignore';

/** Latency of segment-based STT providers. */
const LATE_WORDS_MS = 2500;

/** Reconsiders an ignored sound by its transcript. */
export function reconsider(
  { sound, resumedMs, isAtEnd, isProtected }: IgnoredSound,
  { text, nowMs }: { text: string; nowMs: number },
  rules: InterruptionRules,
): Reconsideration {
  if (nowMs - resumedMs > LATE_WORDS_MS || text === '') return 'none';
  if (isBackChannel(text) && isAtEnd) return 'answer';
  if (isProtected && isHelloWords(text)) return 'ignore';
  if (isBackChannel(text)) return 'none';
  return rules.allowed && isIntended({ ...sound, text }, rules) ? 'interrupt' : 'none';
}
