import { expect, test } from 'vitest';
import { coalesceByRest } from './coalesce-by-rest.ts';

interface Told {
  atMs: number;
  names: string[];
  restsMs: number[];
}

/** Simulates changes on a virtual clock. @returns the calls, as `time rest: names`; a call takes no time */
async function actionsOf(storm: readonly Told[], untilMs: number): Promise<string[]> {
  const actions: string[] = [];
  const sleepers: { atMs: number; wake(): void }[] = [];
  let nowMs = 0;
  const tell = coalesceByRest(
    async (names, restMs) => actions.push(`${nowMs} ${restMs}: ${[...names].sort().join(' ')}`),
    (restMs) => new Promise((wake) => sleepers.push({ atMs: nowMs + restMs, wake })),
  );
  for (; nowMs <= untilMs; nowMs += 100) {
    for (const { wake } of sleepers.filter(({ atMs }) => atMs === nowMs)) wake();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    for (const { names, restsMs } of storm.filter(({ atMs }) => atMs === nowMs)) tell(names, restsMs);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  }
  return actions;
}

test.each<[string, Told[], string[]]>([
  ['does nothing without a change', [], []],
  [
    'acts on the first change immediately, for every interval',
    [{ atMs: 0, names: ['calls'], restsMs: [400, 5_000] }],
    ['0 400: calls', '0 5000: calls'],
  ],
  [
    'collects changes during a long interval without delaying queries with shorter ones',
    [
      { atMs: 0, names: ['calls'], restsMs: [400, 1_000, 400] },
      { atMs: 100, names: ['leads'], restsMs: [400, 1_000] },
      { atMs: 600, names: ['balance'], restsMs: [400, 1_000] },
    ],
    ['0 400: calls', '0 1000: calls', '400 400: leads', '800 400: balance', '1000 1000: balance leads'],
  ],
  [
    'ignores changes that affect no query',
    [
      { atMs: 0, names: ['calls'], restsMs: [] },
      { atMs: 100, names: ['leads'], restsMs: [1_000] },
    ],
    ['100 1000: leads'],
  ],
])('%s', async (_, storm, expected) => {
  expect(await actionsOf(storm, 2_500)).toEqual(expected);
});
