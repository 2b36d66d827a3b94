import { expect, test } from 'vitest';
import { embeddingText } from './embedding-text.ts';

test.each([
  ['Parking', 'The garage\ncosts  12 euros.', 'Parking. The garage costs 12 euros.'],
  ['Can I park?', 'Yes.', 'Can I park? Yes.'],
  ['', ' Yes. ', 'Yes.'],
  ['Parking', ' \n', 'Parking'],
  ['', '', ''],
])('joins the heading %j and the text %j to %j', (heading, text, expected) => {
  expect(embeddingText(heading, text)).toBe(expected);
});
