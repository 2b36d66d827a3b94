import { expect, test } from 'vitest';
import type { InterruptionRules, PossibleInterruption } from './interruption.ts';
import { type PassedSound, thinkAgain } from './second-thoughts.ts';

const rules: InterruptionRules = {
  allowed: true,
  interruptAfterMs: 500,
  minWords: null,
  asksWords: false,
  wordsFollow: false,
  isGreeting: false,
  isIgnored: (text) => text === 'bye',
};

const sound: PossibleInterruption = {
  type: 'possible',
  sinceMs: 0,
  soundSinceMs: 0,
  endedMs: 300,
  voicedBeforeMs: 0,
  voicedMs: 300,
  text: '',
};

test.each<
  [string, string, { atMs?: number; passed?: Partial<PassedSound>; own?: Partial<InterruptionRules> }, string]
>([
  ['a word', 'Stop.', {}, 'interrupt'],
  ['a word that comes much too late', 'Stop.', { atMs: 4000 }, 'none'],
  ['nothing', '', {}, 'none'],
  [
    'a word in what is too short for one',
    'Stop.',
    { passed: { sound: { ...sound, voicedMs: 100 } } },
    'none',
  ],
  ['fewer words than are asked for', 'Stop it.', { own: { minWords: 3 } }, 'none'],
  ['as many as are asked for', 'Stop it now.', { own: { minWords: 3 } }, 'interrupt'],
  ['a word where nothing may be interrupted', 'Stop.', { own: { allowed: false } }, 'none'],
  ['what the moment ignores', 'bye', {}, 'none'],
  ['a sign of listening', 'uh-huh', {}, 'none'],
  ['the same at the end', 'Yes.', { passed: { isAtEnd: true } }, 'answer'],
  ['hello over the first message', 'Hello?', { passed: { isGreeting: true } }, 'ignore'],
  ['hello over its end', 'Hello?', { passed: { isGreeting: true, isAtEnd: true } }, 'ignore'],
  ['yes over it', 'Yes?', { passed: { isGreeting: true } }, 'ignore'],
  ['yes over the question at its end', 'Yes.', { passed: { isGreeting: true, isAtEnd: true } }, 'answer'],
  ['a question over it', 'Hello, who is there?', { passed: { isGreeting: true } }, 'interrupt'],
  ['hello over something else', 'Hello?', {}, 'interrupt'],
  ['the same at the end, much too late', 'Yes.', { passed: { isAtEnd: true }, atMs: 4000 }, 'none'],
])('%s', (_, text, { atMs = 1500, passed, own }, expected) => {
  const before: PassedSound = { sound, resumedMs: 900, isAtEnd: false, isGreeting: false, ...passed };
  expect(thinkAgain(before, { text, nowMs: atMs }, { ...rules, ...own })).toBe(expected);
});
