import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PageCache } from './page-cache.ts';

const page = (items: string) => ({ items, count: 1, total: 1 });

it('gives a page back for its version only', () => {
  const cache = new PageCache(100);
  cache.set('1 1 10', 'a', page('first'));
  expect(cache.get('1 1 10', 'a')).toEqual(page('first'));
  expect(cache.get('1 1 10', 'b')).toBeNull();
  expect(cache.get('1 2 10', 'a')).toBeNull();
  cache.set('1 1 10', 'b', page('second'));
  expect(cache.get('1 1 10', 'a')).toBeNull();
  expect(cache.get('1 1 10', 'b')).toEqual(page('second'));
});

it('forgets what was not asked for longest', () => {
  const cache = new PageCache(10);
  cache.set('a', '1', page('xxxx'));
  cache.set('b', '1', page('xxxx'));
  cache.get('a', '1');
  cache.set('c', '1', page('xxxx'));
  expect(cache.get('a', '1')).not.toBeNull();
  expect(cache.get('b', '1')).toBeNull();
  expect(cache.get('c', '1')).not.toBeNull();
});

it('never keeps a page that is larger than all its room', () => {
  const cache = new PageCache(3);
  cache.set('a', '1', page('xxxx'));
  expect(cache.get('a', '1')).toBeNull();
});

it('never holds more than its room, whatever is set', () => {
  const keys = ['a', 'b', 'c', 'd'];
  const sets = fc.array(fc.record({ key: fc.constantFrom(...keys), size: fc.nat(12) }));
  fc.assert(
    fc.property(sets, (all) => {
      const cache = new PageCache(20);
      for (const { key, size } of all) cache.set(key, '1', page('x'.repeat(size)));
      const held = keys.reduce((sum, key) => sum + (cache.get(key, '1')?.items.length ?? 0), 0);
      expect(held).toBeLessThanOrEqual(20);
    }),
  );
});
