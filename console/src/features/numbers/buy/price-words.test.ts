import { expect, test } from 'vitest';
import { billWords, priceWords } from './price-words.ts';

test.each([
  [{ amount: 1.15, currency: 'USD' }, /1[.,]15.* a month/, /twilio charges .*1[.,]15.* a month .* account/],
  [{ amount: 0, currency: 'USD' }, /^Free$/, /free of charge/],
  [null, /unknown/, /price list/],
])('describes the price %j', (price, label, bill) => {
  expect(priceWords(price)).toMatch(label);
  expect(billWords('twilio', price)).toMatch(bill);
  expect(billWords('twilio', price)).toContain('balance');
});
