import { expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { scriptedRealtime } from '../../test/kit/scripted-realtime.ts';
import type { RealtimeModel } from './interfaces/realtime-model.ts';
import { withRealtimeFallbacks } from './realtime-registry.ts';

const [large, small, live, other] = ['a/large', 'a/small', 'b/live', 'c/other'].map((id) =>
  scriptedRealtime(id),
);

/** Adds fallbacks with a stopped clock. */
const withFallbacks = (
  models: readonly RealtimeModel[],
  chosen: RealtimeModel | null = null,
): RealtimeModel[] => withRealtimeFallbacks(models, chosen, manualClock());

const idsOf = (models: readonly RealtimeModel[]): string[][] =>
  models.map(({ id, fallbacks = [] }) => [id, ...fallbacks.map((one) => one.id)]);

test('falls back to the first model of each other vendor, in order', () => {
  expect(idsOf(withFallbacks(present(large, small, live, other)))).toEqual([
    ['a/large', 'b/live', 'c/other'],
    ['a/small', 'b/live', 'c/other'],
    ['b/live', 'a/large', 'c/other'],
    ['c/other', 'a/large', 'b/live'],
  ]);
});

test('a single vendor has no fallback', () => {
  expect(idsOf(withFallbacks(present(large, small)))).toEqual([['a/large'], ['a/small']]);
});

test('falls back from every other model to the configured one', () => {
  const [chosen = null] = present(small);
  expect(idsOf(withFallbacks(present(large, small, live), chosen))).toEqual([
    ['a/large', 'a/small'],
    ['a/small'],
    ['b/live', 'a/small'],
  ]);
});

test('a fallback has no fallbacks of its own', () => {
  const [first] = withFallbacks(present(large, live));
  expect(first?.fallbacks?.map(({ fallbacks }) => fallbacks)).toEqual([undefined]);
});

test('a failed model has a cool-down of half a minute, including where it is a fallback', () => {
  const clock = manualClock();
  const [first, second] = withRealtimeFallbacks(present(large, live), null, clock);
  const [behindFirst] = first?.fallbacks ?? [];
  expect([second, behindFirst].map((model) => model?.coolDown?.isOn)).toEqual([false, false]);
  second?.coolDown?.begin();
  clock.advance(29_999);
  expect([first, second, behindFirst].map((model) => model?.coolDown?.isOn)).toEqual([false, true, true]);
  clock.advance(1);
  expect(second?.coolDown?.isOn).toBe(false);
});

test('the configured fallback has a cool-down like any other model', () => {
  const [chosen = null] = present(small);
  const [first, own] = withFallbacks(present(large, small), chosen);
  own?.coolDown?.begin();
  expect(first?.fallbacks?.[0]?.coolDown?.isOn).toBe(true);
});

function present(...models: (RealtimeModel | undefined)[]): RealtimeModel[] {
  return models.filter((model) => model !== undefined);
}
