import { expect, test } from 'vitest';
import { piecesOf } from './placeholders.ts';

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
  [
    '{{Two words|none}} {x}',
    [
      { text: '{{Two words|none}}', variable: 'Two words' },
      { text: ' {x}', variable: null },
    ],
  ],
])('splits %j', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces);
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});
