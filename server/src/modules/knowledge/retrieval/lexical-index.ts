import { PostingList } from './posting-list.ts';
import type { QueryTerm } from './query-terms.ts';

/** BM25 with a weighted heading (BM25F): see bench/README.md for how the numbers were found. */
export interface LexicalParameters {
  /** How soon more occurrences stop to matter. */
  k1: number;
  /** How much long passages are discounted, 0 to 1. */
  b: number;
  /** How many occurrences in the text one in the heading is worth. */
  headingWeight: number;
}

export const LEXICAL_PARAMETERS: LexicalParameters = { k1: 1.2, b: 0.75, headingWeight: 2 };

/** How one query term meets the index. */
export interface TermEvidence {
  /** Rarity: the natural logarithm of how few passages have it. */
  idf: number;
  /** Share of the term's weight: 1 for the word itself, less for a guess at a misspelt one. */
  weight: number;
  postings: readonly PostingList[];
}

/** An inverted index over numbered passages. Knows words only: what a slot holds is the owner's affair. */
export class LexicalIndex {
  readonly #parameters: LexicalParameters;
  readonly #postings = new Map<string, PostingList>();
  #lengths = new Float32Array(1024);
  #slots = 0;
  #totalLength = 0;

  constructor(parameters: LexicalParameters = LEXICAL_PARAMETERS) {
    this.#parameters = parameters;
  }

  get terms(): ReadonlyMap<string, PostingList> {
    return this.#postings;
  }

  /** Adds the next passage; slots count from 0 in the order of the calls. */
  add(headingTerms: readonly string[], textTerms: readonly string[]): void {
    const slot = this.#slots;
    this.#slots += 1;
    if (slot >= this.#lengths.length) this.#lengths = grown(this.#lengths, slot * 2);
    this.#lengths[slot] = textTerms.length;
    this.#totalLength += textTerms.length;
    for (const term of textTerms) this.#postingsOf(term).count(slot, 'text');
    for (const term of headingTerms) this.#postingsOf(term).count(slot, 'heading');
  }

  /** Postings and rarity of each query term; terms that no passage has keep the rarity of a word unseen. */
  evidence(terms: readonly QueryTerm[], livePassages: number): TermEvidence[] {
    return terms.map(({ variants, weight }) => {
      const postings = variants
        .map((variant) => this.#postings.get(variant))
        .filter((list) => list !== undefined);
      const frequency = Math.min(livePassages, Math.max(0, ...postings.map((list) => list.length)));
      const idf = Math.log(1 + (livePassages - frequency + 0.5) / (frequency + 0.5));
      return { idf, weight, postings };
    });
  }

  /** BM25 of every slot for the given terms. */
  score(evidence: readonly TermEvidence[]): Float32Array {
    const { k1 } = this.#parameters;
    const scores = new Float32Array(this.#slots);
    for (const { idf, weight, postings } of evidence) {
      const factor = idf * weight * (k1 + 1);
      for (const list of postings) {
        for (let index = 0; index < list.length; index += 1) {
          const slot = list.slotAt(index);
          const occurrences = this.#occurrences(list, index, slot);
          scores[slot] = (scores[slot] ?? 0) + (factor * occurrences) / (k1 + occurrences);
        }
      }
    }
    return scores;
  }

  /** What of one term's rarity the slot earns, 0 to `idf`: 0 where the word is missing. */
  has(evidence: TermEvidence, slot: number): boolean {
    return evidence.postings.some((list) => list.find(slot) >= 0);
  }

  #occurrences(list: PostingList, index: number, slot: number): number {
    const { b, headingWeight } = this.#parameters;
    const averageLength = this.#totalLength / Math.max(1, this.#slots);
    const relativeLength = (this.#lengths[slot] ?? 0) / Math.max(1, averageLength);
    return (
      list.textCountAt(index) / (1 - b + b * relativeLength) + headingWeight * list.headingCountAt(index)
    );
  }

  /** Renumbers the slots after passages were thrown out; `newSlots[slot]` is −1 for those. */
  compact(newSlots: Int32Array): void {
    let slots = 0;
    this.#totalLength = 0;
    for (const [slot, newSlot] of newSlots.entries()) {
      if (newSlot < 0) continue;
      const length = this.#lengths[slot] ?? 0;
      this.#lengths[newSlot] = length;
      this.#totalLength += length;
      slots += 1;
    }
    this.#slots = slots;
    for (const [term, list] of this.#postings) {
      list.renumber(newSlots);
      if (list.length === 0) this.#postings.delete(term);
    }
  }

  /** Bytes, estimated: lists, their objects, and the dictionary. */
  memoryBytes(): number {
    let bytes = this.#lengths.byteLength;
    for (const [term, list] of this.#postings) bytes += list.memoryBytes() + term.length + 250;
    return bytes;
  }

  #postingsOf(term: string): PostingList {
    const known = this.#postings.get(term);
    if (known !== undefined) return known;
    const list = new PostingList();
    this.#postings.set(term, list);
    return list;
  }
}

function grown(values: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(length);
  larger.set(values);
  return larger;
}
