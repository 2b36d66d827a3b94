import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test.each(['/', '/calls?type=web#top', '/assistants/3', '/search?q=a%2F%2Fb'])(
  '%s is a page of the console',
  (next) => {
    expect(ownPath(next)).toBe(next);
  },
);

test('resolves dots in the path', () => {
  expect(ownPath('/calls/../numbers?tab=trunks')).toBe('/numbers?tab=trunks');
});

test.each([
  '',
  'calls',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
])('%j is not a page of the console', (next) => {
  expect(ownPath(next)).toBeNull();
});
