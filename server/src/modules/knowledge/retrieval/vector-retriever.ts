import type { VectorEvidence } from './fusion.ts';
import type { PassageStore } from './passage-store.ts';
import type { PassageAnalyzer } from './passage-terms.ts';
import { spreadOf } from './spread.ts';
import { topSlots } from './top-slots.ts';
import { VectorIndex } from './vector-index.ts';
import { type SamplePassage, type VectorTrust, vectorTrust } from './vector-trust.ts';

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
