import { expect, test } from 'vitest';
import { chooseEncoding } from './stored-files.ts';

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000,gzip;q=0', 'identity'],
  ['brotli, *', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('Accept-Encoding "%s" selects %s', (header, encoding) => {
  expect(chooseEncoding(header, ['br', 'gzip'])).toBe(encoding);
});

test('sends a file uncompressed if it has no compressed version', () => {
  expect(chooseEncoding('br, gzip', [])).toBe('identity');
});
