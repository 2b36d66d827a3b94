import { MIN_SAMPLE, type Spread, type VectorEvidence } from './fusion.ts';
import type { PassageStore } from './passage-store.ts';
import type { PassageAnalyzer } from './passage-terms.ts';
import { topSlots } from './top-slots.ts';
import { VectorIndex } from './vector-index.ts';

/** Share and bounds of passages that pass the sign prefilter. 98 % of the true top ten pass. */
const PREFILTER = { share: 1 / 50, min: 500, max: 5_000 };
/** Number of passages compared with the feedback-adjusted question. */
const COMPARED = 300;
/** Sample sizes for the distribution of similarities and for the embedder's trust. */
const SAMPLE = { spread: 512, trust: 128 };
/** The question vector moves towards this many nearest passages, by this share of its length. */
const FEEDBACK = { passages: 5, weight: 0.15 };
/** Trust is assessed again when the number of vectors has changed by this share. */
const REASSESS_SHARE = 0.1;

export interface Comparison {
  /** The nearest visible slots, best first. */
  nearest(count: number): number[];
  /** Cosine similarity; null if the slot has no vector. */
  similarity(slot: number): number | null;
  /** Cosine similarity to the feedback-adjusted question; null if the slot has no vector. */
  closeness(slot: number): number | null;
  evidence(): VectorEvidence;
}

/** Vector search of one knowledgebase, with an estimate of the embedder's reliability. */
export class VectorRetriever {
  #index: VectorIndex | undefined;
  #trust: VectorTrust = { trust: 1, background: spreadOf([]) };
  #assessedCount = 0;

  /** A vector of new dimensions comes from a new model: drops all vectors of the old one. */
  set(slot: number, vector: Float32Array | null): void {
    if (vector === null || vector.length === 0) {
      this.remove(slot);
      return;
    }
    if (this.#index?.dimensions !== vector.length) this.#index = new VectorIndex(vector.length);
    this.#index.set(slot, vector);
  }

  remove(slot: number): void {
    this.#index?.remove(slot);
  }

  compact(newSlots: Int32Array): void {
    this.#index?.compact(newSlots);
  }

  /** Assesses the embedder if enough vectors have changed. */
  assessTrust(store: PassageStore, analyzer: PassageAnalyzer): void {
    const count = this.#index?.count ?? 0;
    if (Math.abs(count - this.#assessedCount) <= this.#assessedCount * REASSESS_SHARE) return;
    this.#assessedCount = count;
    this.#trust = vectorTrust(this.#sample(store, analyzer));
  }

  /**
   * Compares the passages with a question. Returns null without vectors, or if the question's vector has other
   * dimensions.
   */
  compare(query: Float32Array | null, store: PassageStore): Comparison | null {
    const index = this.#index;
    if (query === null || index === undefined || index.count === 0) return null;
    if (query.length !== index.dimensions) return null;
    const options = { visible: store.visible, floor: Number.NEGATIVE_INFINITY };
    const prefilterCount = Math.min(
      PREFILTER.max,
      Math.max(PREFILTER.min, Math.ceil(index.count * PREFILTER.share)),
    );
    const prefiltered = topSlots(index.signScores(query, store.slots), prefilterCount, options);
    const similarity = (slot: number): number | null => index.similarity(slot, query);
    const nearest = bestBy(prefiltered, similarity).slice(0, COMPARED);
    const moved = withFeedback(query, index, nearest.slice(0, FEEDBACK.passages));
    const closeness = (slot: number): number | null => index.similarity(slot, moved);
    return {
      similarity,
      closeness,
      nearest: (count) => bestBy(nearest, closeness).slice(0, count),
      evidence: () => ({
        ...this.#trust,
        count: index.count,
        question: spreadOf(
          visibleSample(store, SAMPLE.spread)
            .map(closeness)
            .filter((value) => value !== null),
        ),
      }),
    };
  }

  memoryBytes(): number {
    return this.#index?.memoryBytes() ?? 0;
  }

  #sample(store: PassageStore, analyzer: PassageAnalyzer): SamplePassage[] {
    const index = this.#index;
    if (index === undefined) return [];
    const slots = visibleSample(store, SAMPLE.trust).filter(
      (slot) => index.similarity(slot, NO_QUERY) !== null,
    );
    return slots.map((slot) => {
      const vector = index.vectorAt(slot) ?? NO_QUERY;
      const passage = store.at(slot);
      return {
        terms: new Set(analyzer.counts(passage?.heading ?? '', passage?.text ?? '').keys()),
        similarityTo: (other) => index.similarity(slots[other] ?? slot, vector) ?? 0,
      };
    });
  }
}

const NO_QUERY = new Float32Array(0);

function bestBy(slots: readonly number[], value: (slot: number) => number | null): number[] {
  return slots
    .map((slot) => ({ slot, value: value(slot) ?? -1 }))
    .sort((a, b) => b.value - a.value)
    .map(({ slot }) => slot);
}

/** The question's vector moved towards its nearest passages, weighted by 1/rank (Rocchio). */
function withFeedback(query: Float32Array, index: VectorIndex, nearest: readonly number[]): Float32Array {
  const mean = new Float32Array(query.length);
  for (const [rank, slot] of nearest.entries()) {
    for (const [position, value] of index.vectorAt(slot)?.entries() ?? []) {
      mean[position] = (mean[position] ?? 0) + value / (rank + 1);
    }
  }
  const scale = FEEDBACK.weight / (Math.hypot(...mean) || 1);
  const moved = query.map((value, position) => value + scale * (mean[position] ?? 0));
  const length = Math.hypot(...moved) || 1;
  return moved.map((value) => value / length);
}

function visibleSample(store: PassageStore, count: number): number[] {
  const step = Math.max(1, store.slots / count);
  const slots = Array.from({ length: Math.min(count, store.slots) }, (_, index) => Math.floor(index * step));
  return slots.filter((slot) => store.visible[slot] === 1);
}

export interface SamplePassage {
  terms: ReadonlySet<string>;
  similarityTo(other: number): number;
}

interface VectorTrust {
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

/** Prior for small samples, typical of sentence embedders; counts as this many values. */
const PRIOR = { count: 4, mean: 0.3, deviation: 0.12 };

/** Mean and standard deviation of similarities, smoothed with a prior. */
function spreadOf(similarities: readonly number[]): Spread {
  const count = similarities.length + PRIOR.count;
  const mean = (sum(similarities) + PRIOR.count * PRIOR.mean) / count;
  const squares = sum(similarities.map((value) => (value - mean) ** 2));
  const variance = (squares + PRIOR.count * PRIOR.deviation ** 2) / count;
  return { mean, deviation: Math.sqrt(variance) };
}
