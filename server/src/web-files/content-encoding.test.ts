import { expect, test } from 'vitest';
import { chooseEncoding } from './content-encoding.ts';

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000,gzip;q=0', 'identity'],
  ['brotli, *', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('%s: %s', (header, encoding) => {
  expect(chooseEncoding(header, ['br', 'gzip'])).toBe(encoding);
});

test('what was not compressed is sent as it is', () => {
  expect(chooseEncoding('br, gzip', [])).toBe('identity');
});
