import { expect, test } from 'vitest';
import {
  formatBytes,
  formatCurrency,
  formatDuration,
  formatMilliseconds,
  formatMoney,
  formatRelative,
  formatShare,
} from './format.ts';

test.each([
  [0, '0:00'],
  [9, '0:09'],
  [65, '1:05'],
  [3_729, '1:02:09'],
  [-4, '0:00'],
])('formats %i seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test.each([
  [999, '999 ms'],
  [1_240, '1.2 s'],
])('formats %i ms as %s', (milliseconds, text) => {
  expect(formatMilliseconds(milliseconds)).toBe(text);
});

test.each([
  [512, '512 B'],
  [2_048, '2 kB'],
  [5 * 1024 * 1024, '5.0 MB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('formats a missing share as a dash', () => {
  expect(formatShare(null)).toBe('–');
  expect(formatShare(0.125)).toMatch(/12[.,]5/);
});

test('formats recent times relative to now, and others as a date', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  expect(formatRelative('2026-03-01T11:59:40Z', now)).toBe('just now');
  expect(formatRelative('2026-03-01T12:00:02Z', now)).toBe('just now');
  expect(formatRelative('2026-03-01T12:00:20Z', now)).toBe('in a moment');
  expect(formatRelative('2026-03-01T11:57:00Z', now)).toMatch(/3/);
  expect(formatRelative('2026-01-01T00:00:00Z', now)).toMatch(/2026|2025/);
});

test.each([
  [0, /0[.,]00$/],
  [-0, /^[^-]*0[.,]00$/],
  [12.345, /12[.,]3[45]$/],
  [0.0125, /0[.,]0125$/],
  [0.000025, /0[.,]000025$/],
  [-0.0000251, /-.*0[.,]000025$/],
])('keeps the significant digits of %d dollars', (dollars, text) => {
  expect(formatMoney(dollars)).toMatch(text);
});

test('formats dates, numbers and money in English', () => {
  // Node's locale is English, like the texts; a browser's locale may differ.
  expect(formatRelative('2026-11-28T10:00:00Z', Date.parse('2026-11-28T10:03:00Z'))).toBe('3 minutes ago');
  expect(formatMoney(99.07)).toBe('$99.07');
  expect(formatCurrency(1234.5, 'EUR')).toBe('€1,234.50');
});
