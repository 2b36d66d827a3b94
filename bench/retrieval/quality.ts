import { KnowledgeIndex } from '../../server/src/modules/knowledge/retrieval/knowledge-index.ts';
import type { ChunkRecord } from '../../server/src/modules/knowledge/retrieval/loader.ts';
import { markdownTable } from '../kit/table.ts';
import { judge, meanQuality } from './metrics.ts';
import { miniSearchOver } from './minisearch-peer.ts';
import type { JudgedSet } from './sets.ts';

type Ranker = (question: number) => string[];

/** nDCG@10, recall@10 and MRR of each search method, over questions with an answer. */
export function qualityTable(set: JudgedSet, which: (heldOut: boolean) => boolean): string {
  const asked = [...set.questions.entries()].filter(
    ([, { relevant, heldOut }]) => Object.keys(relevant).length > 0 && which(heldOut),
  );
  const rows = Object.entries(rankers(set)).map(([name, rank]) => {
    const quality = meanQuality(asked.map(([index, { relevant }]) => judge(rank(index), relevant)));
    return [name, ...Object.values(quality).map((value) => value.toFixed(3))];
  });
  return markdownTable([
    [`${set.name}, ${asked.length} questions`, 'nDCG@10', 'recall@10', 'MRR@10'],
    ...rows,
  ]);
}

/** How well the best score separates questions with an answer from those without. */
export function scoreTable(set: JudgedSet): string {
  const search = searchOver(set);
  const best = (answered: boolean): number[] =>
    [...set.questions.entries()]
      .filter(([, { relevant }]) => Object.keys(relevant).length > 0 === answered)
      .map(([index]) => search(index, true)[0]?.score ?? 0);
  const [answered, unanswered] = [best(true), best(false)];
  const share = (scores: number[], from: number): string =>
    `${Math.round((100 * scores.filter((score) => score >= from).length) / scores.length)} %`;
  const rows = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map((from) => [
    `≥ ${from}`,
    share(answered, from),
    share(unanswered, from),
  ]);
  return markdownTable([[`${set.name}: best score`, 'answered in it', 'not answered in it'], ...rows]);
}

function rankers(set: JudgedSet): Record<string, Ranker> {
  const search = searchOver(set);
  const ids = (question: number, hybrid: boolean): string[] =>
    search(question, hybrid).map(({ chunkId }) => set.passages[chunkId]?.id ?? '');
  const miniSearch = miniSearchOver(set.passages);
  const vector: Ranker = (question) => nearest(set, question);
  return {
    'MiniSearch + Porter (peer)': (question) => miniSearch(set.questions[question]?.text ?? '', 10),
    lexical: (question) => ids(question, false),
    vector,
    'reciprocal ranks, equal weights (peer)': (question) =>
      reciprocalRanks(ids(question, false), vector(question)),
    hybrid: (question) => ids(question, true),
  };
}

export function searchOver(set: JudgedSet) {
  const index = new KnowledgeIndex();
  index.upsert(chunksOf(set));
  index.applyDocuments([{ id: 1, generation: 1, name: set.name, source: null }]);
  return (question: number, hybrid: boolean) =>
    index.search({
      query: set.questions[question]?.text ?? '',
      queryVector: hybrid ? (set.questionVectors[question] ?? null) : null,
      limit: 50,
    });
}

/** The set's passages as database rows; the id is the passage's index. */
function chunksOf({ passages, passageVectors }: JudgedSet): ChunkRecord[] {
  return passages.map(({ heading, text }, position) => {
    const vector = passageVectors[position] ?? null;
    return { id: position, documentId: 1, generation: 1, position, heading, text, vector, revision: 1 };
  });
}

export function nearest(
  { passages, passageVectors, questionVectors }: JudgedSet,
  question: number,
): string[] {
  const asked = questionVectors[question];
  return passages
    .map(({ id }, index) => ({ id, similarity: dot(asked, passageVectors[index]) }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, 50)
    .map(({ id }) => id);
}

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  let sum = 0;
  for (const [index, value] of a?.entries() ?? []) sum += value * (b?.[index] ?? 0);
  return sum;
}

/** Reciprocal rank fusion: the sum of 1 / (60 + rank). */
function reciprocalRanks(...rankings: string[][]): string[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings) {
    for (const [rank, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (61 + rank));
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
}
