import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findAnswer } from './find-answer.ts';
import { personaFacts } from './persona-facts.ts';
import { textBlocks } from './text-blocks.ts';

// Backtracking patterns would take hours for these: the runner's time limit is the check.
const LONG = 100_000;
const HOSTILE = [
  '.',
  '. ',
  '.!',
  '_a ',
  '** ',
  '*a',
  '| ',
  '[',
  '[a](',
  '`',
  '- ',
  ' ',
  'a',
  'A. ',
  '@',
  'a@',
  '1',
  '(1',
  '# ',
  '\\',
];

test.each(HOSTILE)('processes a long repetition of %j in bounded time', (piece) => {
  const text = piece.repeat(Math.ceil(LONG / piece.length));
  expect(textBlocks(text).length).toBeLessThan(LONG);
  personaFacts(text, 'en');
  findAnswer('What is the price of the room?', [{ documentName: text.slice(0, 200), text }], 'en');
});

test('never throws for any question and text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ maxLength: 80 }),
      (text, question) => {
        const answer = findAnswer(question, [{ documentName: 'x', text }], 'en');
        if (answer !== null) expect(answer.trim()).not.toBe('');
      },
    ),
  );
});
