import type { Passage } from '../../../data/knowledge.ts';

const DOUBTS = {
  'few-passages': 'cannot be told: there are too few passages to compare with',
  'unfit-embeddings': 'not counted: the embeddings make no sense of these texts',
} as const;

/** Why a figure for the meaning would mislead, in words; null: it would not. */
export function meaningDoubt({ meaning, meaning_doubt }: Passage['why']): string | null {
  return meaning === null || meaning_doubt === null ? null : DOUBTS[meaning_doubt];
}

/** What holds for the meaning of each of them, said once; null: they differ, or it can be told. */
export function sharedMeaningDoubt(passages: readonly Passage[]): string | null {
  const [first, ...others] = passages.map(({ why }) => meaningDoubt(why));
  return first !== undefined && others.every((doubt) => doubt === first) ? first : null;
}
