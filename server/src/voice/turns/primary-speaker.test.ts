import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  confirmSpeaker,
  INITIAL_SPEAKER,
  type PrimarySpeaker,
  type TurnHolder,
  trackSpeaker,
} from './primary-speaker.ts';

interface Sound {
  ms: number;
  levelDbfs: number;
  probability: number;
  turnHolder: TurnHolder;
}

const OWN_DBFS = -24;
const QUESTION: Sound = { ms: 1600, levelDbfs: OWN_DBFS, probability: 0.95, turnHolder: 'nobody' };
const QUIET: Sound = { ms: 600, levelDbfs: -70, probability: 0, turnHolder: 'customer' };
const over = (ms: number, levelDbfs: number, probability = 0.9): Sound => ({
  ms,
  levelDbfs,
  probability,
  turnHolder: 'assistant',
});
/** Background speakers without a clear word. */
const MURMUR = over(2000, -32, 0.14);

/** State before: a transcribed question in a quiet room. */
const ASKED = confirmSpeaker(heard([QUESTION, QUIET]).state, true);
/** As `ASKED`, with an STT provider that sends interim results. */
const FOLLOWED = confirmSpeaker(ASKED, false);
/** As `ASKED`, in a crowded room. */
const ASKED_IN_MURMUR = heard([MURMUR], ASKED).state;

/** @returns how long the last sound counted as the customer, and since when */
function heard(sounds: readonly Sound[], before: PrimarySpeaker = INITIAL_SPEAKER) {
  let state = before;
  let endMs = 0;
  let speaking = false;
  let [customerMs, sinceMs]: [number, number | null] = [0, null];
  for (const { ms, levelDbfs, probability, turnHolder } of sounds) {
    [customerMs, sinceMs] = [0, null];
    for (let passedMs = 0; passedMs < ms; passedMs += 32) {
      endMs += 32;
      const next = trackSpeaker(state, { probability, levelDbfs, endMs }, { turnHolder, speaking });
      state = next.state;
      speaking = next.isCustomer && probability >= 0.5;
      if (!speaking) continue;
      sinceMs ??= passedMs;
      customerMs += 32;
    }
  }
  return { state, customerMs, sinceMs };
}

test.each<[string, PrimarySpeaker, Sound, number | null]>([
  ['speech before anything is known', INITIAL_SPEAKER, over(500, -45), 0],
  ['speech as loud as before', ASKED, over(500, OWN_DBFS), 0],
  ['slightly softer speech', ASKED, over(500, OWN_DBFS - 6), 0],
  ['brief distant speech', ASKED, over(700, OWN_DBFS - 18), null],
  ['continuing soft speech', ASKED, over(1500, OWN_DBFS - 18), 768],
  ['soft speech with interim results', FOLLOWED, over(4000, OWN_DBFS - 18), null],
  ['very long soft speech with interim results', FOLLOWED, over(5200, OWN_DBFS - 18), 4992],
  ['a burst of babble', ASKED_IN_MURMUR, over(700, -29, 0.55), null],
  ['continuing background speech', ASKED_IN_MURMUR, over(4000, -31), null],
  ['the customer above the babble', ASKED_IN_MURMUR, over(500, OWN_DBFS), 32],
  ['the customer barely above the babble', ASKED_IN_MURMUR, over(1000, -25), 32],
])('finds the start of the customer’s speech during an answer: %s', (_, before, sound, sinceMs) => {
  expect(heard([sound], before).sinceMs).toBe(sinceMs);
});

test.each<[string, Sound[], number]>([
  ['a soft end of a sentence', [{ ...QUESTION, ms: 320, levelDbfs: -42, turnHolder: 'customer' }], 320],
  ['continuing background speech', [{ ...QUESTION, ms: 3200, levelDbfs: -42, turnHolder: 'customer' }], 1440],
  ['softer speech in a new turn', [QUIET, { ...QUESTION, ms: 1600, levelDbfs: -42 }], 1600],
])('counts the customer’s speech in a turn: %s', (_, sounds, customerMs) => {
  expect(heard([QUESTION, ...sounds]).customerMs).toBe(customerMs);
});

test('counts softer speech with a transcript as the customer’s', () => {
  const soft: Sound = { ...QUESTION, ms: 960, levelDbfs: -42, turnHolder: 'customer' };
  const asked = heard([QUESTION]).state;
  const told = confirmSpeaker(heard([soft], asked).state, false);
  expect(heard([{ ...soft, ms: 256 }], told).customerMs).toBe(256);
});

test('includes a soft start of speech', () => {
  const soft = (ms: number) => heard([over(ms, OWN_DBFS - 20)], ASKED).state;
  const loud = (before: PrimarySpeaker, endMs: number) =>
    trackSpeaker(
      before,
      { probability: 0.9, levelDbfs: OWN_DBFS, endMs },
      { turnHolder: 'assistant', speaking: false },
    );
  expect(loud(soft(64), 96)).toMatchObject({ isCustomer: true, sinceMs: 0 });
  expect(loud(soft(640), 672)).toMatchObject({ isCustomer: true, sinceMs: 540 });
  expect(loud(ASKED, 32)).toMatchObject({ isCustomer: true, sinceMs: null });
});

test('loud noise without speech does not prevent interruptions', () => {
  const noisy = heard([over(4000, OWN_DBFS, 0.01)], ASKED).state;
  expect(heard([over(500, OWN_DBFS + 1)], noisy).sinceMs).toBe(0);
});

test('forgets babble that has stopped', () => {
  const later = heard([over(6000, -70, 0)], ASKED_IN_MURMUR).state;
  expect(heard([over(500, -31)], later).sinceMs).toBe(0);
});

const piece = fc.record({
  ms: fc.integer({ min: 32, max: 4000 }),
  levelDbfs: fc.integer({ min: -90, max: -5 }),
  probability: fc.double({ min: 0, max: 1, noNaN: true }),
  turnHolder: fc.constantFrom<TurnHolder>('assistant', 'customer', 'nobody'),
});
const history = fc.array(piece, { maxLength: 12 });

test('accepts continuing prominent speech after any history', () => {
  fc.assert(
    fc.property(history, fc.boolean(), fc.integer({ min: -50, max: -10 }), (before, words, levelDbfs) => {
      const { state } = heard(before);
      const known = words ? confirmSpeaker(state, true) : state;
      const around = known.noiseFloor.levelDbfs ?? -60;
      fc.pre(levelDbfs >= around + 12);
      const { sinceMs } = heard([over(1500, levelDbfs)], known);
      expect(sinceMs).not.toBeNull();
      expect(sinceMs ?? 0).toBeLessThanOrEqual(800);
    }),
  );
});

test('keeps its state within bounds', () => {
  fc.assert(
    fc.property(history, (before) => {
      const { noiseFloor, prominence, own } = confirmSpeaker(heard(before).state, true);
      expect(noiseFloor.speechLikelihood).toBeGreaterThanOrEqual(0);
      expect(noiseFloor.speechLikelihood).toBeLessThanOrEqual(1);
      expect(prominence).toBeGreaterThanOrEqual(0);
      expect(prominence).toBeLessThanOrEqual(12);
      expect(own.turnsDbfs.length).toBeLessThanOrEqual(3);
      for (const level of own.turnsDbfs) expect(Number.isFinite(level)).toBe(true);
    }),
  );
});
