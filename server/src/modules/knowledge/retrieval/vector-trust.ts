import { MIN_SAMPLE, type Spread } from './fusion.ts';
import { spreadOf } from './spread.ts';

export interface SamplePassage {
  terms: ReadonlySet<string>;
  similarityTo(other: number): number;
}

export interface VectorTrust {
  trust: number;
  background: Spread;
}

interface Pair {
  first: number;
  second: number;
  similarity: number;
  /** Squared cosine of the two passages' words, so that pairs with only one common word count little. */
  shared: number;
}

/**
 * Agreement in standard errors at which trust starts (`none`) and is complete (`full`). Random vectors exceed `none` in
 * one of 6 samples, `full` in one of 160.
 */
const CHANCE = { none: 1, full: 2.5 };
/**
 * Agreement in standard deviations at which trust is complete. A good embedder reaches 0.3 on long passages and 1.3 on
 * titles.
 */
const FULL_AGREEMENT = 0.2;

/**
 * Estimates how well an embedder fits these texts: passages that share rare words should be more similar than others. An
 * English model on Thai texts or a broken endpoint fails this.
 *
 * Compares all pairs, not only nearest neighbors: short answers on one topic rarely share a word with their neighbor.
 */
export function vectorTrust(sample: readonly SamplePassage[]): VectorTrust {
  const pairs = pairsOf(sample);
  const background = spreadOf(pairs.map(({ similarity }) => similarity));
  const shared = sum(pairs.map((pair) => pair.shared));
  // There is no evidence against the embedder.
  if (sample.length < MIN_SAMPLE || shared === 0) return { trust: 1, background };
  const agreement =
    sum(adjustedSimilarities(pairs, sample.length).map(({ pair, adjusted }) => adjusted * pair.shared)) /
    shared;
  const standardError = Math.sqrt(sum(pairs.map((pair) => pair.shared ** 2))) / shared;
  const aboveChance = (agreement / standardError - CHANCE.none) / (CHANCE.full - CHANCE.none);
  return { trust: Math.max(0, Math.min(1, aboveChance, agreement / FULL_AGREEMENT)), background };
}

function pairsOf(sample: readonly SamplePassage[]): Pair[] {
  const overlap = overlapOf(sample);
  return sample.flatMap((passage, first) =>
    Array.from({ length: sample.length - first - 1 }, (_, offset) => {
      const second = first + 1 + offset;
      return { first, second, similarity: passage.similarityTo(second), shared: overlap(first, second) ** 2 };
    }),
  );
}

/**
 * Similarity of each pair beyond the average of its two passages, in standard deviations: long passages are similar to
 * many.
 */
function adjustedSimilarities(pairs: readonly Pair[], count: number): { pair: Pair; adjusted: number }[] {
  const totals = new Float64Array(count);
  for (const { first, second, similarity } of pairs) {
    totals[first] = (totals[first] ?? 0) + similarity;
    totals[second] = (totals[second] ?? 0) + similarity;
  }
  const means = totals.map((total) => total / (count - 1));
  const mean = sum([...means]) / count;
  const centered = pairs.map((pair) => ({
    pair,
    adjusted: pair.similarity - (means[pair.first] ?? 0) - (means[pair.second] ?? 0) + mean,
  }));
  const deviation = Math.sqrt(sum(centered.map(({ adjusted }) => adjusted ** 2)) / centered.length) || 1;
  return centered.map(({ pair, adjusted }) => ({ pair, adjusted: adjusted / deviation }));
}

/** Cosine similarity of two passages' words, weighted by rarity within the sample. */
function overlapOf(sample: readonly SamplePassage[]): (a: number, b: number) => number {
  const frequency = new Map<string, number>();
  for (const { terms } of sample) {
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const weight = (term: string): number => Math.log(1 + sample.length / (frequency.get(term) ?? 1));
  const lengths = sample.map(
    ({ terms }) => Math.sqrt([...terms].reduce((total, term) => total + weight(term), 0)) || 1,
  );
  return (a, b) => {
    const other = sample[b]?.terms;
    let shared = 0;
    for (const term of sample[a]?.terms ?? []) {
      if (other?.has(term)) shared += weight(term);
    }
    return shared / ((lengths[a] ?? 1) * (lengths[b] ?? 1));
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
