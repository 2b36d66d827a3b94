import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PageCache } from './page-cache.ts';

const shown = (items: string, version = '1') => ({ version, page: { items, count: 1, total: 1 } });

it('returns the page that was stored last under a key', () => {
  const cache = new PageCache(100);
  cache.set('1 1 10', shown('first', 'a'));
  expect(cache.get('1 1 10')).toEqual(shown('first', 'a'));
  expect(cache.get('1 2 10')).toBeNull();
  cache.set('1 1 10', shown('second', 'b'));
  expect(cache.get('1 1 10')).toEqual(shown('second', 'b'));
});

it('evicts the least recently used page', () => {
  const cache = new PageCache(10);
  cache.set('a', shown('xxxx'));
  cache.set('b', shown('xxxx'));
  cache.get('a');
  cache.set('c', shown('xxxx'));
  expect(cache.get('a')).not.toBeNull();
  expect(cache.get('b')).toBeNull();
  expect(cache.get('c')).not.toBeNull();
});

it('never stores a page larger than its capacity', () => {
  const cache = new PageCache(3);
  cache.set('a', shown('xxxx'));
  expect(cache.get('a')).toBeNull();
});

it('never exceeds its capacity', () => {
  const keys = ['a', 'b', 'c', 'd'];
  const sets = fc.array(fc.record({ key: fc.constantFrom(...keys), size: fc.nat(12) }));
  fc.assert(
    fc.property(sets, (all) => {
      const cache = new PageCache(20);
      for (const { key, size } of all) cache.set(key, shown('x'.repeat(size)));
      const held = keys.reduce((sum, key) => sum + (cache.get(key)?.page.items.length ?? 0), 0);
      expect(held).toBeLessThanOrEqual(20);
    }),
  );
});
