/** A passage found by the question's words. */
export interface FeedbackPassage {
  /** BM25 score for the question. */
  score: number;
  /** Term frequencies without stop words. */
  counts: ReadonlyMap<string, number>;
}

export interface FeedbackTerm {
  term: string;
  /** Share of the feedback weight; shares sum to 1. */
  share: number;
}

const FEEDBACK_TERMS = 10;
/** Short terms and numbers say little about a topic. */
const MIN_TERM_LENGTH = 3;

/** Characteristic terms of the best passages (Rocchio pseudo-relevance feedback); they find the same topic in other words. */
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
