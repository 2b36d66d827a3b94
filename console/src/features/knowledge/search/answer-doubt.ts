import type { Passage } from '../../../data/knowledge.ts';

/** Among questions with an answer a best score below it is rare: bench/README.md has the figures. */
const HARDLY_RELATED = 0.2;
/** More words than this make a sentence that nobody reads. */
const NAMED_WORDS = 5;

/**
 * What speaks against an answer being among these passages, best first; null: nothing does. Where meaning is told,
 * the score decides. Elsewhere an answer may stand there in other words, so only what is a fact is said: which words of
 * the question no passage has. A passage that has them all is never doubted.
 */
export function answerDoubt(passages: readonly Passage[]): string | null {
  const [best] = passages;
  if (best === undefined) return null;
  const missing = best.why.missing.filter((word) => passages.every(({ why }) => why.missing.includes(word)));
  if (missing.length === 0) return null;
  const isMeaningTold = best.why.meaning !== null && best.why.meaning_doubt === null;
  if (isMeaningTold) {
    return best.score < HARDLY_RELATED
      ? 'The best passage is hardly related. Most likely the answer does not stand in these documents.'
      : null;
  }
  const named = missing.slice(0, NAMED_WORDS).map((word) => `“${word}”`);
  return `No passage here has ${listed(named)}. If the question is about that, either the answer stands there in other words, or it does not stand in these documents.`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
