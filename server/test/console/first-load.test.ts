import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#contract/languages.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { TestServer } from '../kit/test-server.ts';

/** Bytes of everything that the login page loads, compressed with gzip, without the font and answers of the API. */
const MOST_BYTES = 200_000;

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
});

test.for(LANGUAGE_CODES)('the first load in %s stays below the limit', async (language, { annotate }) => {
  const { page } = await browser.open({ locale: language });
  await page.goto(`${server.address}/login`);
  await page.getByRole('textbox').first().waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  const paths = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const files = ['/login', ...new Set(paths)].filter((file) => !/^\/api\/|\.woff2$/.test(file));
  const sizes = await Promise.all(files.map(async (file) => [file, await gzipSize(file)] as const));
  const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
  await annotate(`${language}: ${(bytes / 1000).toFixed(1)} kB`);
  expect(files).toContainEqual(expect.stringMatching(/^\/assets\/start-/));
  expect(bytes, JSON.stringify(sizes)).toBeLessThan(MOST_BYTES);
});

/** Not the size that the browser received: it accepts Brotli on loopback, but not over http elsewhere. */
async function gzipSize(file: string): Promise<number> {
  const response = await fetch(`${server.address}${file}`, { headers: { accept: 'text/html,*/*' } });
  return gzipSync(await response.arrayBuffer(), { level: 9 }).length;
}
