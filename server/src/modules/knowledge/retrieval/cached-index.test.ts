import { expect, test } from 'vitest';
import { type CachedIndex, IndexCache } from './retrieval-engine.ts';

const entry = (number: number, memoryBytes: number): CachedIndex => ({
  number,
  memoryBytes,
  revision: 1,
  embeddingModel: null,
  passages: 1,
});

test('returns the entries that it evicts (the least recently used) or replaces', () => {
  const cache = new IndexCache(100);
  expect(cache.put(1, entry(11, 40))).toEqual([]);
  expect(cache.put(2, entry(12, 40))).toEqual([]);
  expect(cache.use(1)?.number).toBe(11);
  expect(cache.put(3, entry(13, 40)).map(({ number }) => number)).toEqual([12]);
  expect(cache.put(1, entry(14, 50)).map(({ number }) => number)).toEqual([11]);
  expect(cache.put(1, entry(14, 55))).toEqual([]);
  expect(cache.memoryBytes).toBe(95);
});

test('keeps a single entry that exceeds the limit', () => {
  const cache = new IndexCache(100);
  cache.put(1, entry(11, 60));
  expect(cache.put(2, entry(12, 900)).map(({ number }) => number)).toEqual([11]);
  expect([...cache.entries.keys()]).toEqual([2]);
});
