import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, luminance, readableOn, textOn } from './contrast.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('black and white have the highest contrast', () => {
  expect(luminance('#000000')).toBe(0);
  expect(luminance('#ffffff')).toBeCloseTo(1);
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test.each([
  ['#2563eb', '#ffffff'],
  ['#ffff00', '#000000'],
  ['#FF8800', '#000000'],
  ['#111827', '#ffffff'],
])('text on %s is %s', (background, text) => {
  expect(textOn(background)).toBe(text);
});

test('text is readable on any color', () => {
  fc.assert(fc.property(color, (background) => contrast(textOn(background), background) >= 4.5));
});

test('makes any color readable on any background and keeps readable colors', () => {
  expect(readableOn('#ffffff', '#2563eb')).toBe('#2563eb');
  expect(readableOn('#ffffff', '#ffff00')).not.toBe('#000000');
  fc.assert(
    fc.property(
      color,
      color,
      (background, text) => contrast(readableOn(background, text), background) >= 4.5,
    ),
  );
});
