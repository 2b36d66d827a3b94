import type { CustomerTurn } from '../turns/customer-turn.ts';
import { wordsOf } from '../turns/words.ts';

const HELLO_WORDS = 2;
const SHORT_WORDS = 4;
const SHORT_MS = 1600;

/** True if a first turn is only a "hello", which the greeting answers. */
export function isShortOpening({ sinceMs, lastVoicedMs, text }: CustomerTurn): boolean {
  return lastVoicedMs - sinceMs <= SHORT_MS && wordsOf(text).length <= SHORT_WORDS;
}

/** True if a caller who has heard nothing yet only said "hello". */
export function isHello({ text }: CustomerTurn): boolean {
  const words = wordsOf(text).length;
  return words > 0 && words <= HELLO_WORDS;
}
