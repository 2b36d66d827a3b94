import { expect, test } from 'vitest';
import { type JumpRule, LegTimeline, OUTBOUND_JUMP_RULE } from './leg-timeline.ts';

/** Call times of frames that arrive at these times; their positions are consecutive from 5000 ms. */
function placed(arrivalsMs: readonly number[], rule?: JumpRule): number[] {
  const timeline = new LegTimeline(rule);
  return arrivalsMs.map((nowMs, index) => Math.round(timeline.callTimeOf(5000 + index * 20, nowMs)));
}

const every20Ms = (count: number, fromMs: number): number[] =>
  Array.from({ length: count }, (_, index) => fromMs + index * 20);

test('a frame ends when it arrives', () => {
  expect(placed(every20Ms(4, 100))).toEqual([80, 100, 120, 140]);
});

test('a late frame is placed by the frame with the least delay', () => {
  expect(placed([100, 180, 185, 190, 200, 210])).toEqual([80, 100, 120, 140, 160, 180]);
  expect(placed([100, 110, 130])).toEqual([80, 90, 110]);
});

test.each([300, 900, 3000, 20_000])('frames queued for %i ms are contiguous', (stallMs) => {
  const before = every20Ms(50, 100);
  const burst = Array.from({ length: stallMs / 20 }, () => 1080 + stallMs);
  const callTimes = placed([...before, ...burst, ...every20Ms(50, 1100 + stallMs)]);
  const steps = callTimes.slice(1).map((callTimeOf, index) => callTimeOf - (callTimes[index] ?? 0));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...steps)).toBeLessThanOrEqual(22);
  expect(Math.abs((callTimes.at(-1) ?? 0) - (1100 + stallMs + 49 * 20 - 20))).toBeLessThan(20);
});

test('restarts the timeline when positions stay behind for a second', () => {
  const callTimes = placed([...every20Ms(50, 100), ...every20Ms(60, 4000)]);
  expect(callTimes[50]).toBe(1081);
  expect(callTimes[99]).toBeLessThan(2500);
  expect(callTimes[100]).toBe(4000 + 50 * 20 - 20);
  expect(callTimes[109]).toBe(4000 + 59 * 20 - 20);
});

test('restarts the timeline immediately under a custom rule', () => {
  const callTimes = placed([100, 120, 500, 520], OUTBOUND_JUMP_RULE);
  expect(callTimes).toEqual([80, 100, 480, 500]);
});

test('frames buffered before the start have earlier times', () => {
  const timeline = new LegTimeline();
  const callTimes = [400, 380, 360].map((waitedMs, index) => timeline.callTimeOf(index * 20, 50 - waitedMs));
  expect(callTimes).toEqual([-370, -350, -330]);
});
