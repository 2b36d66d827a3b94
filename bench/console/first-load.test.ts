import { expect, test } from 'vitest';
import { BUILT, firstLoad, MOST_KB } from './first-load.ts';

test('the console is there after 200 kB: page, scripts that it needs at once and style sheet, by gzip', async () => {
  const { files, gzipBytes } = await firstLoad(BUILT);
  // The page alone would be light: what it names was found.
  expect(files).toBeGreaterThan(5);
  expect(gzipBytes).toBeGreaterThan(100_000);
  expect(gzipBytes).toBeLessThanOrEqual(MOST_KB * 1000);
});
