import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Floor, hearNear, hearWords, type NearSpeech, NOTHING_NEAR } from './near-speech.ts';

interface Sound {
  ms: number;
  levelDbfs: number;
  /** Of speech; what is likely enough goes on as a segment of the customer's. */
  probability: number;
  floor: Floor;
}

const OWN_DBFS = -24;
const QUESTION: Sound = { ms: 1600, levelDbfs: OWN_DBFS, probability: 0.95, floor: 'nobody' };
const QUIET: Sound = { ms: 600, levelDbfs: -70, probability: 0, floor: 'customer' };
const over = (ms: number, levelDbfs: number, probability = 0.9): Sound => ({
  ...{ ms, levelDbfs, probability },
  floor: 'assistant',
});
/** People at other tables, of whom no word is clear. */
const MURMUR = over(2000, -32, 0.14);

/** What was heard before, as far as it matters: a question that was understood, in a quiet room. */
const ASKED = hearWords(heard([QUESTION, QUIET]).state, true);
/** With a transcriber that tells words while they are said. */
const FOLLOWED = hearWords(ASKED, false);
/** The same in a full room. */
const ASKED_IN_MURMUR = heard([MURMUR], ASKED).state;

/** @returns for how long the last sound was taken for the customer's, and since when */
function heard(sounds: readonly Sound[], before: NearSpeech = NOTHING_NEAR) {
  let state = before;
  let endMs = 0;
  let speaking = false;
  let [customerMs, sinceMs]: [number, number | null] = [0, null];
  for (const { ms, levelDbfs, probability, floor } of sounds) {
    [customerMs, sinceMs] = [0, null];
    for (let passedMs = 0; passedMs < ms; passedMs += 32) {
      endMs += 32;
      const next = hearNear(state, { probability, levelDbfs, endMs }, { floor, speaking });
      state = next.state;
      speaking = next.isCustomer && probability >= 0.5;
      if (!speaking) continue;
      sinceMs ??= passedMs;
      customerMs += 32;
    }
  }
  return { state, customerMs, sinceMs };
}

test.each<[string, NearSpeech, Sound, number | null]>([
  ['whoever speaks before anything is known', NOTHING_NEAR, over(500, -45), 0],
  ['somebody as loud as before', ASKED, over(500, OWN_DBFS), 0],
  ['somebody who speaks a little softer', ASKED, over(500, OWN_DBFS - 6), 0],
  ['somebody far away, for a moment', ASKED, over(700, OWN_DBFS - 18), null],
  ['somebody who speaks softly, and goes on', ASKED, over(1500, OWN_DBFS - 18), 768],
  ['somebody who speaks softly, whose words would be told', FOLLOWED, over(4000, OWN_DBFS - 18), null],
  ['the same for so long that nobody else can be meant', FOLLOWED, over(5200, OWN_DBFS - 18), 4992],
  ['a burst of the murmur', ASKED_IN_MURMUR, over(700, -29, 0.55), null],
  ['talk at the next table that goes on', ASKED_IN_MURMUR, over(4000, -31), null],
  ['the customer over the murmur', ASKED_IN_MURMUR, over(500, OWN_DBFS), 32],
  ['the customer hardly above the murmur', ASKED_IN_MURMUR, over(1000, -25), 32],
])('over an answer: %s', (_, before, sound, sinceMs) => {
  expect(heard([sound], before).sinceMs).toBe(sinceMs);
});

test.each<[string, Sound[], number]>([
  ['a soft end of a sentence', [{ ...QUESTION, ms: 320, levelDbfs: -42, floor: 'customer' }], 320],
  ['talk that goes on behind', [{ ...QUESTION, ms: 3200, levelDbfs: -42, floor: 'customer' }], 1440],
  ['somebody softer, when nobody speaks', [QUIET, { ...QUESTION, ms: 1600, levelDbfs: -42 }], 1600],
])('in a turn: %s', (_, sounds, customerMs) => {
  expect(heard([QUESTION, ...sounds]).customerMs).toBe(customerMs);
});

test('talk behind the customer whose words are understood is theirs', () => {
  const soft: Sound = { ...QUESTION, ms: 960, levelDbfs: -42, floor: 'customer' };
  const asked = heard([QUESTION]).state;
  const told = hearWords(heard([soft], asked).state, false);
  expect(heard([{ ...soft, ms: 256 }], told).customerMs).toBe(256);
});

test('words that begin softly count from their beginning, as far as words do', () => {
  const soft = (ms: number) => heard([over(ms, OWN_DBFS - 20)], ASKED).state;
  const loud = (before: NearSpeech, endMs: number) =>
    hearNear(
      before,
      { probability: 0.9, levelDbfs: OWN_DBFS, endMs },
      { floor: 'assistant', speaking: false },
    );
  expect(loud(soft(64), 96)).toMatchObject({ isCustomer: true, sinceMs: 0 });
  expect(loud(soft(640), 672)).toMatchObject({ isCustomer: true, sinceMs: 540 });
  expect(loud(ASKED, 32)).toMatchObject({ isCustomer: true, sinceMs: null });
});

test('noise that is no talk keeps nobody from interrupting, however loud', () => {
  const noisy = heard([over(4000, OWN_DBFS, 0.01)], ASKED).state;
  expect(heard([over(500, OWN_DBFS + 1)], noisy).sinceMs).toBe(0);
});

test('a room that falls silent is forgotten', () => {
  const later = heard([over(6000, -70, 0)], ASKED_IN_MURMUR).state;
  expect(heard([over(500, -31)], later).sinceMs).toBe(0);
});

const piece = fc.record({
  ms: fc.integer({ min: 32, max: 4000 }),
  levelDbfs: fc.integer({ min: -90, max: -5 }),
  probability: fc.double({ min: 0, max: 1, noNaN: true }),
  floor: fc.constantFrom<Floor>('assistant', 'customer', 'nobody'),
});
const history = fc.array(piece, { maxLength: 12 });

test('whoever plainly stands out and goes on is heard, whatever was before', () => {
  fc.assert(
    fc.property(history, fc.boolean(), fc.integer({ min: -50, max: -10 }), (before, words, levelDbfs) => {
      const { state } = heard(before);
      const known = words ? hearWords(state, true) : state;
      const around = known.surroundings.levelDbfs ?? -60;
      fc.pre(levelDbfs >= around + 12);
      const { sinceMs } = heard([over(1500, levelDbfs)], known);
      expect(sinceMs).not.toBeNull();
      expect(sinceMs ?? 0).toBeLessThanOrEqual(800);
    }),
  );
});

test('what is known stays within bounds', () => {
  fc.assert(
    fc.property(history, (before) => {
      const { surroundings, standing, own } = hearWords(heard(before).state, true);
      expect(surroundings.talk).toBeGreaterThanOrEqual(0);
      expect(surroundings.talk).toBeLessThanOrEqual(1);
      expect(standing).toBeGreaterThanOrEqual(0);
      expect(standing).toBeLessThanOrEqual(12);
      expect(own.turnsDbfs.length).toBeLessThanOrEqual(3);
      for (const level of own.turnsDbfs) expect(Number.isFinite(level)).toBe(true);
    }),
  );
});
