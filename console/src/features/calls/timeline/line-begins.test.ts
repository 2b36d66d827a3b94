import { expect, test } from 'vitest';
import { withBegins } from './line-begins.ts';
import type { TimelineEntry } from './timeline.ts';

/** Ten seconds in steps of a tenth; a side is loud in the given stretches. */
function loud(...stretches: [fromMs: number, untilMs: number][]): Float32Array {
  return Float32Array.from({ length: 100 }, (_, place) =>
    stretches.some(([from, until]) => place * 100 >= from && place * 100 < until) ? 0.5 : 0.01,
  );
}

function said(sender: 'bot' | 'human', atMs: number): TimelineEntry {
  return { key: `${sender}-${atMs}`, atMs, kind: 'said', sender, text: '' };
}

const begins = (customer: Float32Array, assistant: Float32Array, ...lines: TimelineEntry[]): number[] =>
  withBegins(lines, { peaks: [customer, assistant], durationSeconds: 10 }).map(({ atMs }) =>
    Math.round(atMs),
  );

test('a line begins with the first sound of its side after a pause', () => {
  const assistant = loud([1_000, 1_800], [2_100, 3_000], [6_000, 7_000]);
  const customer = loud([4_000, 5_000]);
  const lines = [said('bot', 3_000), said('human', 5_400), said('bot', 7_000)];
  expect(begins(customer, assistant, ...lines)).toEqual([1_000, 4_000, 6_000]);
});

test('a line never reaches back into the one before of the same side', () => {
  const assistant = loud([1_000, 4_000]);
  expect(begins(loud(), assistant, said('bot', 2_500), said('bot', 4_000))).toEqual([1_000, 2_500]);
});

test('a line that was typed keeps its time', () => {
  expect(begins(loud(), loud([1_000, 2_000]), said('human', 5_000))).toEqual([5_000]);
});

test('sound long before a line is not its own', () => {
  expect(begins(loud([1_000, 2_000]), loud(), said('human', 8_000))).toEqual([8_000]);
});

test('what happened between stands where it happened', () => {
  const tool: TimelineEntry = { key: 'digit', atMs: 1_500, kind: 'event', type: 'digit', data: {} };
  const entries = withBegins([tool, said('bot', 3_000)], {
    peaks: [loud(), loud([1_000, 3_000])],
    durationSeconds: 10,
  });
  expect(entries.map(({ kind }) => kind)).toEqual(['said', 'event']);
});
