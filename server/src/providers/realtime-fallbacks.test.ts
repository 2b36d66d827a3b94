import { expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { scriptedRealtime } from '../../test/kit/scripted-realtime.ts';
import type { RealtimeModel } from './interfaces/realtime-model.ts';
import { withRealtimeFallbacks } from './realtime-fallbacks.ts';

const [large, small, live, other] = ['a/large', 'a/small', 'b/live', 'c/other'].map((id) =>
  scriptedRealtime(id),
);

/** By a clock that stands. */
const withFallbacks = (
  models: readonly RealtimeModel[],
  chosen: RealtimeModel | null = null,
): RealtimeModel[] => withRealtimeFallbacks(models, chosen, manualClock());

const idsOf = (models: readonly RealtimeModel[]): string[][] =>
  models.map(({ id, fallbacks = [] }) => [id, ...fallbacks.map((one) => one.id)]);

test('the first model of each other vendor takes over, in their order', () => {
  expect(idsOf(withFallbacks(present(large, small, live, other)))).toEqual([
    ['a/large', 'b/live', 'c/other'],
    ['a/small', 'b/live', 'c/other'],
    ['b/live', 'a/large', 'c/other'],
    ['c/other', 'a/large', 'b/live'],
  ]);
});

test('a vendor that is alone has nobody', () => {
  expect(idsOf(withFallbacks(present(large, small)))).toEqual([['a/large'], ['a/small']]);
});

test('the one that the installation names takes over from all others', () => {
  const [chosen = null] = present(small);
  expect(idsOf(withFallbacks(present(large, small, live), chosen))).toEqual([
    ['a/large', 'a/small'],
    ['a/small'],
    ['b/live', 'a/small'],
  ]);
});

test('a fallback has none of its own: the models that are left are the first one’s', () => {
  const [first] = withFallbacks(present(large, live));
  expect(first?.fallbacks?.map(({ fallbacks }) => fallbacks)).toEqual([undefined]);
});

test('a model rests for half a minute, whichever way it is reached', () => {
  const clock = manualClock();
  const [first, second] = withRealtimeFallbacks(present(large, live), null, clock);
  const [behindFirst] = first?.fallbacks ?? [];
  expect([second, behindFirst].map((model) => model?.rest?.isOn)).toEqual([false, false]);
  second?.rest?.begin();
  clock.advance(29_999);
  expect([first, second, behindFirst].map((model) => model?.rest?.isOn)).toEqual([false, true, true]);
  clock.advance(1);
  expect(second?.rest?.isOn).toBe(false);
});

test('a model that takes over from all others rests as it does in its own calls', () => {
  const [chosen = null] = present(small);
  const [first, own] = withFallbacks(present(large, small), chosen);
  own?.rest?.begin();
  expect(first?.fallbacks?.[0]?.rest?.isOn).toBe(true);
});

function present(...models: (RealtimeModel | undefined)[]): RealtimeModel[] {
  return models.filter((model) => model !== undefined);
}
