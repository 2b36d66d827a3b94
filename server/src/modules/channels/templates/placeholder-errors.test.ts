import { expect, test } from 'vitest';
import { placeholderErrors } from './placeholder-errors.ts';

test.each([
  ['Hello.', []],
  ['{{1}} and {{ 2 }}, {{1}} again', ['name', 'day']],
  ['{{2}} before {{1}}', []],
  ['{1} and }}{{', []],
])('%j with the names %j is taken', (text, names) => {
  expect(placeholderErrors(text, names)).toEqual({});
});

test.each([
  ['{{1}} and {{3}} {{x}}', [], 'body_text'],
  ['{{1}} and {{3}}', ['a', 'b', 'c'], 'body_text'],
  ['{{name}}', [], 'body_text'],
  ['{{0}} {{1}}', [], 'body_text'],
  ['{{01}} {{1}}', [], 'body_text'],
  ['{{}}', [], 'body_text'],
  ['{{51}}', [], 'body_text'],
  ['{{1}} {{2}}', ['a'], 'variables'],
  ['Hello.', ['a'], 'variables'],
])('%j with the names %j is refused', (text, names, field) => {
  expect(placeholderErrors(text, names)).toEqual({ [field]: [expect.any(String)] });
});
