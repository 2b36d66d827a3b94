import type { Language } from '../../../core/stop-words.ts';
import { isStopWord } from './analysis/languages.ts';
import { termOf } from './analysis/stem.ts';
import { wordsOf } from './analysis/words.ts';
import { type Candidate, fuse, type Reasons, type VectorEvidence } from './fusion.ts';
import { hasTerm, LexicalIndex, type TermEvidence } from './lexical-index.ts';
import type { ChunkRecord, DocumentState } from './loader.ts';
import { PassageStore } from './passage-store.ts';
import { PassageAnalyzer } from './passage-terms.ts';
import { topSlots } from './top-slots.ts';
import { type Comparison, VectorRetriever } from './vector-retriever.ts';

export interface RetrievedChunk {
  chunkId: number;
  documentId: number;
  documentName: string;
  source: string | null;
  heading: string;
  text: string;
  /** Confidence that this passage answers the question, 0 to 1; see fusion.ts. */
  score: number;
  /** `missing`: content words of the question that the passage lacks, in lower case. */
  why: Reasons & { missing: string[] };
}

export interface IndexQuery {
  query: string;
  /** Null searches by words only. */
  queryVector: Float32Array | null;
  limit: number;
}

/** Maximum candidates from words, and from vectors. */
const CANDIDATES = 100;
/** The index is compacted when the share of removed slots exceeds this. */
const DEAD_SHARE = 0.25;
/** The question is extended by terms of the best passages: one passage in forty, at most ten, at half the weight. */
const FEEDBACK = { share: 1 / 40, passages: 10, weight: 0.5 };

/** In-memory word and vector index of one knowledgebase. Not thread-safe. */
export class KnowledgeIndex {
  readonly #store = new PassageStore();
  readonly #lexical = new LexicalIndex();
  readonly #analyzer = new PassageAnalyzer();
  readonly #vectors = new VectorRetriever();

  get passages(): number {
    return this.#store.size;
  }

  /** Adds new passages and replaces changed ones. If only the vector changed, the words are not indexed again. */
  upsert(chunks: readonly ChunkRecord[]): void {
    for (const chunk of chunks) {
      const known = this.#store.slotOf(chunk.id);
      if (known !== undefined && this.#store.isUnchanged(known, chunk)) {
        this.#vectors.set(known, chunk.vector);
        continue;
      }
      if (known !== undefined) this.#remove(known);
      const { heading, text } = this.#analyzer.add(chunk.heading, chunk.text);
      this.#lexical.add(heading, text);
      this.#vectors.set(this.#store.add(chunk), chunk.vector);
    }
  }

