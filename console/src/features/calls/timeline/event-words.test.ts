import { expect, test } from 'vitest';
import { eventWords } from './event-words.ts';

test.each([
  ['digit', { digit: '#' }, 'The customer pressed #', null],
  ['interrupted', { stopMs: 180 }, 'The customer interrupted', 'The assistant stopped after 180 ms'],
  ['answered-by', { answeredBy: 'machine' }, 'An answering machine answered', null],
  ['answered-by', { answeredBy: 'human' }, 'A person answered', null],
  ['answered-by', { answeredBy: 'unknown' }, 'Whether a person or a machine answered is not known', null],
  ['noise-kept', {}, 'The server had no time to take the customer’s noise away', null],
  ['provider-failed', { reason: 'Timed out.' }, 'A provider failed', 'Timed out.'],
  [
    'model-replaced',
    { model: 'openai/gpt-x', by: 'google/gemini-x' },
    'Another model took over: google/gemini-x',
    'In place of openai/gpt-x, until the end of the call',
  ],
  ['quite-new', { x: 1 }, 'quite new', null],
  ['constructor', {}, 'constructor', null],
])('%s with %o in words', (type, data, title, detail) => {
  expect(eventWords(type, data)).toMatchObject({ title, detail });
});
