import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hearOwn, nextTurn, ownDbfs, turnDbfs, UNHEARD_OWN_LEVEL, understood } from './own-level.ts';

/** Turns of so many pieces at a level; those with words were understood. */
function after(turns: readonly { pieces: number; levelDbfs: number; words: number }[]) {
  let state = UNHEARD_OWN_LEVEL;
  for (const { pieces, levelDbfs, words } of turns) {
    state = nextTurn(state);
    for (let piece = 0; piece < pieces; piece += 1) state = hearOwn(state, levelDbfs);
    for (let word = 0; word < words; word += 1) state = understood(state);
  }
  return state;
}

const turn = (levelDbfs: number, words = 1, pieces = 20) => ({ pieces, levelDbfs, words });

test.each([
  ['nobody has spoken', [], null],
  ['nothing was understood', [turn(-20, 0)], null],
  ['too little was said', [turn(-20, 1, 5)], null],
  ['one turn', [turn(-20)], -20],
  ['a turn in three pieces of text is one', [turn(-30), turn(-20, 3), turn(-21)], -30],
  ['the softest of three counts', [turn(-20), turn(-33), turn(-25)], -33],
  ['the fourth before does not', [turn(-40), turn(-20), turn(-21), turn(-22)], -22],
  ['noise between turns does not', [turn(-20), turn(-45, 0)], -20],
])('%s', (_, turns, expected) => {
  const level = ownDbfs(after(turns));
  if (expected === null) expect(level).toBeNull();
  else expect(level).toBeCloseTo(expected, 5);
});

test('the level of a turn lies within its pieces, and follows its last seconds', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -60, max: 0 }), { minLength: 10, maxLength: 300 }), (levels) => {
      let state = UNHEARD_OWN_LEVEL;
      for (const levelDbfs of levels) state = hearOwn(state, levelDbfs);
      const level = turnDbfs(state) ?? Number.NaN;
      expect(level).toBeGreaterThanOrEqual(Math.min(...levels) - 1e-9);
      expect(level).toBeLessThanOrEqual(Math.max(...levels) + 1e-9);
    }),
  );
  const talk = after([{ pieces: 100, levelDbfs: -40, words: 0 }]);
  let state = talk;
  for (let piece = 0; piece < 60; piece += 1) state = hearOwn(state, -20);
  expect(turnDbfs(state)).toBeGreaterThan(-24);
});