  applyDocuments(documents: readonly DocumentState[]): void {
    for (const slot of this.#store.applyDocuments(documents)) this.#vectors.remove(slot);
    const dead = this.#store.slots - this.#store.size;
    if (dead > 256 && dead > this.#store.slots * DEAD_SHARE) {
      const newSlots = this.#store.compact();
      this.#lexical.compact(newSlots);
      this.#vectors.compact(newSlots);
    }
    this.#vectors.assessTrust(this.#store, this.#analyzer);
  }

  search({ query, queryVector, limit }: IndexQuery): RetrievedChunk[] {
    const visible = this.#store.visible;
    const terms = queryTerms(query, this.#analyzer.languages()).map(({ stems, ...term }) => ({
      ...term,
      ...this.#lexical.evidence(stems),
    }));
    const evidence: readonly TermEvidence[] = terms;
    const withoutQuestionWords = terms.filter(({ isQuestionWord }) => !isQuestionWord);
    const contentTerms = withoutQuestionWords.length > 0 ? withoutQuestionWords : terms;
    const scores = this.#lexicalScores(evidence);
    const comparison = this.#vectors.compare(queryVector, this.#store);
    const slots = new Set(topSlots(scores, CANDIDATES, { visible, floor: 0 }));
    for (const slot of comparison?.nearest(CANDIDATES) ?? []) slots.add(slot);
    const candidates = [...slots].map((slot) =>
      this.#candidate(slot, { evidence, contentTerms, scores, comparison }),
    );
    const vectorEvidence: VectorEvidence | null = comparison?.evidence() ?? null;
    return fuse(candidates, vectorEvidence)
      .slice(0, Math.max(0, limit))
      .flatMap(({ slot, score, ...why }) =>
        this.#retrieved(slot, score, { ...why, missing: missingWords(contentTerms, slot) }),
      );
  }

  /** Estimated size in bytes. */
  memoryBytes(): number {
    return this.#store.memoryBytes() + this.#lexical.memoryBytes() + this.#vectors.memoryBytes();
  }

  #remove(slot: number): void {
    this.#store.remove(slot);
    this.#vectors.remove(slot);
  }

  /** BM25 of the question, plus feedback terms from the best passages. */
  #lexicalScores(evidence: readonly TermEvidence[]): Float32Array {
    const scores = new Float32Array(this.#store.slots);
    this.#lexical.addScores(scores, evidence);
    const count = Math.min(FEEDBACK.passages, Math.floor(this.#store.size * FEEDBACK.share));
    const best = topSlots(scores, count, { visible: this.#store.visible, floor: 0 });
    const first = best[0];
    if (first === undefined) return scores;
    const passages = best.map((slot) => ({ score: scores[slot] ?? 0, counts: this.#counts(slot) }));
    const weight = FEEDBACK.weight * this.#lexical.coverage(evidence, first) * totalRarity(evidence);
    const rarity = (term: string): number => this.#lexical.feedbackRarity(term, evidence);
    const feedback = feedbackTerms(passages, rarity).map(({ term, share }) => ({
      ...this.#lexical.evidence([term]),
      gain: share * weight,
    }));
    this.#lexical.addScores(scores, feedback);
    return scores;
  }

  #counts(slot: number): Map<string, number> {
    const passage = this.#store.at(slot);
    return this.#analyzer.counts(passage?.heading ?? '', passage?.text ?? '');
  }

  #candidate(slot: number, { evidence, contentTerms, scores, comparison }: SearchContext): Candidate {
    return {
      slot,
      lexical: (scores[slot] ?? 0) / Math.max(1e-6, this.#lexical.highestScore(evidence)),
      coverage: this.#lexical.coverage(contentTerms, slot),
      similarity: comparison?.similarity(slot) ?? null,
      closeness: comparison?.closeness(slot) ?? null,
    };
  }

  #retrieved(slot: number, score: number, why: RetrievedChunk['why']): RetrievedChunk[] {
    const passage = this.#store.at(slot);
    if (passage === undefined) return [];
    const { id: chunkId, documentId, heading, text } = passage;
    const document = this.#store.document(documentId);
    const { name: documentName = '', source = null } = document ?? {};
    return [{ chunkId, documentId, documentName, source, heading, text, score, why }];
  }
}

interface ContentTerm extends TermEvidence {
  word: string;
}

interface SearchContext {
  evidence: readonly TermEvidence[];
  contentTerms: readonly ContentTerm[];
  scores: Float32Array;
  comparison: Comparison | null;
}

function totalRarity(evidence: readonly TermEvidence[]): number {
  return evidence.reduce((sum, { rarity }) => sum + rarity, 0);
}

function missingWords(terms: readonly ContentTerm[], slot: number): string[] {
  return terms.filter((term) => !hasTerm(term, slot)).map(({ word }) => word);
}

/** Longer questions are truncated. */
const MAX_CHARACTERS = 5_000;
const MAX_TERMS = 64;

interface QueryTerm {
  /** In lower case. */
  word: string;
  /** Distinct stems in the languages of the passages. */
  stems: string[];
  /** True if the word describes the kind of answer, not its topic: "how long", "what does it mean". */
  isQuestionWord: boolean;
}

/** The distinct words of a question without stop words, or all words if there are only stop words. */
function queryTerms(question: string, languages: readonly (Language | undefined)[]): QueryTerm[] {
  const words = new Set(wordsOf(question.slice(0, MAX_CHARACTERS)));
  const known = languages.filter((language) => language !== undefined);
  const meaningful = [...words].filter((word) => !isStopWord(word, known));
  const terms = new Map<string, QueryTerm>();
  for (const word of meaningful.length > 0 ? meaningful : words) {
    const stems = [...new Set(languages.map((language) => termOf(word, language)))];
    terms.set(stems.join(' '), { word, stems, isQuestionWord: isQuestionWord(word, known) });
  }
  return [...terms.values()].slice(0, MAX_TERMS);
}

/** A passage found by the question's words. */
interface FeedbackPassage {
  /** BM25 score for the question. */
  score: number;
  /** Term frequencies without stop words. */
  counts: ReadonlyMap<string, number>;
}

interface FeedbackTerm {
  term: string;
  /** Share of the feedback weight; shares sum to 1. */
  share: number;
}

const FEEDBACK_TERMS = 10;
/** Short terms and numbers say little about a topic. */
const MIN_TERM_LENGTH = 3;

/** Characteristic terms of the best passages (Rocchio pseudo-relevance feedback); they find the same topic in other words. */
function feedbackTerms(
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

/**
 * Words that an answer need not repeat: "how long" is answered by "thirty months". They are kept apart from stop words,
 * because a passage that has them may still be the better one.
 */
const QUESTION_WORDS: Partial<Record<Language, string>> = {
  english:
    'long many much often far soon big large high old exactly mean means meaning happen happens know tell say says explain find need want use possible allowed there one kind sort',
  german:
    'lange lang viel viele vielen oft weit hoch groß schnell genau bedeutet bedeuten heißt passiert wissen sagen erklären finden brauche brauchen möchte will darf soll gilt welche welcher welches',
  french:
    'longtemps combien souvent loin haut grand exactement signifie veut dire arrive savoir dites expliquer trouver besoin faut puis-je peut quelles',
  spanish:
    'cuánto cuánta cuántos cuántas cuanto cuanta tiempo lejos alto grande exactamente significa pasa saber decir explicar encontrar necesito quiero puede cuáles',
  italian:
    'quanti quante quanta tempo spesso lontano alto grande esattamente significa succede sapere dire spiegare trovare serve voglio può quali',
  portuguese:
    'quanto quanta quantos quantas tempo longe alto grande exatamente significa acontece saber dizer explicar encontrar preciso quero pode quais',
  dutch:
    'lang veel vaak ver hoog groot snel precies betekent gebeurt weten zeggen uitleggen vinden nodig wil mag welke',
  romanian:
    'cât câtă câți câte cat cata cati cate mult multă mulți multe timp des departe mare exact înseamnă inseamna întâmplă știu spune explica găsesc trebuie vreau poate',
};

const WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(QUESTION_WORDS).map(([language, words]) => [language, new Set(words.split(' '))]),
);

function isQuestionWord(word: string, languages: readonly Language[]): boolean {
  return languages.some((language) => WORDS.get(language)?.has(word) === true);
}
