import { expect, test } from 'vitest';
import { FIRST_CUSTOMER, readCustomers, readNumber, withCustomer, withoutCustomer } from './customers.ts';

test.each([
  ['+40 721 000-000', '+40721000000'],
  ['0040 (721) 000.000', '+40721000000'],
  ['0721000000', null],
  ['+4', null],
  ['Ana', null],
])('parses %s as %s', (text, number) => {
  expect(readNumber(text)).toBe(number);
});

test.each([[null], ['{'], ['{}'], ['[]'], ['[1, null, {"number": "12", "name": "x"}]']])(
  'falls back to the default customer for %s',
  (kept) => {
    expect(readCustomers(kept)).toEqual([FIRST_CUSTOMER]);
  },
);

test('keeps one customer per number', () => {
  const bob = { number: '+40721000009', name: 'Bob' };
  const all = withCustomer(withCustomer([FIRST_CUSTOMER], bob), { ...bob, name: 'Robert' });
  expect(readCustomers(JSON.stringify(all))).toEqual([FIRST_CUSTOMER, { ...bob, name: 'Robert' }]);
});

test('removes one customer and keeps the others', () => {
  const bob = { number: '+40721000009', name: 'Bob' };
  expect(withoutCustomer([FIRST_CUSTOMER, bob], bob.number)).toEqual([FIRST_CUSTOMER]);
});
