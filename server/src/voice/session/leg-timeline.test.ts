import { expect, test } from 'vitest';
import { type JumpRule, LegTimeline, OF_OUR_OWN } from './leg-timeline.ts';

/** Where frames stand that come at these moments, one after the other on their own timeline from 5000 ms on. */
function placed(arrivalsMs: readonly number[], rule?: JumpRule): number[] {
  const timeline = new LegTimeline(rule);
  return arrivalsMs.map((nowMs, index) => Math.round(timeline.place(5000 + index * 20, nowMs)));
}

const every20Ms = (count: number, fromMs: number): number[] =>
  Array.from({ length: count }, (_, index) => fromMs + index * 20);

test('a frame stands where it ended, as it arrives', () => {
  expect(placed(every20Ms(4, 100))).toEqual([80, 100, 120, 140]);
});

test('one that comes late stands where it belongs, by the one that came with the least delay', () => {
  expect(placed([100, 180, 185, 190, 200, 210])).toEqual([80, 100, 120, 140, 160, 180]);
  expect(placed([100, 110, 130])).toEqual([80, 90, 110]);
});

test.each([300, 900, 3000, 20_000])('what waited for %i ms stands side by side', (stallMs) => {
  const before = every20Ms(50, 100);
  const burst = Array.from({ length: stallMs / 20 }, () => 1080 + stallMs);
  const places = placed([...before, ...burst, ...every20Ms(50, 1100 + stallMs)]);
  const steps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...steps)).toBeLessThanOrEqual(22);
  expect(Math.abs((places.at(-1) ?? 0) - (1100 + stallMs + 49 * 20 - 20))).toBeLessThan(20);
});

test('positions that stay behind for a second begin anew', () => {
  const places = placed([...every20Ms(50, 100), ...every20Ms(60, 4000)]);
  expect(places[50]).toBe(1081);
  expect(places[99]).toBeLessThan(2500);
  expect(places[100]).toBe(4000 + 50 * 20 - 20);
  expect(places[109]).toBe(4000 + 59 * 20 - 20);
});

test('by a rule of its own they begin anew at once', () => {
  const places = placed([100, 120, 500, 520], OF_OUR_OWN);
  expect(places).toEqual([80, 100, 480, 500]);
});

test('what waited before anybody listened stands before it', () => {
  const timeline = new LegTimeline();
  const places = [400, 380, 360].map((waitedMs, index) => timeline.place(index * 20, 50 - waitedMs));
  expect(places).toEqual([-370, -350, -330]);
});
