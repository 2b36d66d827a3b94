/** What is known of one passage in the light of one question. */
export interface Candidate {
  slot: number;
  /** BM25 as a share of what a passage full of all the question's words would reach; about 0 to 1. */
  lexical: number;
  /** Share of the rarity (sum of idf) of what the question is about that the passage's words cover, 0 to 1. */
  coverage: number;
  /** Cosine; null when the passage has no vector yet, or there is no question vector. */
  similarity: number | null;
  /** Cosine to the question moved a little towards its nearest passages; null with `similarity`. */
  closeness: number | null;
}

/** Mean and standard deviation of similarities. */
export interface Spread {
  mean: number;
  deviation: number;
}

/** What is known of the vectors as a whole. */
export interface VectorEvidence {
  /** Closeness of the question to the passages. */
  question: Spread;
  /** Similarities of passages to each other: what "unrelated" looks like for this embedder here. */
  background: Spread;
  /** Passages with a vector. */
  count: number;
  /** How far the embedder deserves belief on these texts, 0 to 1; see vector-trust.ts. */
  trust: number;
}

/** Why a passage was found, for people who tune their documents. */
export interface Reasons {
  /** Share of the words that tell what the question is about, by their rarity, that stand in the passage, 0 to 1. */
  words: number;
  /** How far its meaning is near the question's rather than by chance, 0 to 1; null: it has no vector yet. */
  meaning: number | null;
  /** Why `meaning` tells nothing; null: it does, or there is none. */
  meaningDoubt: MeaningDoubt | null;
}

/** `few-passages`: too few to tell what unrelated ones look like. `unfit-embeddings`: they make no sense of these texts. */
type MeaningDoubt = 'few-passages' | 'unfit-embeddings';

export interface Ranked extends Reasons {
  slot: number;
  score: number;
}

/**
 * Weight of the words against the vectors, fitted on the public Cranfield questions and one half of
 * bench/retrieval/faq. Both sets want the same three numbers; see bench/README.md.
 */
const LEXICAL_WEIGHT = 2.25;
const USUAL_STANDOUT = 3;
/** Words are sure by this power of how much of the question one passage covers: nearly all of it, or they are not. */
const CONFIDENCE_POWER = 4;
/** The size of the knowledgebase at which a stand-out of 3 deviations is usual for the best of all. */
const USUAL_COUNT = 400;
/** With fewer passages than this nothing can be said of an embedder on these texts. */
export const MIN_SAMPLE = 24;
/** With less, people are told that meaning does not count. */
const MIN_TRUST = 0.5;

/**
 * Orders candidates, best first. Words count by how much of the question they cover; similarity counts by the cube of
 * how far it stands out among all passages, so that a vector side without a clear favourite hardly matters, and one
 * with a very clear one silences the words. It cannot where a passage has all the words: a name or a number is asked
 * for then, vectors know nothing of either, and something always stands out among passages that are all far away.
 *
 * `score` is how sure the best passage makes us that the knowledgebase answers the question (bench/README.md says how
 * often it is right), scaled down for the others by their distance from the best.
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
      // A passage that has no vector yet is taken to mean what its words promise, and keeps their weight.
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

/** The surer the words, the less a standout above the usual counts; half of that in a passage that lacks them. */
function damped(standout: number, candidate: Candidate, confidence: number): number {
  const most = (USUAL_STANDOUT * (1 + coverageOf(candidate))) / 2;
  return standout - confidence * Math.max(0, standout - most);
}

/** Trusted deviations above the mean of all passages, comparable between knowledgebases of any size; never below 0. */
function standoutOf({ closeness }: Candidate, vectors: VectorEvidence | null): number {
  if (closeness === null || vectors === null) return 0;
  const { question, count, trust } = vectors;
  const deviations = (closeness - question.mean) / Math.max(question.deviation, 1e-6);
  const size = Math.sqrt(Math.log(USUAL_COUNT) / Math.log(Math.max(count, 3)));
  return Math.max(0, trust * deviations * size);
}

/** 1 − (chance that neither words nor meaning tell the truth), 0 to 1. */
function confidenceOf(candidate: Candidate, vectors: VectorEvidence | null): number {
  const byWords = coverageOf(candidate) ** 2;
  return 1 - (1 - byWords) * (1 - (semanticConfidence(candidate, vectors) ?? 0));
}

function doubtOf({ similarity }: Candidate, vectors: VectorEvidence | null): MeaningDoubt | null {
  if (similarity === null || vectors === null) return null;
  if (vectors.count < MIN_SAMPLE) return 'few-passages';
  return vectors.trust < MIN_TRUST ? 'unfit-embeddings' : null;
}

/** How sure meaning alone makes us, 0 to 1; null where there is nothing to compare. */
function semanticConfidence({ similarity }: Candidate, vectors: VectorEvidence | null): number | null {
  if (similarity === null || vectors === null) return null;
  const { background, trust } = vectors;
  const above = (similarity - background.mean) / Math.max(background.deviation, 1e-6);
  return trust / (1 + Math.exp(-(above - 0.7) / 0.5));
}
