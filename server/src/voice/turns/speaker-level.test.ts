import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addSpeech,
  INITIAL_SPEAKER_LEVEL,
  nextTurn,
  speakerDbfs,
  turnDbfs,
  understood,
} from './speaker-level.ts';

/** Turns by number of frames and level, with or without a transcript. */
function after(turns: readonly { frames: number; levelDbfs: number; words: number }[]) {
  let state = INITIAL_SPEAKER_LEVEL;
  for (const { frames, levelDbfs, words } of turns) {
    state = nextTurn(state);
    for (let piece = 0; piece < frames; piece += 1) state = addSpeech(state, levelDbfs);
    for (let word = 0; word < words; word += 1) state = understood(state);
  }
  return state;
}

const turn = (levelDbfs: number, words = 1, frames = 20) => ({ frames, levelDbfs, words });

test.each([
  ['no speech', [], null],
  ['no transcript', [turn(-20, 0)], null],
  ['too little speech', [turn(-20, 1, 5)], null],
  ['one turn', [turn(-20)], -20],
  ['a turn with three transcripts counts once', [turn(-30), turn(-20, 3), turn(-21)], -30],
  ['uses the softest of three turns', [turn(-20), turn(-33), turn(-25)], -33],
  ['forgets the fourth turn', [turn(-40), turn(-20), turn(-21), turn(-22)], -22],
  ['ignores noise between turns', [turn(-20), turn(-45, 0)], -20],
])('speaker level: %s', (_, turns, expected) => {
  const level = speakerDbfs(after(turns));
  if (expected === null) expect(level).toBeNull();
  else expect(level).toBeCloseTo(expected, 5);
});

test('keeps the level of a turn within that of its frames, and follows its last seconds', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -60, max: 0 }), { minLength: 10, maxLength: 300 }), (levels) => {
      let state = INITIAL_SPEAKER_LEVEL;
      for (const levelDbfs of levels) state = addSpeech(state, levelDbfs);
      const level = turnDbfs(state) ?? Number.NaN;
      expect(level).toBeGreaterThanOrEqual(Math.min(...levels) - 1e-9);
      expect(level).toBeLessThanOrEqual(Math.max(...levels) + 1e-9);
    }),
  );
  const talk = after([{ frames: 100, levelDbfs: -40, words: 0 }]);
  let state = talk;
  for (let piece = 0; piece < 60; piece += 1) state = addSpeech(state, -20);
  expect(turnDbfs(state)).toBeGreaterThan(-24);
});
