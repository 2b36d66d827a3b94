import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EnergyVoiceActivityDetector } from './energy-detector.ts';
import { EnergyGate } from './energy-gate.ts';
import { VadFrames } from './vad-frames.ts';

test('reframes audio in order for any input lengths', () => {
  const sound = Int16Array.from({ length: 5000 }, (_, index) => index);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 20 }), (lengths) => {
      const heard: number[] = [];
      const ends: number[] = [];
      const frames = new VadFrames((frame, endMs) => {
        heard.push(...frame);
        ends.push(endMs);
      });
      let start = 0;
      for (const length of lengths) {
        const piece = sound.slice(start, start + length);
        start += piece.length;
        if (piece.length > 0) frames.push(piece, 1000 + start / 8);
      }
      expect(heard).toEqual([...sound.slice(0, Math.floor(start / 256) * 256)]);
      expect(ends).toEqual(ends.map((_, index) => 1032 + 32 * index));
    }),
  );
});

test('drops a partial frame at a gap and reports it', () => {
  const heard: [number, boolean][] = [];
  const frames = new VadFrames((_, endMs, afterGap) => heard.push([endMs, afterGap]));
  frames.push(new Int16Array(300), 37.5);
  frames.push(new Int16Array(256), 500);
  frames.push(new Int16Array(256), 533);
  expect(heard).toEqual([
    [32, true],
    [500, true],
    [533, false],
  ]);
});

test('the gate stays open for a while after sound', () => {
  const gate = new EnergyGate();
  const passed = [0, 3000, ...new Array<number>(12).fill(0)].map((level) =>
    gate.classify(new Int16Array(256).fill(level)),
  );
  expect(passed).toEqual(['silent', 'loud', ...new Array<string>(10).fill('fading'), 'silent', 'silent']);
});

test('the energy classifier detects prominent sound and adapts to continuous sound', () => {
  const heard: number[] = [];
  const stream = new EnergyVoiceActivityDetector().open((probability) => heard.push(probability));
  const push = (level: number, frames: number): void => {
    for (let index = 0; index < frames; index += 1) {
      stream.push(new Int16Array(256).fill(level), 32 * (heard.length + 1));
    }
  };
  push(5, 10);
  push(4000, 10);
  push(5, 10);
  expect(heard.map((probability) => probability > 0.5)).toEqual(
    Array.from({ length: 30 }, (_, index) => index >= 10 && index < 20),
  );
  push(1000, 400);
  expect(heard.at(-1)).toBeLessThan(0.35);
  push(16_000, 1);
  expect(heard.at(-1)).toBeGreaterThan(0.5);
});
