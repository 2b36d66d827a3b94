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

test('writes both sides at their positions with silence between', () => {
  const { recorder, customer, assistant } = recording();
  recorder.assistant(frameOf(8000), 0);
  recorder.customer(frameOf(-8000), 30);
  recorder.quiet(60);
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

test('mutes the customer in a section, in audio that was written before and after', () => {
  const { recorder, customer, assistant } = recording();
  for (let atMs = 0; atMs < 2000; atMs += 20) {
    recorder.customer(frameOf(4000), atMs);
    recorder.assistant(frameOf(8000), atMs);
    if (atMs === 1000) recorder.muteCustomer(600, 1500);
    if (atMs === 1200) recorder.muteCustomer(800, 1700);
  }
  recorder.close();
  const heard = [...customer()].map((byte) => byte !== ULAW_SILENCE);
  expect(heard.indexOf(false)).toBe(600 * 8);
  expect(heard.lastIndexOf(false)).toBe(1700 * 8 - 1);
  expect(heard.slice(600 * 8, 1700 * 8)).not.toContain(true);
  expect(new Set(assistant())).toEqual(new Set(encodeUlaw(frameOf(8000))));
});

test('does not mute audio that was passed on', () => {
  const { recorder, customer } = recording();
  for (let atMs = 0; atMs < 2500; atMs += 20) recorder.customer(frameOf(4000), atMs);
  recorder.muteCustomer(0, 2000);
  recorder.close();
  expect(loudness(customer(), 900)).not.toBe(0);
  expect(loudness(customer(), 1500)).toBe(0);
});

test('writes minutes of silence where nothing is recorded', () => {
  const { recorder, customer, assistant } = recording();
  recorder.customer(frameOf(8000), 0);
  recorder.silent(120_000);
  recorder.customer(frameOf(8000), 120_000);
  recorder.assistant(frameOf(8000), 120_020);
  recorder.close();
  expect(customer().length / 8).toBe(120_040);
  expect(customer().findIndex((byte, index) => index >= 160 && byte !== ULAW_SILENCE) / 8).toBe(120_000);
  expect(assistant().findIndex((byte) => byte !== ULAW_SILENCE) / 8).toBe(120_020);
});

test('flushes every second, including slightly late frames', () => {
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
  'closes small gaps between frames of the %s but keeps pauses',
  (side) => {
    const { recorder, ...channels } = recording();
    for (const atMs of [40, 60.4, 90.9, 79.1, 240, 259.5]) recorder[side](frameOf(8000), atMs);
    recorder.close();
    const spans = (fromMs: number, toMs: number): Set<number> =>
      new Set(channels[side]().subarray(fromMs * 8, toMs * 8));
    const [said] = encodeUlaw(frameOf(8000));
    expect(channels[side]().length).toBe(280 * 8);
    expect([spans(0, 40), spans(120, 240)]).toEqual([new Set([ULAW_SILENCE]), new Set([ULAW_SILENCE])]);
    expect([spans(40, 120), spans(240, 280)]).toEqual([new Set([said]), new Set([said])]);
  },
);

test('keeps a short reported pause of the assistant', () => {
  const { recorder, assistant } = recording();
  recorder.assistant(frameOf(8000), 0);
  recorder.quiet(40);
  recorder.assistant(frameOf(8000), 40);
  recorder.close();
  expect([19, 21, 39, 41].map((atMs) => loudness(assistant(), atMs) > 7000)).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test.each(['customer', 'assistant'] as const)(
  'never overwrites audio of the %s with earlier audio',
  (side) => {
    const { recorder, ...channels } = recording();
    for (const atMs of [0, 1000, 1020, 100, 1040]) recorder[side](frameOf(atMs === 100 ? 8000 : 4000), atMs);
    recorder.close();
    const said = decodeUlaw(channels[side]());
    expect(said.length).toBe(1060 * 8);
    expect(said.some((level) => level > 5000)).toBe(false);
  },
);

test.each(['customer', 'assistant'] as const)(
  'queues bursts of %s audio and catches up in the next silence',
  (side) => {
    const { recorder, ...channels } = recording();
    for (let count = 1; count <= 30; count += 1) recorder[side](frameOf(100 * count + 1000), 700);
    for (let atMs = 720; atMs < 1000; atMs += 20) recorder[side](frameOf(8000), atMs);
    for (let atMs = 1000; atMs < 1800; atMs += 20) recorder[side](frameOf(0), atMs);
    recorder[side](frameOf(4000), 1800);
    recorder.close();
    const said = decodeUlaw(channels[side]());
    const frames = Array.from({ length: 30 }, (_, index) => said[(700 + index * 20) * 8] ?? 0);
    expect(frames).toEqual(frames.toSorted((one, other) => one - other));
    expect([frames[0], frames[29]]).toEqual([expect.closeTo(1100, -1.7), expect.closeTo(4000, -2.3)]);
    expect(said.subarray(1300 * 8, 1580 * 8).every((level) => level > 7000)).toBe(true);
    expect(said.subarray(1580 * 8, 1800 * 8).every((level) => level === 0)).toBe(true);
    expect(said.subarray(1800 * 8).length).toBe(160);
    expect(said.subarray(1800 * 8).every((level) => level > 3900)).toBe(true);
  },
);

test('erases discarded audio but not what was sent after it', () => {
  const { recorder, customer, assistant } = recording();
  for (let atMs = 0; atMs < 400; atMs += 20) recorder.assistant(frameOf(8000), atMs);
  recorder.customer(frameOf(2000, 3200), 0);
  recorder.quiet(420);
  recorder.retract(100);
  recorder.assistant(frameOf(4000), 420);
  recorder.retract(0);
  recorder.close();
  expect(
    [0, 299, 301, 399, 410, 425, 439].map((atMs) => Math.round(loudness(assistant(), atMs) / 1000)),
  ).toEqual([8, 8, 0, 0, 0, 4, 4]);
  expect(loudness(customer(), 350)).toBeGreaterThan(1900);
});

test('erases only audio that is not flushed yet', () => {
  const { recorder, assistant } = recording();
  for (let atMs = 0; atMs < 2500; atMs += 20) recorder.assistant(frameOf(8000), atMs);
  recorder.retract(2500);
  recorder.close();
  expect(assistant().length).toBe(8 * 2500);
  expect(loudness(assistant(), 1990)).toBe(0);
  expect(loudness(assistant(), 100)).toBeGreaterThan(7000);
});

test('keeps positions after a minute without sent audio', () => {
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

test('keeps positions after a long pause and within a long frame', () => {
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
    true,
    false,
    false,
    true,
    true,
    false,
  ]);
  expect([8499, 8501, 11_400, 11_600].map((atMs) => Math.round(loudness(customer(), atMs) / 2000))).toEqual([
    0, 1, 1, 3,
  ]);
});

test('records a 16 kHz call at 16 kHz', () => {
  const { recorder, customer } = recording(16_000);
  recorder.customer(frameOf(3000, 320), 20);
  recorder.close();
  expect(customer().length).toBe(640);
});

test('writes nothing after close and closes once', () => {
  const { recorder, pieces } = recording();
  recorder.close();
  recorder.customer(frameOf(1), 0);
  recorder.close();
  expect(pieces).toEqual([]);
});

test('ignores invalid positions', () => {
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
