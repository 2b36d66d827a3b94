import { expect, test } from 'vitest';
import { smsSegments } from './sms-segments.ts';

test.each<[string, string, number]>([
  ['nothing', '', 1],
  ['160 characters', 'a'.repeat(160), 1],
  ['161 characters', 'a'.repeat(161), 2],
  ['306 characters', 'ü'.repeat(306), 2],
  ['307 characters', 'ü'.repeat(307), 3],
  ['1,600 characters', 'x'.repeat(1600), 11],
  ['80 euro signs, two places each', '€'.repeat(80), 1],
  ['81 euro signs', '€'.repeat(81), 2],
  ['an escaped character that is not divided', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  ['70 characters with one outside of GSM', `${'a'.repeat(69)}ș`, 1],
  ['71 characters with one outside of GSM', `${'a'.repeat(70)}ș`, 2],
  ['134 such characters', 'ș'.repeat(134), 2],
  ['135 such characters', 'ș'.repeat(135), 3],
  ['35 emojis, two places each', '😀'.repeat(35), 1],
  ['an emoji that is not divided', `${'ș'.repeat(66)}😀${'ș'.repeat(66)}`, 3],
  ['line ends', `${'a\n'.repeat(80)}`, 1],
])('%s', (_name, text, segments) => {
  expect(smsSegments(text)).toBe(segments);
});
