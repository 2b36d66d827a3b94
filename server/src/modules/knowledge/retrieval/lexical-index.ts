/** Parameters of BM25F with a weighted heading; bench/README.md describes how they were fitted. */
interface LexicalParameters {
  /** Saturation of term frequency. */
  k1: number;
  /** Length normalization, 0 to 1. */
  b: number;
  /** Number of occurrences in the text that weigh as much as one in the heading. */
  headingWeight: number;
}

const LEXICAL_PARAMETERS: LexicalParameters = { k1: 1.6, b: 0.6, headingWeight: 3 };

/** Matches of one question word in the index. */
export interface TermEvidence {
  /** Inverse document frequency (natural logarithm). */
  rarity: number;
  /** Score of a match: the rarity, or less for a corrected spelling. */
  gain: number;
  postings: readonly PostingList[];
}

/** Corrected spellings score less than exact matches. */
const GUESS_WEIGHT = 0.7;

/** Inverted index over passages, which are identified by slot number only. */
export class LexicalIndex {
  readonly #parameters: LexicalParameters;
  readonly #postings = new Map<string, PostingList>();
  readonly #spelling = new SpellingIndex();
  #lengths = new Float32Array(1024);
  #slots = 0;
  #totalLength = 0;

  constructor(parameters: LexicalParameters = LEXICAL_PARAMETERS) {
    this.#parameters = parameters;
  }

