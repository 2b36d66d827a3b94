import { expect, test } from 'vitest';
import { eventWords } from './event-words.ts';

test.each([
  ['digit', { digit: '#' }, 'The customer pressed #', null],
  ['interrupted', { stopMs: 180 }, 'The customer interrupted', 'The assistant stopped after 180 ms'],
  ['answered-by', { answeredBy: 'machine' }, 'An answering machine answered', null],
  ['answered-by', { answeredBy: 'human' }, 'A person answered', null],
  ['answered-by', { answeredBy: 'unknown' }, 'Unclear if a person or a machine answered', null],
  ['voicemail-left', { afterBeep: true }, 'Voicemail message left', 'After the beep'],
  [
    'voicemail-left',
    { afterBeep: false },
    'Voicemail message left',
    'No beep heard, so it may not have been recorded',
  ],
  ['noise-kept', {}, 'Noise suppression skipped: the server was busy', null],
  ['provider-failed', { reason: 'Timed out.' }, 'Provider failed', 'Timed out.'],
  [
    'model-replaced',
    { model: 'openai/gpt-x', by: 'google/gemini-x' },
    'Switched to google/gemini-x',
    'Replaces openai/gpt-x for the rest of the call',
  ],
  ['quite-new', { x: 1 }, 'quite new', null],
  ['constructor', {}, 'constructor', null],
])('describes %s with %o', (type, data, title, detail) => {
  expect(eventWords(type, data)).toMatchObject({ title, detail });
});
