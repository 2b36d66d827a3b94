import { expect, test } from 'vitest';
import { keyEntries, notePressedKeys, readPressedKeys } from './pressed-keys.ts';

test.each([
  [notePressedKeys('42#'), { words: '', keys: '42#' }],
  [
    `When is breakfast? ${notePressedKeys('4')} ${notePressedKeys('*A')}`,
    { words: 'When is breakfast?', keys: '4*A' },
  ],
  ['I pressed 42# (twice)', { words: 'I pressed 42# (twice)', keys: '' }],
  ['', { words: '', keys: '' }],
])('separates pressed keys from words: %j', (text, read) => {
  expect(readPressedKeys(text)).toEqual(read);
});

test.each([
  ['123#', ['#'], ['123']],
  ['12#7', ['#'], ['12', '7']],
  ['#', ['#'], []],
  ['12#7*', ['#', '*'], ['12', '7']],
  ['*62#', [], ['*62#']],
])('separates the entries in %j by the stop keys %j', (keys, stopKeys, entries) => {
  expect(keyEntries(keys, stopKeys)).toEqual(entries);
});
