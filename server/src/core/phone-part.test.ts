import { expect, test } from 'vitest';
import { phonePart } from './phone-part.ts';

test.each([
  ['+40 721 000', '+40721000'],
  ['(202) 555-01', '20255501'],
  ['030/12.34', '0301234'],
  ['721', '721'],
  ['front desk', 'front desk'],
  ['desk-2', 'desk-2'],
  ['-', '-'],
  ['+', '+'],
  [null, null],
  [undefined, null],
])('%j is searched for as %j', (written, part) => {
  expect(phonePart(written)).toBe(part);
});
