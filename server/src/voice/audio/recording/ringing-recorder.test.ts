import { expect, test } from 'vitest';
import { decodeUlaw } from '../../../core/g711.ts';
import { RingingRecorder } from './ringing-recorder.ts';

const frame = (level: number, rateHz = 8000): Int16Array => new Int16Array(rateHz / 50).fill(level);

function channels(parts: readonly Uint8Array[]): { left: number[]; right: number[] } {
  const samples = [...decodeUlaw(Buffer.concat(parts))];
  return {
    left: samples.filter((_, index) => index % 2 === 0),
    right: samples.filter((_, index) => index % 2 === 1),
  };
}
/** The level of each 20 ms of the left channel, to the nearest thousand. */
const levels = (parts: readonly Uint8Array[], rateHz = 8000): number[] =>
  channels(parts).left.flatMap((sample, index) =>
    index % (rateHz / 50) === rateHz / 100 ? [Math.round(sample / 1000) * 1000] : [],
  );

test('keeps its audio on the left from the first frame to the answer, with pauses', () => {
  const ringing = new RingingRecorder();
  ringing.frame(frame(4000), 5000, 8000);
  ringing.frame(frame(4000), 5020, 8000);
  ringing.frame(frame(8000), 5140, 8000);
  const taken = ringing.take(5180, { rateHz: 8000 });
  expect(taken).toMatchObject({ durationMs: 180, rateHz: 8000 });
  const parts = [...(taken?.parts ?? [])];
  expect(levels(parts)).toEqual([4000, 4000, 0, 0, 0, 0, 0, 8000, 0]);
  expect(channels(parts).right.every((sample) => sample === 0)).toBe(true);
  expect(ringing.take(5180, { rateHz: 8000 })).toBeNull();
});

test('has nothing without audio', () => {
  expect(new RingingRecorder().take(9000, { rateHz: null })).toBeNull();
});

test('has the sample rate of the recording, also after a change of the codec', () => {
  const ringing = new RingingRecorder();
  for (let at = 0; at < 10; at += 1) ringing.frame(frame(4000), at * 20, 8000);
  for (let at = 10; at < 20; at += 1) ringing.frame(frame(4000, 16_000), at * 20, 16_000);
  const taken = ringing.take(400, { rateHz: 16_000 });
  expect(taken).toMatchObject({ durationMs: 400, rateHz: 16_000 });
  expect(levels([...(taken?.parts ?? [])], 16_000).slice(2)).toEqual(Array(18).fill(4000));
});

test.each([
  [undefined, 90_000],
  [20_000, 20_000],
])('keeps the last part of a long ringing: %s ms', (maxMs, durationMs) => {
  const ringing = new RingingRecorder();
  for (let at = 0; at < 100_000; at += 20) ringing.frame(frame(at < 99_980 ? 1000 : 8000), at, 8000);
  const taken = ringing.take(100_000, { rateHz: 8000, ...(maxMs === undefined ? {} : { maxMs }) });
  expect(taken?.durationMs).toBe(durationMs);
  const parts = [...(taken?.parts ?? [])];
  expect(channels(parts).left).toHaveLength(durationMs * 8);
  expect(levels(parts).slice(-2)).toEqual([1000, 8000]);
  expect(Math.max(...parts.map(({ length }) => length))).toBe(16_000);
});

test.each([
  [8000, 16_000],
  [16_000, 8000],
] as const)('is resampled from %i to %i Hz without gaps between its parts', (fromHz, toHz) => {
  const ringing = new RingingRecorder();
  for (let at = 0; at < 2500; at += 20) ringing.frame(frame(4000, fromHz), at, fromHz);
  const taken = ringing.take(2500, { rateHz: toHz, maxMs: 2100 });
  const parts = [...(taken?.parts ?? [])];
  expect(taken).toMatchObject({ durationMs: 2100, rateHz: toHz });
  expect(parts.map(({ length }) => length)).toEqual([1000, 1000, 100].map((ms) => (ms * 2 * toHz) / 1000));
  expect(levels(parts, toHz)).toEqual(Array(105).fill(4000));
});
