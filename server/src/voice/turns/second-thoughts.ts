import { isBackChannel } from './back-channels.ts';
import { isHelloWords } from './hello-words.ts';
import { type InterruptionRules, isMeant, type PossibleInterruption } from './interruption.ts';

/** A sound of the customer's that the assistant went on from, as from a noise or a sign of listening. */
export interface PassedSound {
  sound: PossibleInterruption;
  resumedMs: number;
  /** What was said was about to end: a "yes" there is an answer, and no sign of listening. */
  isAtEnd: boolean;
  /** The first message was being spoken. */
  isGreeting: boolean;
}

/** `interrupt`: it was an interruption after all; `answer`: answered when the assistant has finished; `ignore`: never answered. */
export type SecondThought = 'none' | 'interrupt' | 'answer' | 'ignore';

/** Transcribers of whole segments need so long for a word. */
const LATE_WORDS_MS = 2500;

/** What becomes of a sound that was passed over, by the words that are understood in it. */
export function thinkAgain(
  { sound, resumedMs, isAtEnd, isGreeting }: PassedSound,
  { text, nowMs }: { text: string; nowMs: number },
  rules: InterruptionRules,
): SecondThought {
  if (nowMs - resumedMs > LATE_WORDS_MS || text === '') return 'none';
  if (isBackChannel(text) && isAtEnd) return 'answer';
  if (isGreeting && isHelloWords(text)) return 'ignore';
  if (isBackChannel(text)) return 'none';
  return rules.allowed && isMeant({ ...sound, text }, rules) ? 'interrupt' : 'none';
}
