import type { Passage } from '../../../data/knowledge.ts';
import { t } from '../../../lib/i18n/t.ts';

const DOUBTS = {
  'few-passages': t('unavailable: too few passages to compare'),
  'unfit-embeddings': t('not counted: the embeddings don’t fit these texts'),
} as const;

/** Why the similarity score is unreliable; null if it is reliable. */
export function meaningDoubt({ meaning, meaning_doubt }: Passage['why']): string | null {
  return meaning === null || meaning_doubt === null ? null : DOUBTS[meaning_doubt];
}

/** The doubt that all passages share; null if they differ or have none. */
export function sharedMeaningDoubt(passages: readonly Passage[]): string | null {
  const [first, ...others] = passages.map(({ why }) => meaningDoubt(why));
  return first !== undefined && others.every((doubt) => doubt === first) ? first : null;
}
