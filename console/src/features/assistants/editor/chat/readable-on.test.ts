import { expect, test } from 'vitest';
import { isColor, readableOn } from './readable-on.ts';

test.each([
  ['#000000', '#ffffff'],
  ['#2563eb', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#fde047', '#000000'],
])('text on %s is %s', (color, text) => {
  expect(readableOn(color)).toBe(text);
});

test.each([
  ['#2563EB', true],
  ['#256', false],
  ['blue', false],
  ['#2563ebff', false],
])('isColor(%j) is %j', (text, expected) => {
  expect(isColor(text)).toBe(expected);
});
