import { expect, test } from 'vitest';
import { normalizeUrl } from './connection.ts';

test.each([
  ['parley.example', 'http://parley.example'],
  ['https://parley.example/api/', 'https://parley.example'],
  ['https://example.com/parley/', 'https://example.com/parley'],
])('the server %s is %s', (typed, url) => expect(normalizeUrl(typed)).toBe(url));
