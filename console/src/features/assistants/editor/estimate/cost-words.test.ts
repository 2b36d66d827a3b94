import { expect, test } from 'vitest';
import { chargeWords, priceWords, vendorWords } from './cost-words.ts';
import type { VendorCost } from './estimate-costs.ts';

const costs = (...amounts: (number | null)[]): VendorCost[] =>
  amounts.map((perMinute) => ({ part: 'model', provider: 'a/b', perMinute }));

test.each([
  [[0.25, 0.5], 'about $0.75 a minute'],
  [[0.25, null], 'partly unknown'],
  [[0, null], 'partly unknown'],
  [[null, null], 'unknown'],
  [[0, 0], 'free'],
])('describes the cost of vendors that charge %j: %s', (amounts, words) => {
  expect(vendorWords(costs(...amounts))).toBe(words);
});

test('shows a price of zero in words', () => {
  expect([priceWords(0), priceWords(null), chargeWords(0)]).toEqual(['free', 'unknown', 'nothing for calls']);
  expect(chargeWords(0.05)).toMatch(/0\.05 a minute$/);
});
