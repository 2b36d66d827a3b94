/** A passage that the words of the question found. */
export interface FeedbackPassage {
  /** BM25 of the question. */
  score: number;
  /** How often it has each term, stop words left out. */
  counts: ReadonlyMap<string, number>;
}

export interface FeedbackTerm {
  term: string;
  /** Shares of the feedback; together 1. */
  share: number;
}

const FEEDBACK_TERMS = 10;
/** Numbers and scraps say little about a subject. */
const MIN_TERM_LENGTH = 3;

/**
 * The terms that mark the best passages (pseudo-relevance feedback in Rocchio's manner):
 * passages about the same matter in other words come nearer by them.
 */
export function feedbackTerms(
  passages: readonly FeedbackPassage[],
  rarity: (term: string) => number,
): FeedbackTerm[] {
  const best = passages[0]?.score ?? 0;
  const weights = new Map<string, number>();
  for (const { score, counts } of passages) {
    for (const [term, count] of counts) {
      if (term.length < MIN_TERM_LENGTH) continue;
      const weight = ((score / best) * rarity(term) * count) / (count + 1);
      weights.set(term, (weights.get(term) ?? 0) + weight);
    }
  }
  const chosen = [...weights]
    .filter(([, weight]) => weight > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, FEEDBACK_TERMS);
  const total = chosen.reduce((sum, [, weight]) => sum + weight, 0);
  return chosen.map(([term, weight]) => ({ term, share: weight / total }));
}
