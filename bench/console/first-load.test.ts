import { expect, test } from 'vitest';
import { BUILT, firstLoad, MOST_KB } from './first-load.ts';

test('loads at most 200 kB after gzip before the console is usable: page, required scripts and style sheet', async () => {
  const { files, gzipBytes } = await firstLoad(BUILT);
  // Proves that scripts were found, because the page alone is small.
  expect(files).toBeGreaterThan(5);
  expect(gzipBytes).toBeGreaterThan(100_000);
  expect(gzipBytes).toBeLessThanOrEqual(MOST_KB * 1000);
});
