import type { Passage } from '../../../data/knowledge.ts';
import { formatAlternatives } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';

/** Answerable questions rarely have a best score below this; see bench/README.md. */
const BARELY_RELATED = 0.2;
/** Keeps the sentence readable. */
const NAMED_WORDS = 5;

/**
 * A warning that the passages (best first) may not contain the answer; null if there is no doubt. With a reliable
 * similarity score, the score decides. Otherwise only names the question's words that no passage contains, because the
 * answer may use other words. If every word occurs in some passage, there is no doubt.
 */
export function answerDoubt(passages: readonly Passage[]): string | null {
  const [best] = passages;
  if (best === undefined) return null;
  const missing = best.why.missing.filter((word) => passages.every(({ why }) => why.missing.includes(word)));
  if (missing.length === 0) return null;
  const isMeaningReliable = best.why.meaning !== null && best.why.meaning_doubt === null;
  if (isMeaningReliable) {
    return best.score < BARELY_RELATED
      ? t('The best passage is barely related. The answer is probably not in these documents.')
      : null;
  }
  const named = missing.slice(0, NAMED_WORDS).map((word) => `“${word}”`);
  return t('No passage contains {words}. The answer may use other words, or it is not in these documents.', {
    words: formatAlternatives(named),
  });
}
