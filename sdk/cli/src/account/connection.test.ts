import { expect, test } from 'vitest';
import { normalizeUrl } from './connection.ts';

test.each([
  ['parley.example', 'https://parley.example'],
  ['parley.example:3000', 'https://parley.example:3000'],
  ['localhost:3000', 'http://localhost:3000'],
  ['192.168.1.5:3000/', 'http://192.168.1.5:3000'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['http://parley.example', 'http://parley.example'],
  ['https://parley.example/api/', 'https://parley.example'],
  ['https://example.com/parley/', 'https://example.com/parley'],
])('the server %s is %s', (typed, url) => expect(normalizeUrl(typed)).toBe(url));
