import { expect, test } from 'vitest';
import { optWord } from './opt-out-words.ts';

test.each([
  ['STOP', 'stop'],
  [' stop. ', 'stop'],
  ['Stop!!!', 'stop'],
  ['StopAll', 'stop'],
  ['Opt-out', 'stop'],
  ['opt  out', 'stop'],
  ['UNSUBSCRIBE', 'stop'],
  ['Dezabonare', 'stop'],
  ['Arrêt', 'stop'],
  ['START', 'start'],
  ['unstop', 'start'],
  ['Yes', 'start'],
  ['please stop by at noon', null],
  ['When do you start?', null],
  ['', null],
  ['stop stop stop the machine', null],
])('%s', (text, word) => {
  expect(optWord(text)).toBe(word);
});
