import { expect, test } from 'vitest';
import { chargeWords, priceWords, vendorWords } from './cost-words.ts';
import type { VendorCost } from './estimate-costs.ts';

const costs = (...amounts: (number | null)[]): VendorCost[] =>
  amounts.map((perMinute) => ({ part: 'model', provider: 'a/b', perMinute }));

test.each([
  [[0.25, 0.5], 'about $0.75 a minute'],
  [[0.25, null], 'not all known'],
  [[0, null], 'not all known'],
  [[null, null], 'not known'],
  [[0, 0], 'nothing'],
])('vendors that take %j together take %s', (amounts, words) => {
  expect(vendorWords(costs(...amounts))).toBe(words);
});

test('what costs nothing is no amount', () => {
  expect([priceWords(0), priceWords(null), chargeWords(0)]).toEqual([
    'free',
    'not known',
    'nothing for calls',
  ]);
  expect(chargeWords(0.05)).toMatch(/0\.05 a minute$/);
});
