import { expect, test } from 'vitest';
import { billWords, priceWords } from './price-words.ts';

test.each([
  [{ amount: 1.15, currency: 'USD' }, /1[.,]15.* a month/, /twilio takes .*1[.,]15.* each month .* account/],
  [{ amount: 0, currency: 'USD' }, /^Costs nothing$/, /takes nothing for it/],
  [null, /not told/, /does not tell here/],
])('the price %j', (price, told, bill) => {
  expect(priceWords(price)).toMatch(told);
  expect(billWords('twilio', price)).toMatch(bill);
  expect(billWords('twilio', price)).toContain('balance');
});
