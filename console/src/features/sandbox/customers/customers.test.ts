import { expect, test } from 'vitest';
import { FIRST_CUSTOMER, readCustomers, readNumber, withCustomer, withoutCustomer } from './customers.ts';

test.each([
  ['+40 721 000-000', '+40721000000'],
  ['0040 (721) 000.000', '+40721000000'],
  ['0721000000', null],
  ['+4', null],
  ['Ana', null],
])('%s is %s', (text, number) => {
  expect(readNumber(text)).toBe(number);
});

test.each([[null], ['{'], ['{}'], ['[]'], ['[1, null, {"number": "12", "name": "x"}]']])(
  'where nothing can be read from %s there is one customer',
  (kept) => {
    expect(readCustomers(kept)).toEqual([FIRST_CUSTOMER]);
  },
);

test('customers are kept, one for each number', () => {
  const bob = { number: '+40721000009', name: 'Bob' };
  const all = withCustomer(withCustomer([FIRST_CUSTOMER], bob), { ...bob, name: 'Robert' });
  expect(readCustomers(JSON.stringify(all))).toEqual([FIRST_CUSTOMER, { ...bob, name: 'Robert' }]);
});

test('one that is played no more is gone, and the others stay', () => {
  const bob = { number: '+40721000009', name: 'Bob' };
  expect(withoutCustomer([FIRST_CUSTOMER, bob], bob.number)).toEqual([FIRST_CUSTOMER]);
});
