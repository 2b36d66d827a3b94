import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gainOf, rmsDbfs } from './level.ts';
import { GainRamp, mixInto, saturated } from './mixing.ts';

const sample = fc.integer({ min: -32_768, max: 32_767 });

test('clips a sum to 16 bits', () => {
  fc.assert(
    fc.property(sample, sample, fc.double({ min: 0, max: 4, noNaN: true }), (one, other, gain) => {
      const target = Int16Array.of(one);
      mixInto(target, Int16Array.of(other), gain);
      expect(target[0]).toBe(Math.max(-32_768, Math.min(32_767, Math.round(one + other * gain))) + 0);
    }),
  );
});

test('leaves samples beyond the shorter source unchanged', () => {
  const target = Int16Array.of(1, 2, 3);
  mixInto(target, Int16Array.of(10));
  expect([...target]).toEqual([11, 2, 3]);
  mixInto(target, Int16Array.of(1, 1, 1, 1, 1));
  expect([...target]).toEqual([12, 3, 4]);
});

test('rounds and saturates to 16 bits', () => {
  expect([40_000, -40_000, 1.4].map(saturated)).toEqual([32_767, -32_768, 1]);
});

test('ramps linearly across frames and then stays', () => {
  const ramp = new GainRamp(8000, 1);
  ramp.moveTo(0, 40);
  const heard = [0, 1, 2].flatMap(() => {
    const frame = new Int16Array(160).fill(10_000);
    ramp.apply(frame);
    return [...frame];
  });
  const steps = heard.slice(1).map((value, index) => (heard[index] ?? 0) - value);
  expect(Math.max(...steps)).toBeLessThanOrEqual(32);
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
  expect(heard[160]).toBeCloseTo(5000, -2);
  expect(new Set(heard.slice(320))).toEqual(new Set([0]));
  expect(ramp.gain).toBe(0);
});

test('starts a reversed ramp at the current gain', () => {
  const ramp = new GainRamp(8000, 0);
  ramp.moveTo(1, 20);
  const target = new Int16Array(80);
  ramp.mixInto(target, new Int16Array(80).fill(10_000));
  ramp.moveTo(0, 10);
  const back = new Int16Array(160);
  ramp.mixInto(back, new Int16Array(160).fill(10_000));
  expect(target.at(-1)).toBeCloseTo(5000, -3);
  expect(back[0]).toBeCloseTo(5000, -3);
  expect(back.at(-1)).toBe(0);
});

test('applies a gain immediately if the ramp takes 0 ms', () => {
  const ramp = new GainRamp(8000, 1);
  ramp.moveTo(0.5, 0);
  const frame = Int16Array.of(1000, 1000);
  ramp.apply(frame);
  expect([...frame]).toEqual([500, 500]);
});

test('measures RMS levels', () => {
  const sine = Int16Array.from({ length: 8000 }, (_, index) => 32_767 * Math.sin(index / 5));
  expect(rmsDbfs(sine)).toBeCloseTo(-3, 1);
  expect(rmsDbfs(new Int16Array(160))).toBe(-100);
  expect(rmsDbfs(new Int16Array(0))).toBe(-100);
  expect(rmsDbfs(sine.map((value) => value * gainOf(-20)))).toBeCloseTo(-23, 1);
});
