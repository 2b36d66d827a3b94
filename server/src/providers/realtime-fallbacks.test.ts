import { expect, test } from 'vitest';
import { scriptedRealtime } from '../../test/kit/scripted-realtime.ts';
import { withRealtimeFallbacks } from './realtime-fallbacks.ts';
import type { RealtimeModel } from './spec/realtime-model.ts';

const [large, small, live, other] = ['a/large', 'a/small', 'b/live', 'c/other'].map((id) =>
  scriptedRealtime(id),
);

const idsOf = (models: readonly RealtimeModel[]): string[][] =>
  models.map(({ id, fallbacks = [] }) => [id, ...fallbacks.map((one) => one.id)]);

test('the first model of each other vendor takes over, in their order', () => {
  expect(idsOf(withRealtimeFallbacks(present(large, small, live, other), null))).toEqual([
    ['a/large', 'b/live', 'c/other'],
    ['a/small', 'b/live', 'c/other'],
    ['b/live', 'a/large', 'c/other'],
    ['c/other', 'a/large', 'b/live'],
  ]);
});

test('a vendor that is alone has nobody', () => {
  expect(idsOf(withRealtimeFallbacks(present(large, small), null))).toEqual([['a/large'], ['a/small']]);
});

test('the one that the installation names takes over from all others', () => {
  const [chosen = null] = present(small);
  expect(idsOf(withRealtimeFallbacks(present(large, small, live), chosen))).toEqual([
    ['a/large', 'a/small'],
    ['a/small'],
    ['b/live', 'a/small'],
  ]);
});

test('a fallback has none of its own: the models that are left are the first one’s', () => {
  const [first] = withRealtimeFallbacks(present(large, live), null);
  expect(first?.fallbacks?.map(({ fallbacks }) => fallbacks)).toEqual([undefined]);
});

function present(...models: (RealtimeModel | undefined)[]): RealtimeModel[] {
  return models.filter((model) => model !== undefined);
}
