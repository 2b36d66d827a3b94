import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUlaw, encodeUlaw, ULAW_SILENCE } from '../../../core/g711.ts';
import { CallRecorder } from './call-recorder.ts';

function recording(sampleRateHz: 8000 | 16_000 = 8000) {
  const pieces: Uint8Array[] = [];
  const recorder = new CallRecorder({ append: (piece) => pieces.push(piece.slice()) }, sampleRateHz);
  const channel = (which: 0 | 1): Uint8Array =>
    Uint8Array.from([...Buffer.concat(pieces)].filter((_, index) => index % 2 === which));
  return { recorder, pieces, customer: () => channel(0), assistant: () => channel(1) };
}

const frameOf = (value: number, samples = 160): Int16Array => new Int16Array(samples).fill(value);
const loudness = (bytes: Uint8Array, atMs: number): number => decodeUlaw(bytes)[atMs * 8] ?? Number.NaN;

test('puts both sides where they were, and silence where nobody was', () => {
  const { recorder, customer, assistant } = recording();
  recorder.assistant(frameOf(8000), 0);
  recorder.customer(frameOf(-8000), 30);
  recorder.assistant(frameOf(4000), 60);
  recorder.close();
  expect(customer().length).toBe(640);
  expect(assistant().subarray(0, 160)).toEqual(encodeUlaw(frameOf(8000)));
  expect(new Set(assistant().subarray(160, 480))).toEqual(new Set([ULAW_SILENCE]));
  expect(assistant().subarray(480)).toEqual(encodeUlaw(frameOf(4000)));
  expect(loudness(customer(), 29)).toBe(0);
  expect(customer().subarray(240, 400)).toEqual(encodeUlaw(frameOf(-8000)));
  expect(loudness(customer(), 50)).toBe(0);
});

test('hands over every second, and frames that are a little late are in', () => {
  const { recorder, pieces, customer, assistant } = recording();
  for (let atMs = 0; atMs < 12_000; atMs += 20) {
    recorder.assistant(frameOf(atMs % 4000 === 0 ? 8000 : 100), atMs);
    if (atMs >= 900) recorder.customer(frameOf(2000), atMs - 900);
  }
  expect(pieces.map((piece) => piece.length)).toEqual(Array(11).fill(16_000));
  recorder.close();
  expect(assistant().length).toBe(96_000);
  expect([0, 4000, 8000].map((atMs) => loudness(assistant(), atMs) > 7000)).toEqual([true, true, true]);
  expect([0, 3990, 4010, 11_000].map((atMs) => loudness(customer(), atMs) > 1900)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(loudness(customer(), 11_110)).toBe(0);
});

test.each(['customer', 'assistant'] as const)(
  'frames of the %s whose places are a little off follow each other without a seam; a pause stays one',
  (side) => {
    const { recorder, ...channels } = recording();
    for (const atMs of [40, 60.4, 80.9, 99.1, 140, 159.5]) recorder[side](frameOf(8000), atMs);
    recorder.close();
    const spans = (fromMs: number, toMs: number): Set<number> =>
      new Set(channels[side]().subarray(fromMs * 8, toMs * 8));
    const [said] = encodeUlaw(frameOf(8000));
    expect(channels[side]().length).toBe(180 * 8);
    expect([spans(0, 40), spans(120, 140)]).toEqual([new Set([ULAW_SILENCE]), new Set([ULAW_SILENCE])]);
    expect([spans(40, 120), spans(140, 180)]).toEqual([new Set([said]), new Set([said])]);
  },
);

test('what was thrown away unheard is taken back, what was sent after it is not', () => {
  const { recorder, customer, assistant } = recording();
  for (let atMs = 0; atMs < 400; atMs += 20) recorder.assistant(frameOf(8000), atMs);
  recorder.customer(frameOf(2000, 3200), 0);
  recorder.quiet(420);
  recorder.takeBack(100);
  recorder.assistant(frameOf(4000), 420);
  recorder.takeBack(0);
  recorder.close();
  expect(
    [0, 299, 301, 399, 410, 425, 439].map((atMs) => Math.round(loudness(assistant(), atMs) / 1000)),
  ).toEqual([8, 8, 0, 0, 0, 4, 4]);
  expect(loudness(customer(), 350)).toBeGreaterThan(1900);
});

test('more than is left to be handed over is taken back as far as it goes', () => {
  const { recorder, assistant } = recording();
  for (let atMs = 0; atMs < 2500; atMs += 20) recorder.assistant(frameOf(8000), atMs);
  recorder.takeBack(2500);
  recorder.close();
  expect(assistant().length).toBe(8 * 2500);
  expect(loudness(assistant(), 1990)).toBe(0);
  expect(loudness(assistant(), 100)).toBeGreaterThan(7000);
});

test('a minute in which nothing was sent is silence, and what follows stands in its place', () => {
  const { recorder, assistant } = recording();
  recorder.assistant(frameOf(8000), 0);
  for (let atMs = 20; atMs < 60_000; atMs += 20) recorder.quiet(atMs + 20);
  recorder.quiet(Number.NaN);
  recorder.assistant(frameOf(4000), 60_000);
  recorder.close();
  expect(assistant().length).toBe(8 * 60_020);
  expect(loudness(assistant(), 30_000)).toBe(0);
  expect(loudness(assistant(), 60_010)).toBeGreaterThan(3900);
});

test('after a pause of seconds, and in one long frame, everything stands in its place', () => {
  const { recorder, pieces, customer, assistant } = recording();
  recorder.assistant(frameOf(8000), 0);
  recorder.assistant(frameOf(4000), 9000);
  recorder.customer(
    Int16Array.from({ length: 8 * 3500 }, (_, index) => (index < 8 * 3000 ? 2000 : 6000)),
    8500,
  );
  recorder.close();
  expect(pieces.slice(0, -1).every((piece) => piece.length === 16_000)).toBe(true);
  expect(assistant().length).toBe(8 * 12_000);
  expect([0, 20, 8990, 9000, 9019, 9021].map((atMs) => loudness(assistant(), atMs) > 3000)).toEqual([
    ...[true, false, false, true, true, false],
  ]);
  expect([8499, 8501, 11_400, 11_600].map((atMs) => Math.round(loudness(customer(), atMs) / 2000))).toEqual([
    ...[0, 1, 1, 3],
  ]);
});

test('writes 16 kHz as it comes', () => {
  const { recorder, customer } = recording(16_000);
  recorder.customer(frameOf(3000, 320), 20);
  recorder.close();
  expect(customer().length).toBe(640);
});

test('nothing is written after the end, and the end comes once', () => {
  const { recorder, pieces } = recording();
  recorder.close();
  recorder.customer(frameOf(1), 0);
  recorder.close();
  expect(pieces).toEqual([]);
});

test('no position breaks the timeline', () => {
  const position = fc.oneof(
    fc.double(),
    fc.integer({ min: -1000, max: 30_000 }),
    fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 1e12),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), position), { maxLength: 60 }), (writes) => {
      const { recorder, pieces } = recording();
      for (const [isCustomer, atMs] of writes) {
        if (isCustomer) recorder.customer(frameOf(500), atMs);
        else recorder.assistant(frameOf(500), atMs);
      }
      recorder.close();
      const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
      expect(bytes).toBeLessThanOrEqual(2 * 8 * (writes.length * 10_020));
      expect(pieces.slice(0, -1).every((piece) => piece.length === 16_000)).toBe(true);
    }),
  );
});
