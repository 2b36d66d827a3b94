import { isBackChannel } from './back-channels.ts';
import { type InterruptionRules, isMeant, type PossibleInterruption } from './interruption.ts';

/** A sound of the customer's that the assistant went on from, as from a noise or a sign of listening. */
export interface PassedSound {
  sound: PossibleInterruption;
  resumedMs: number;
  /** What was said was about to end: a "yes" there is an answer, and no sign of listening. */
  isAtEnd: boolean;
}

/** `interrupt`: it was meant after all; `answer`: it counts when the assistant has finished. */
export type SecondThought = 'none' | 'interrupt' | 'answer';

/** Transcribers of whole segments need so long for a word. */
const LATE_WORDS_MS = 2500;

/** What becomes of a sound that was passed over, by the words that are understood in it. */
export function thinkAgain(
  { sound, resumedMs, isAtEnd }: PassedSound,
  { text, nowMs }: { text: string; nowMs: number },
  rules: InterruptionRules,
): SecondThought {
  if (nowMs - resumedMs > LATE_WORDS_MS || text === '') return 'none';
  if (isBackChannel(text)) return isAtEnd ? 'answer' : 'none';
  return rules.allowed && isMeant({ ...sound, text }, rules) ? 'interrupt' : 'none';
}
