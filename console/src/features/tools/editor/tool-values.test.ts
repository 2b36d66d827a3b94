import { expect, test } from 'vitest';
import { uncollected, valueFor } from './tool-values.ts';

test.each([
  ['https://shop.example/orders/{order_id}', ['order_id'], []],
  ['https://shop.example/orders/{order_id}?mail={mail}', ['order_id'], ['mail']],
  ['https://shop.example/{a}/{a}', [], ['a']],
  ['https://shop.example/', ['unused'], []],
  ['https://shop.example/{{tenant}}/{a}', [], ['a']],
])('for the URL %s, the parameters %j lack %j', (endpoint, names, missing) => {
  expect(
    uncollected(
      endpoint,
      names.map((name) => ({ name })),
    ),
  ).toEqual(missing);
});

test.each([
  ['string', ' 7 ', '7'],
  ['number', '7.5', 7.5],
  ['number', 'seven', 'seven'],
  ['boolean', 'true', true],
  ['boolean', 'false', false],
  ['string', '  ', undefined],
] as const)('parses a %s typed as %j as %j', (type, text, value) => {
  expect(valueFor(type, text)).toBe(value);
});
