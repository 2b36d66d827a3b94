/** What is known of one passage in the light of one question. */
export interface Candidate {
  slot: number;
  /** BM25 as a share of what a passage with all the question's words could reach, 0 to 1. */
  lexical: number;
  /** Share of the question's rarity (sum of idf) that the passage's words cover, 0 to 1. */
  coverage: number;
  /** Cosine; null when the passage has no vector yet, or there is no question vector. */
  similarity: number | null;
}

/** How similarities to this question spread over the whole knowledgebase. */
export interface SimilaritySpread {
  mean: number;
  deviation: number;
}

export interface Ranked {
  slot: number;
  score: number;
}

/** Orders the candidates, best first, by what both sides say. */
export function fuse(candidates: readonly Candidate[], spread: SimilaritySpread | null): Ranked[] {
  return candidates
    .map((candidate) => ({ slot: candidate.slot, score: scoreOf(candidate, spread) }))
    .sort((a, b) => b.score - a.score || a.slot - b.slot);
}

function scoreOf({ lexical, coverage, similarity }: Candidate, spread: SimilaritySpread | null): number {
  const words = (lexical + coverage) / 2;
  if (spread === null || similarity === null) return words;
  const distance = (similarity - spread.mean) / Math.max(spread.deviation, 1e-6);
  const meaning = Math.min(1, Math.max(0, distance / 8));
  return 1 - (1 - words) * (1 - meaning);
}
