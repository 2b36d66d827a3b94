/** Measures of how well one passage matches the question. */
export interface Candidate {
  slot: number;
  /** BM25 relative to its maximum for the question; about 0 to 1. */
  lexical: number;
  /** Share of the idf sum of the question's content words that the passage has, 0 to 1. */
  coverage: number;
  /** Cosine similarity; null without a passage or question vector. */
  similarity: number | null;
  /** Cosine similarity to the feedback-adjusted question vector; null if `similarity` is null. */
  closeness: number | null;
}

/** Mean and standard deviation of similarities. */
export interface Spread {
  mean: number;
  deviation: number;
}

/** Statistics of all vectors. */
export interface VectorEvidence {
  /** Distribution of `closeness` over all passages. */
  question: Spread;
  /** Distribution of similarities between passages: the level of unrelated texts for this embedder. */
  background: Spread;
  /** Passages with a vector. */
  count: number;
  /** Reliability of the embedder on these texts, 0 to 1; see vector-retriever.ts. */
  trust: number;
}

/** Why a passage was found, for users who tune their documents. */
export interface Reasons {
  /** Share of the question's content words that the passage has, weighted by rarity, 0 to 1. */
  words: number;
  /** Confidence that its meaning matches the question, 0 to 1; null without a passage or question vector. */
  meaning: number | null;
  /** Why `meaning` is unreliable; null if it is reliable or missing. */
  meaningDoubt: MeaningDoubt | null;
}

/** `few-passages`: too few for a baseline of unrelated texts. `unfit-embeddings`: the embedder does not fit these texts. */
type MeaningDoubt = 'few-passages' | 'unfit-embeddings';

export interface Ranked extends Reasons {
  slot: number;
  score: number;
}

/**
 * Weight of words relative to vectors. The three numbers below were fitted on the public Cranfield questions and one
 * half of bench/retrieval/faq, with the same optimum for both; see bench/README.md.
 */
const LEXICAL_WEIGHT = 2.25;
const USUAL_STANDOUT = 3;
/** Exponent of the best coverage: words are trusted only if a passage covers nearly the whole question. */
const CONFIDENCE_POWER = 4;
/** Number of passages at which the best one is usually 3 standard deviations above the mean. */
const USUAL_COUNT = 400;
/** With fewer passages, the embedder's reliability cannot be estimated. */
export const MIN_SAMPLE = 24;
/** Below this trust, results say that the embedder does not fit. */
const MIN_TRUST = 0.5;

/**
 * Ranks candidates, best first. Words count by coverage, vectors by the cube of a similarity's distance from the mean
 * (standout): vectors without a clear favorite hardly count, and a very clear one outweighs the words. Vectors are damped
 * if a passage has all the words: the question is then often about a name or number, which vectors do not represent,
 * and some passage is an outlier even if all are unrelated.
 *
 * `score` is the confidence that the best passage answers the question (bench/README.md has its accuracy), scaled down
 * for the others by their weight relative to the best.
 */
export function fuse(candidates: readonly Candidate[], vectors: VectorEvidence | null): Ranked[] {
  const confidence = Math.max(0, ...candidates.map(coverageOf)) ** CONFIDENCE_POWER;
  const standouts = candidates.map((candidate) =>
    damped(standoutOf(candidate, vectors), candidate, confidence),
  );
  const highest = Math.max(0, ...standouts);
  const lexicalWeight = LEXICAL_WEIGHT * Math.min(1, USUAL_STANDOUT / highest) ** 4;
  const ranked = candidates
    .map((candidate, index) => {
      const known = candidate.closeness !== null;
      // A passage without a vector is treated as if its meaning matched as well as its words.
      const standout = known ? (standouts[index] ?? 0) : highest * coverageOf(candidate);
      const words = (known ? lexicalWeight : LEXICAL_WEIGHT) * candidate.lexical;
      return { candidate, weight: words + (standout / USUAL_STANDOUT) ** 3 };
    })
    .sort((a, b) => b.weight - a.weight || a.candidate.slot - b.candidate.slot);
  const best = ranked[0];
  if (best === undefined) return [];
  const bestConfidence = confidenceOf(best.candidate, vectors);
  return ranked.map(({ candidate, weight }) => ({
    slot: candidate.slot,
    score: best.weight > 0 ? (bestConfidence * weight) / best.weight : 0,
    words: coverageOf(candidate),
    meaning: semanticConfidence(candidate, vectors),
    meaningDoubt: doubtOf(candidate, vectors),
  }));
}

const coverageOf = ({ coverage }: Candidate): number => Math.min(1, coverage);

/**
 * Limits standouts above the usual level: more strongly, the more confident the words are and the fewer of them the
 * passage has.
 */
function damped(standout: number, candidate: Candidate, confidence: number): number {
  const limit = (USUAL_STANDOUT * (1 + coverageOf(candidate))) / 2;
  return standout - confidence * Math.max(0, standout - limit);
}

/** Trust-weighted standard deviations above the mean, normalized for the number of passages; at least 0. */
function standoutOf({ closeness }: Candidate, vectors: VectorEvidence | null): number {
  if (closeness === null || vectors === null) return 0;
  const { question, count, trust } = vectors;
  const deviations = (closeness - question.mean) / Math.max(question.deviation, 1e-6);
  const size = Math.sqrt(Math.log(USUAL_COUNT) / Math.log(Math.max(count, 3)));
  return Math.max(0, trust * deviations * size);
}

/** 1 − the probability that both words and meaning are wrong, 0 to 1. */
function confidenceOf(candidate: Candidate, vectors: VectorEvidence | null): number {
  const byWords = coverageOf(candidate) ** 2;
  return 1 - (1 - byWords) * (1 - (semanticConfidence(candidate, vectors) ?? 0));
}

function doubtOf({ similarity }: Candidate, vectors: VectorEvidence | null): MeaningDoubt | null {
  if (similarity === null || vectors === null) return null;
  if (vectors.count < MIN_SAMPLE) return 'few-passages';
  return vectors.trust < MIN_TRUST ? 'unfit-embeddings' : null;
}

/** Confidence from vectors alone, 0 to 1; null without vectors. */
function semanticConfidence({ similarity }: Candidate, vectors: VectorEvidence | null): number | null {
  if (similarity === null || vectors === null) return null;
  const { background, trust } = vectors;
  const above = (similarity - background.mean) / Math.max(background.deviation, 1e-6);
  return trust / (1 + Math.exp(-(above - 0.7) / 0.5));
}