  /** Adds a passage in the next slot, counted from 0. */
  add(headingTerms: readonly string[], textTerms: readonly string[]): void {
    const slot = this.#slots;
    this.#slots += 1;
    if (slot >= this.#lengths.length) {
      const longer = new Float32Array(slot * 2);
      longer.set(this.#lengths);
      this.#lengths = longer;
    }
    this.#lengths[slot] = textTerms.length;
    this.#totalLength += textTerms.length;
    for (const term of textTerms) this.#postingsOf(term).count(slot, 'text');
    for (const term of headingTerms) this.#postingsOf(term).count(slot, 'heading');
  }

  /** Matches of a word by its stems, or of similar spellings if no passage has the word. */
  evidence(stems: readonly string[]): TermEvidence {
    const postings = this.#existing(stems);
    const rarity = this.#rarity(postings);
    if (postings.length > 0) return { rarity, gain: rarity, postings };
    const guesses = this.#existing(stems.flatMap((stem) => this.#spelling.near(stem)));
    return {
      rarity,
      gain: guesses.length === 0 ? 0 : GUESS_WEIGHT * this.#rarity(guesses),
      postings: guesses,
    };
  }

  /** Rarity of a feedback term; 0 if it occurs in one passage only or in the question. */
  feedbackRarity(term: string, questionTerms: readonly TermEvidence[]): number {
    const list = this.#postings.get(term);
    if (list === undefined || list.length < 2) return 0;
    return questionTerms.some(({ postings }) => postings.includes(list)) ? 0 : this.#rarity([list]);
  }

  /** Adds each term's BM25 score to `scores`, by slot. */
  addScores(scores: Float32Array, evidence: readonly TermEvidence[]): void {
    const { k1 } = this.#parameters;
    for (const { gain, postings } of evidence) {
      const factor = gain * (k1 + 1);
      for (const list of postings) {
        for (let index = 0; index < list.length; index += 1) {
          const slot = list.slotAt(index);
          const occurrences = this.#occurrences(list, index, slot);
          scores[slot] = (scores[slot] ?? 0) + (factor * occurrences) / (k1 + occurrences);
        }
      }
    }
  }

  /** Upper bound of the BM25 score. */
  highestScore(evidence: readonly TermEvidence[]): number {
    return (this.#parameters.k1 + 1) * evidence.reduce((sum, { rarity }) => sum + rarity, 0);
  }

  /** Share of the question's total rarity that the passage covers, 0 to 1. */
  coverage(evidence: readonly TermEvidence[], slot: number): number {
    let covered = 0;
    let total = 0;
    for (const { rarity, gain, postings } of evidence) {
      total += rarity;
      if (hasTerm({ postings }, slot)) covered += gain;
    }
    return total === 0 ? 0 : Math.min(1, covered / total);
  }

  /** Renumbers the slots; `newSlots[slot]` is −1 for removed passages. */
  compact(newSlots: Int32Array): void {
    this.#slots = 0;
    this.#totalLength = 0;
    for (const [slot, newSlot] of newSlots.entries()) {
      if (newSlot < 0) continue;
      const length = this.#lengths[slot] ?? 0;
      this.#lengths[newSlot] = length;
      this.#totalLength += length;
      this.#slots += 1;
    }
    this.#spelling.clear();
    for (const [term, list] of this.#postings) {
      list.renumber(newSlots);
      if (list.length === 0) this.#postings.delete(term);
      else this.#spelling.add(term);
    }
  }

  /** Estimated size in bytes, including objects and dictionaries. */
  memoryBytes(): number {
    let bytes = this.#lengths.byteLength;
    for (const [term, list] of this.#postings) bytes += list.memoryBytes() + term.length + 260;
    return bytes;
  }

  #existing(terms: readonly string[]): PostingList[] {
    return terms.map((term) => this.#postings.get(term)).filter((list) => list !== undefined);
  }

  #rarity(postings: readonly PostingList[]): number {
    const frequency = Math.min(this.#slots, Math.max(0, ...postings.map((list) => list.length)));
    return Math.log(1 + (this.#slots - frequency + 0.5) / (frequency + 0.5));
  }

  #occurrences(list: PostingList, index: number, slot: number): number {
    const { b, headingWeight } = this.#parameters;
    const averageLength = this.#totalLength / Math.max(1, this.#slots);
    const relativeLength = (this.#lengths[slot] ?? 0) / Math.max(1, averageLength);
    return (
      list.textCountAt(index) / (1 - b + b * relativeLength) + headingWeight * list.headingCountAt(index)
    );
  }

  #postingsOf(term: string): PostingList {
    const known = this.#postings.get(term);
    if (known !== undefined) return known;
    const list = new PostingList();
    this.#postings.set(term, list);
    this.#spelling.add(term);
    return list;
  }
}

/** True if the passage has the word or a corrected spelling. */
export function hasTerm({ postings }: Pick<TermEvidence, 'postings'>, slot: number): boolean {
  return postings.some((list) => list.find(slot) >= 0);
}

/** Bits of a posting: slot (26 bits), heading occurrences (2 bits, at most 3), text occurrences (4 bits, at most 15). */
const COUNT_BITS = 6;
const TEXT_MASK = 0b1111;
const HEADING_SHIFT = 4;
const HEADING_MASK = 0b11;

/** The passages that have a term, with its frequency: 4 bytes each, sorted by slot. */
export class PostingList {
  #postings = new Uint32Array(2);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  slotAt(index: number): number {
    return (this.#postings[index] ?? 0) >>> COUNT_BITS;
  }

  textCountAt(index: number): number {
    return (this.#postings[index] ?? 0) & TEXT_MASK;
  }

  headingCountAt(index: number): number {
    return ((this.#postings[index] ?? 0) >>> HEADING_SHIFT) & HEADING_MASK;
  }

  /** Counts an occurrence. Slots must be passed in ascending order. */
  count(slot: number, field: 'text' | 'heading'): void {
    const last = this.#length - 1;
    if (last < 0 || this.slotAt(last) !== slot) {
      this.#append(slot);
    }
    const index = this.#length - 1;
    const posting = this.#postings[index] ?? 0;
    if (field === 'text' && (posting & TEXT_MASK) < TEXT_MASK) this.#postings[index] = posting + 1;
    if (field === 'heading' && ((posting >>> HEADING_SHIFT) & HEADING_MASK) < HEADING_MASK) {
      this.#postings[index] = posting + (1 << HEADING_SHIFT);
    }
  }

  /** Index of the slot's posting; −1 if missing. */
  find(slot: number): number {
    let low = 0;
    let high = this.#length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.slotAt(middle);
      if (found === slot) return middle;
      if (found < slot) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Drops postings whose new slot is −1 and renumbers the others. `newSlots` must keep the order. */
  renumber(newSlots: Int32Array): void {
    let kept = 0;
    for (let index = 0; index < this.#length; index += 1) {
      const posting = this.#postings[index] ?? 0;
      const newSlot = newSlots[posting >>> COUNT_BITS] ?? -1;
      if (newSlot < 0) continue;
      this.#postings[kept] = newSlot * 2 ** COUNT_BITS + (posting & (2 ** COUNT_BITS - 1));
      kept += 1;
    }
    this.#length = kept;
  }

  memoryBytes(): number {
    return this.#postings.byteLength;
  }

  #append(slot: number): void {
    if (this.#length === this.#postings.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#postings);
      this.#postings = larger;
    }
    this.#postings[this.#length] = slot * 2 ** COUNT_BITS;
    this.#length += 1;
  }
}

/** Shorter words have too many similar spellings. */
const MIN_WORD_LENGTH = 5;

/** Dictionary terms by first character. Typos in the first character are rare, and this makes lookups 20 times faster. */
export class SpellingIndex {
  readonly #terms = new Map<string, string[]>();

  add(term: string): void {
    const terms = this.#terms.get(term.charAt(0));
    if (terms === undefined) this.#terms.set(term.charAt(0), [term]);
    else terms.push(term);
  }

  clear(): void {
    this.#terms.clear();
  }

  /** Known terms at edit distance 1: one character missing, added or different, or two neighbors swapped. */
  near(term: string): string[] {
    if (term.length < MIN_WORD_LENGTH) return [];
    const terms = this.#terms.get(term.charAt(0)) ?? [];
    return terms.filter((known) => isOneEditAway(term, known));
  }
}

export function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const restA = a.slice(start);
  const restB = b.slice(start);
  if (a.length > b.length) return restA.slice(1) === restB;
  if (a.length < b.length) return restA === restB.slice(1);
  if (restA.slice(1) === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
