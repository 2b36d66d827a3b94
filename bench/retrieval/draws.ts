import { figure, markdownTable } from '../kit/table.ts';
import { nearest, searchOver } from './quality.ts';
import { seededRandom } from './random.ts';
import type { JudgedSet } from './sets.ts';

const DRAWS = 20;
const SIZES = [20, 24, 40, 60, 100, 200];

/** Hits of all draws of one size, as shares of the questions. */
interface Hits {
  asked: number;
  first: number;
  firstThree: number;
}

/**
 * Small knowledgebases drawn from a set: how often the first passage or one of the first three answers, and in how many
 * draws the embedder is rated unfit. With shuffled vectors it should be rated unfit in every draw.
 */
export function drawsTable(set: JudgedSet): string {
  const sizes = SIZES.filter((size) => size <= set.passages.length);
  const rows = sizes.map((size) => {
    const draws = Array.from({ length: DRAWS }, (_, draw) =>
      drawn(set, size, seededRandom(draw * 77 + size)),
    );
    const hybrid = draws.map((draw) => searched(draw, true));
    const dealt = draws.map((draw, index) =>
      searched({ ...draw, passageVectors: shuffled(draw.passageVectors, seededRandom(index + 1)) }, true),
    );
    return [
      `${set.name}, ${size} passages`,
      ...[draws.map((draw) => searched(draw, false)), draws.map(byVectors), hybrid, dealt].map((results) =>
        shares(results.map(({ hits }) => hits)),
      ),
      String(hybrid.filter(({ unfit }) => unfit).length),
      String(dealt.filter(({ unfit }) => unfit).length),
    ];
  });
  const head =
    'first / first three, words, vectors, hybrid, hybrid with dealt vectors, unfit, unfit if dealt';
  return markdownTable([head.split(', '), ...rows]);
}

/** Some of the passages, and the questions that they answer. */
function drawn(set: JudgedSet, size: number, random: () => number): JudgedSet {
  const places = shuffled([...set.passages.keys()], random).slice(0, size);
  const ids = new Set(places.map((place) => set.passages[place]?.id ?? ''));
  const asked = [...set.questions.entries()].filter(([, { relevant }]) => {
    const highest = Math.max(...Object.values(relevant));
    return Object.entries(relevant).some(([id, gain]) => gain === highest && ids.has(id));
  });
  return {
    name: set.name,
    passages: places.flatMap((place) => set.passages[place] ?? []),
    passageVectors: places.flatMap((place) => set.passageVectors[place] ?? []),
    questions: asked.map(([, question]) => question),
    questionVectors: asked.flatMap(([index]) => set.questionVectors[index] ?? []),
  };
}

function searched(set: JudgedSet, hybrid: boolean): { hits: Hits; unfit: boolean } {
  const search = searchOver(set);
  let unfit = false;
  const hits = hitsOf(set, (question) => {
    const found = search(question, hybrid);
    unfit ||= found.some(({ why }) => why.meaningDoubt === 'unfit-embeddings');
    return found.map(({ chunkId }) => set.passages[chunkId]?.id ?? '');
  });
  return { hits, unfit };
}

function byVectors(set: JudgedSet): { hits: Hits } {
  return { hits: hitsOf(set, (question) => nearest(set, question)) };
}

function hitsOf(set: JudgedSet, rank: (question: number) => string[]): Hits {
  const places = set.questions.map(({ relevant }, question) =>
    rank(question).findIndex((id) => (relevant[id] ?? 0) > 0),
  );
  return {
    asked: places.length,
    first: places.filter((place) => place === 0).length,
    firstThree: places.filter((place) => place >= 0 && place < 3).length,
  };
}

function shares(hits: readonly Hits[]): string {
  const total = (pick: (one: Hits) => number): number => hits.reduce((sum, one) => sum + pick(one), 0);
  const asked = Math.max(
    1,
    total((one) => one.asked),
  );
  return `${figure((100 * total((one) => one.first)) / asked)} / ${figure((100 * total((one) => one.firstThree)) / asked)} %`;
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
