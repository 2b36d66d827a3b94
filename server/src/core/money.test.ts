import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dollarsOf, exactDollars, MAX_BALANCE_MICROS, microsOf } from './money.ts';

test.each([
  [0, '0.000000'],
  [1, '0.000001'],
  [-1, '-0.000001'],
  [999_999, '0.999999'],
  [-1_234_500, '-1.234500'],
  [MAX_BALANCE_MICROS, '1000000000.000000'],
])('%d micros are %s dollars', (micros, text) => {
  expect(exactDollars(micros)).toBe(text);
});

test('every balance survives the conversion to dollars and back', () => {
  const amount = fc.integer({ min: -MAX_BALANCE_MICROS, max: MAX_BALANCE_MICROS });
  fc.assert(
    fc.property(amount, (micros) => {
      expect(microsOf(dollarsOf(micros))).toBe(micros);
      expect(microsOf(Number(exactDollars(micros)))).toBe(micros);
    }),
  );
});
