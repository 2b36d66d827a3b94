import { expect, test } from 'vitest';
import { valueProblem } from './template-values.ts';

const BREAKS = 'must not contain line breaks, tabs or more than four spaces in a row.';

test.each([
  ['text', 'a    b', null],
  ['text', 'a     b', BREAKS],
  ['text', 'a\tb', BREAKS],
  ['text', 'a\r\nb', BREAKS],
  ['text', 'x'.repeat(1024), null],
  ['heading', 'ș'.repeat(60), null],
  ['heading', 'x'.repeat(61), 'must not have more than 60 characters.'],
  ['code', '1234 56', null],
  ['code', '1'.repeat(16), 'must not have more than 15 characters.'],
  ['coupon', 'SPRING25', null],
  ['coupon', 'x'.repeat(21), 'must not have more than 20 characters.'],
  ['url_suffix', 'orders/7?a=b', null],
  ['url_suffix', 'orders 7', 'must not contain spaces.'],
  ['image', 'https://shop.example/a b.png', null],
  ['image', 'shop.example/a.png', 'must be the http or https URL of a file.'],
  ['video', 'ftp://shop.example/a.mp4', 'must be the http or https URL of a file.'],
  ['document', 'http://shop.example/a.pdf', null],
  ['latitude', '46.77', null],
  ['latitude', '-90.01', 'must be a number from -90 to 90.'],
  ['longitude', '180', null],
  ['longitude', 'east', 'must be a number from -180 to 180.'],
  ['time', '2026-12-01T10:00:00+02:00', null],
  ['time', '1796119200000', null],
  ['time', 'tomorrow', 'must be a time in ISO 8601, or in milliseconds since 1970.'],
] as const)('the %s %j: %s', (kind, value, problem) => {
  expect(valueProblem(kind, value)).toBe(problem);
});
