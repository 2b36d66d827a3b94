import type { Passage } from '../../../data/knowledge.ts';

/** From here on a nearness counts, however few passages it is compared with. */
const NEAR = 0.3;

/** Why a figure for the meaning would mislead, in words; null: it would not. */
export function meaningDoubt({ meaning, meaning_doubt }: Passage['why']): string | null {
  if (meaning === null) return null;
  if (meaning_doubt === 'unfit-embeddings') return 'not counted: the embeddings make no sense of these texts';
  if (meaning_doubt === 'few-passages' && meaning < NEAR) {
    return 'cannot be told: there are too few passages to compare with, so the words decide';
  }
  return null;
}
