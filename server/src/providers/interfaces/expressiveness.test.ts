import { expect, test } from 'vitest';
import { expressivenessOf, speakingStyleOf } from './expressiveness.ts';

test.each([
  [0.7, true, 1, 'own'],
  [0, true, 1.8, 'lively'],
  [0.3, true, 1.457, 'lively'],
  [0.5, true, 1.229, 'own'],
  [0.8, true, 0.8, 'own'],
  [0.9, true, 0.6, 'even'],
  [1, true, 0.4, 'even'],
  [0.7, false, 0.6, 'even'],
  [1, false, 0.24, 'even'],
  [0, false, 1.08, 'own'],
])(
  'stability %d with emotion %s gives expressiveness %d and the speaking style “%s”',
  (stability, emotion, expressiveness, manner) => {
    expect(expressivenessOf({ stability, emotion })).toBeCloseTo(expressiveness, 3);
    expect(speakingStyleOf({ stability, emotion })).toBe(manner);
  },
);
