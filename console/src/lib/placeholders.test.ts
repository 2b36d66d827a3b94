import { expect, test } from 'vitest';
import { piecesOf, placeholdersIn } from './placeholders.ts';

test.each([
  ['', []],
  ['Hello', [{ text: 'Hello', variable: null }]],
  [
    'Hi {{ name }}!',
    [
      { text: 'Hi ', variable: null },
      { text: '{{ name }}', variable: 'name' },
      { text: '!', variable: null },
    ],
  ],
  [
    '{{a}}{{b.c}}',
    [
      { text: '{{a}}', variable: 'a' },
      { text: '{{b.c}}', variable: 'b.c' },
    ],
  ],
  ['{{two words}} {x}', [{ text: '{{two words}} {x}', variable: null }]],
])('%j in pieces', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces);
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

test('each variable is named once, in order', () => {
  expect(placeholdersIn('{{b}} {{a}} {{ b }}')).toEqual(['b', 'a']);
});
