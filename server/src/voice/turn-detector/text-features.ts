import { OPEN_WORDS } from './open-words.ts';

/** Features of a text that tell complete from incomplete turns; each 0 or 1. */
export interface TextFeatures {
  endsOpen: number;
  endsInFiller: number;
  endsWanting: number;
  endsInPause: number;
  endsInStop: number;
  endsInDigits: number;
  isReply: number;
  isHalfSentence: number;
  isQuestion: number;
  isFragment: number;
}

/** Minimum number of words after a comma that form a clause. */
const CLAUSE_WORDS = 3;
/** Phone numbers are spoken in groups; a complete one has about this many digits. */
const WHOLE_NUMBER = 9;
const DIGIT_WORDS = new Set('zero oh one two three four five six seven eight nine double'.split(' '));

/**
 * @param text transcript, with or without punctuation
 * @returns null for languages without word lists and for text without words
 */
export function textFeatures(text: string, language: string): TextFeatures | null {
  const lists = OPEN_WORDS.get(language);
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  const last = words.at(-1);
  if (lists === undefined || last === undefined) return null;
  const mark = text.trim().at(-1) ?? '';
  const isReply = words.length <= 5 && words.every((word) => lists.replies.has(word));
  const digits = trailingDigits(words);
  const endsInDigits = digits > 0 && digits < WHOLE_NUMBER && words.length - digits < 6;
  const isQuestion = mark === '?';
  return {
    endsOpen: flag(lists.open.has(last) && !isReply && !isQuestion),
    endsInFiller: flag(lists.fillers.has(last) && !isReply),
    endsWanting: flag(lists.wanting.has(last) && !isReply && !isQuestion),
    endsInPause: flag(/[,;:…–—-]/u.test(mark)),
    endsInStop: flag(/[.!]/u.test(mark) && !text.trim().endsWith('..')),
    endsInDigits: flag(endsInDigits),
    isReply: flag(isReply),
    isHalfSentence: flag(lists.subordinating.has(words[0] ?? '') && !hasMainClause(text)),
    isQuestion: flag(isQuestion),
    isFragment: flag(words.length <= 2 && !isReply && !isQuestion),
  };
}

/** True if there is a clause after punctuation, or the text is long enough to contain the main clause. */
function hasMainClause(text: string): boolean {
  const [, ...clauses] = text.split(/[,;.!?]\s/u);
  return (
    clauses.some((clause) => clause.split(/\s+/u).filter(Boolean).length >= CLAUSE_WORDS) ||
    text.split(/\s+/u).length > 14
  );
}

function trailingDigits(words: readonly string[]): number {
  let count = 0;
  for (const word of words.toReversed()) {
    const digits = /^\d+$/.test(word) ? word.length : Number(DIGIT_WORDS.has(word));
    if (digits === 0) break;
    count += digits;
  }
  return count;
}

function flag(isTrue: boolean): number {
  return Number(isTrue);
}
