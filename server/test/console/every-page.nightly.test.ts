import { beforeAll, expect, test } from 'vitest';
import { keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { ADMIN_PAGES, fillAccount } from '../kit/every-page.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;
let pages: string[];

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
  pages = [...(await fillAccount(server, account)), ...ADMIN_PAGES];
});

// Saves a picture of each page in PARLEY_SCREENSHOTS.
test.each([
  [1440, 900, 'light'],
  [1440, 900, 'dark'],
  [1280, 720, 'light'],
  [390, 844, 'light'],
  [390, 844, 'dark'],
] as const)('every page fits %i × %i in the %s theme, without errors', async (width, height, colorScheme) => {
  const options = { viewport: { width, height }, colorScheme };
  const { page, errors } = await openConsole(browser, { server, account, path: '/profile', options });
  const wide: string[] = [];
  for (const path of pages) {
    await page.goto(`${server.address}${path}`);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
    if (isWide) wide.push(path);
    await keepScreenshot(page, `page${path.replaceAll(/\W+/g, '-')}-${width}-${colorScheme}`);
  }
  expect({ wide, errors }).toEqual({ wide: [], errors: [] });
});
