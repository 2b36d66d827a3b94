import { expect, test } from 'vitest';
import { notePressedKeys, readPressedKeys } from './pressed-keys.ts';

test.each([
  [notePressedKeys('42#'), { words: '', keys: '42#' }],
  [
    `When is breakfast? ${notePressedKeys('4')} ${notePressedKeys('*A')}`,
    { words: 'When is breakfast?', keys: '4*A' },
  ],
  ['I pressed 42# (twice)', { words: 'I pressed 42# (twice)', keys: '' }],
  ['', { words: '', keys: '' }],
])('keys are read where they were noted: %j', (text, read) => {
  expect(readPressedKeys(text)).toEqual(read);
});
