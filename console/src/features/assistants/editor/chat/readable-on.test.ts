import { expect, test } from 'vitest';
import { isColour, readableOn } from './readable-on.ts';

test.each([
  ['#000000', '#ffffff'],
  ['#2563eb', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#fde047', '#000000'],
])('text on %s is %s', (colour, text) => {
  expect(readableOn(colour)).toBe(text);
});

test.each([
  ['#2563EB', true],
  ['#256', false],
  ['blue', false],
  ['#2563ebff', false],
])('%s: %j', (text, expected) => {
  expect(isColour(text)).toBe(expected);
});
