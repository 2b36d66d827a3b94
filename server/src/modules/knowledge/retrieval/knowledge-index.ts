import { detectLanguage } from './analysis/languages.ts';
import { termOf } from './analysis/stem.ts';
import type { Language } from './analysis/stop-words.ts';
import { wordsOf } from './analysis/words.ts';
import { type Candidate, fuse, type SimilaritySpread } from './fusion.ts';
import { LexicalIndex, type TermEvidence } from './lexical-index.ts';
import type { ChunkRecord, DocumentState } from './loader.ts';
import { PassageStore } from './passage-store.ts';
import { queryTerms } from './query-terms.ts';
import { topSlots } from './top-slots.ts';
import { VectorIndex } from './vector-index.ts';

/** A passage found, best first. */
export interface RetrievedChunk {
  chunkId: number;
  documentId: number;
  documentName: string;
  source: string | null;
  heading: string;
  text: string;
  /** 0 to 1; see fusion.ts. */
  score: number;
}

export interface IndexQuery {
  query: string;
  queryVector: Float32Array | null;
  limit: number;
}

/** Candidates that each side puts forward. */
const CANDIDATES = 100;
/** Passages that the signs let through to the exact comparison. */
const SIFTED = 500;
/** Thrown-out slots are reclaimed once they are a quarter of all. */
const DEAD_SHARE = 0.25;

/** Words and vectors of one knowledgebase in memory. Not safe to share between threads. */
export class KnowledgeIndex {
  readonly #store = new PassageStore();
  readonly #lexical = new LexicalIndex();
  readonly #languages = new Map<Language | undefined, number>();
  #vectors: VectorIndex | undefined;

  get passages(): number {
    return this.#store.size;
  }

  /** Adds new passages, replaces changed ones; a passage that only got its vector keeps its words. */
  upsert(chunks: readonly ChunkRecord[]): void {
    for (const chunk of chunks) {
      let slot = this.#store.slotOf(chunk.id);
      const known = slot === undefined ? undefined : this.#store.at(slot);
      const same = known?.text === chunk.text && known.heading === chunk.heading;
      if (slot === undefined || !same || known?.generation !== chunk.generation) {
        if (slot !== undefined) this.#remove(slot);
        slot = this.#add(chunk);
      }
      this.#setVector(slot, chunk.vector);
    }
  }

  /** Shows current documents and generations only, and forgets those of the past. */
  applyDocuments(documents: readonly DocumentState[]): void {
    for (const slot of this.#store.applyDocuments(documents)) this.#vectors?.remove(slot);
    const dead = this.#store.slots - this.#store.size;
    if (dead > 256 && dead > this.#store.slots * DEAD_SHARE) this.#compact();
  }

  search({ query, queryVector, limit }: IndexQuery): RetrievedChunk[] {
    const vectors = this.#comparable(queryVector);
    const evidence = this.#lexical.evidence(queryTerms(query, this.#presentLanguages()), this.#store.size);
    const scores = this.#lexical.score(evidence);
    const visible = this.#store.visible;
    const slots = new Set(topSlots(scores, CANDIDATES, { visible, floor: 0 }));
    const nearest = vectors === null ? [] : this.#nearest(vectors);
    for (const slot of nearest) slots.add(slot);
    const candidates = [...slots].map((slot) => this.#candidate(slot, { evidence, scores, vectors }));
    const spread = vectors === null ? null : this.#spread(vectors);
    return fuse(candidates, spread)
      .slice(0, limit)
      .flatMap(({ slot, score }) => this.#retrieved(slot, score));
  }

  /** Bytes, estimated. */
  memoryBytes(): number {
    return this.#store.memoryBytes() + this.#lexical.memoryBytes() + (this.#vectors?.memoryBytes() ?? 0);
  }

  #add(chunk: ChunkRecord): number {
    const words = wordsOf(chunk.text);
    const language = detectLanguage(words);
    this.#languages.set(language, (this.#languages.get(language) ?? 0) + 1);
    const terms = (list: string[]): string[] => list.map((word) => termOf(word, language));
    this.#lexical.add(terms(wordsOf(chunk.heading)), terms(words));
    return this.#store.add(chunk);
  }

  #remove(slot: number): void {
    this.#store.remove(slot);
    this.#vectors?.remove(slot);
  }

  /** Vectors of other dimensions than the newest belong to a model that is being replaced. */
  #setVector(slot: number, vector: Float32Array | null): void {
    if (vector === null || vector.length === 0) {
      this.#vectors?.remove(slot);
      return;
    }
    if (this.#vectors?.dimensions !== vector.length) this.#vectors = new VectorIndex(vector.length);
    this.#vectors.set(slot, vector);
  }

  #compact(): void {
    const newSlots = this.#store.compact();
    this.#lexical.compact(newSlots);
    this.#vectors?.compact(newSlots);
  }

  /** Languages worth stemming a question in: those of at least a twentieth of the passages. */
  #presentLanguages(): (Language | undefined)[] {
    const total = [...this.#languages.values()].reduce((sum, count) => sum + count, 0);
    return [...this.#languages].filter(([, count]) => count * 20 >= total).map(([language]) => language);
  }

  #comparable(query: Float32Array | null): Comparison | null {
    const vectors = this.#vectors;
    if (query === null || vectors === undefined || vectors.count === 0) return null;
    return query.length === vectors.dimensions ? { index: vectors, query } : null;
  }

  #nearest({ index, query }: Comparison): number[] {
    const visible = this.#store.visible;
    const sifted = topSlots(index.signScores(query, this.#store.slots), SIFTED, {
      visible,
      floor: Number.NEGATIVE_INFINITY,
    });
    return sifted
      .map((slot) => ({ slot, similarity: index.similarity(slot, query) ?? -1 }))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, CANDIDATES)
      .map(({ slot }) => slot);
  }

  #spread({ index, query }: Comparison): SimilaritySpread {
    const step = Math.max(1, Math.floor(this.#store.slots / 512));
    const sample: number[] = [];
    for (let slot = 0; slot < this.#store.slots; slot += step) {
      const similarity = this.#store.visible[slot] === 1 ? index.similarity(slot, query) : null;
      if (similarity !== null) sample.push(similarity);
    }
    const mean = sample.reduce((sum, value) => sum + value, 0) / Math.max(1, sample.length);
    const variance = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, sample.length);
    return { mean, deviation: Math.sqrt(variance) };
  }

  #candidate(slot: number, context: SearchContext): Candidate {
    const { evidence, scores, vectors } = context;
    const total = evidence.reduce((sum, { idf, weight }) => sum + idf * weight, 0) || 1;
    const covered = evidence.reduce(
      (sum, term) => sum + (this.#lexical.has(term, slot) ? term.idf * term.weight : 0),
      0,
    );
    return {
      slot,
      lexical: Math.min(1, (scores[slot] ?? 0) / (total * 2.2)),
      coverage: covered / total,
      similarity: vectors === null ? null : vectors.index.similarity(slot, vectors.query),
    };
  }

  #retrieved(slot: number, score: number): RetrievedChunk[] {
    const passage = this.#store.at(slot);
    if (passage === undefined) return [];
    const { id: chunkId, documentId, heading, text } = passage;
    const document = this.#store.document(documentId);
    return [
      {
        chunkId,
        documentId,
        documentName: document?.name ?? '',
        source: document?.source ?? null,
        heading,
        text,
        score,
      },
    ];
  }
}

interface Comparison {
  index: VectorIndex;
  query: Float32Array;
}

interface SearchContext {
  evidence: readonly TermEvidence[];
  scores: Float32Array;
  vectors: Comparison | null;
}
