import { beforeAll, expect, test } from 'vitest';
import { readDocPages } from '../../src/documentation/doc-pages.ts';
import { accessibilityViolations, keepScreenshot, PHONE, type TestBrowser } from '../kit/browser.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
});

/** A page that notes requests to other hosts. */
async function openDocs(options: Parameters<TestBrowser['open']>[0] = {}) {
  const opened = await browser.open(options);
  const foreign: string[] = [];
  opened.page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== server.address) foreign.push(request.url());
  });
  return { ...opened, foreign };
}

test('every page opens with its heading, without errors and requests to other hosts', async () => {
  const pages = await readDocPages();
  const { page, errors, foreign } = await openDocs();
  for (const { path, title } of pages) {
    await page.goto(`${server.address}/docs/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.title(), path).toContain(title);
  }
  expect(pages.length).toBeGreaterThan(50);
  expect([errors, foreign]).toEqual([[], []]);
});

test('search finds a guide with the keyboard alone', async () => {
  const { page, errors } = await openDocs();
  await page.goto(`${server.address}/docs`);
  const search = page.getByRole('searchbox');
  // The page is visible before its scripts listen to the keyboard.
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+k');
      return search.isVisible();
    })
    .toBe(true);
  await search.fill('add the chat widget to a website');
  await page
    .getByRole('option', { name: /chat widget/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Add the chat widget to a website' }).waitFor();
  expect(errors).toEqual([]);
});

test('pages are accessible in both themes and on a phone', async () => {
  const { page, errors } = await openDocs(PHONE);
  for (const path of ['', '/guides/webhooks']) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${server.address}/docs${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await keepScreenshot(page, `docs-phone${path.replaceAll('/', '-')}`);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityViolations(page, 'html', 'colors')).toEqual([]);
  }
  expect(errors).toEqual([]);
});

test('the API reference shows samples for the SDKs and sends a request with a key', async () => {
  const { token } = await server.account();
  const { page, errors, foreign } = await openDocs();
  await page.goto(`${server.address}/docs/api`);
  await page.getByRole('textbox', { name: 'Bearer Token' }).first().fill(String(token));
  await page.evaluate(`location.hash = 'tag/account/GET/user/me'`);
  await page.getByRole('button', { name: /Test Request.*\(get \/user\/me\)/i }).click();
  const answered = page.waitForResponse(`${server.address}/api/user/me`);
  await page.getByRole('button', { name: /Send get request/i }).click();
  const answer = await answered;
  expect(answer.status()).toBe(200);
  expect(answer.request().headers()['authorization']).toBe(`Bearer ${token}`);
  await page.getByText('200 OK').first().waitFor();
  expect([errors, foreign]).toEqual([[], []]);
});
