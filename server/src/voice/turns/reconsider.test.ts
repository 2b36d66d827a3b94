import { expect, test } from 'vitest';
import type { InterruptionRules, PossibleInterruption } from './interruption.ts';
import { type IgnoredSound, reconsider } from './reconsider.ts';

const rules: InterruptionRules = {
  allowed: true,
  interruptAfterMs: 500,
  minWords: null,
  requiresWords: false,
  hasInterims: false,
  protection: 'off',
  isEnding: false,
};

const sound: PossibleInterruption = {
  type: 'possible',
  sinceMs: 0,
  soundSinceMs: 0,
  endedMs: 300,
  voicedBeforeMs: 0,
  voicedMs: 300,
  text: '',
  playout: 'paused',
};

test.each<
  [
    string,
    string,
    { atMs?: number; ignored?: Partial<IgnoredSound>; own?: Partial<InterruptionRules> },
    string,
  ]
>([
  ['a word', 'Stop.', {}, 'interrupt'],
  ['a word that is much too late', 'Stop.', { atMs: 4000 }, 'none'],
  ['nothing', '', {}, 'none'],
  [
    'a word in speech that is too short',
    'Stop.',
    { ignored: { sound: { ...sound, voicedMs: 100 } } },
    'none',
  ],
  ['fewer words than required', 'Stop it.', { own: { minWords: 3 } }, 'none'],
  ['as many words as required', 'Stop it now.', { own: { minWords: 3 } }, 'interrupt'],
  ['a word when interruptions are off', 'Stop.', { own: { allowed: false } }, 'none'],
  ['a goodbye over a goodbye', 'bye', { own: { isEnding: true } }, 'none'],
  ['a backchannel', 'uh-huh', {}, 'none'],
  ['a yes at the end of a reply', 'Yes.', { ignored: { isAtEnd: true } }, 'answer'],
  ['hello over the greeting', 'Hello?', { ignored: { isProtected: true } }, 'ignore'],
  [
    'hello over the end of the greeting',
    'Hello?',
    { ignored: { isProtected: true, isAtEnd: true } },
    'ignore',
  ],
  ['yes over the greeting', 'Yes?', { ignored: { isProtected: true } }, 'ignore'],
  [
    'yes over a question at the end of the greeting',
    'Yes.',
    { ignored: { isProtected: true, isAtEnd: true } },
    'answer',
  ],
  ['a question over the greeting', 'Hello, who is there?', { ignored: { isProtected: true } }, 'interrupt'],
  ['hello over another reply', 'Hello?', {}, 'interrupt'],
  ['a yes at the end of a reply, much too late', 'Yes.', { ignored: { isAtEnd: true }, atMs: 4000 }, 'none'],
])('reconsiders %s', (_, text, { atMs = 1500, ignored, own }, expected) => {
  const before: IgnoredSound = { sound, resumedMs: 900, isAtEnd: false, isProtected: false, ...ignored };
  expect(reconsider(before, { text, nowMs: atMs }, { ...rules, ...own })).toBe(expected);
});
