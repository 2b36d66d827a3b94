import { beforeAll, expect, test } from 'vitest';
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

test('the API reference explains the authentication of programs and of the console', async () => {
  const { page, errors } = await browser.open(PHONE);
  await page.goto(`${server.address}/docs`);
  await page.getByRole('heading', { name: 'Authentication' }).waitFor();
  const told = await page.locator('.introduction').innerText();
  expect(told).toContain('Programs send a bearer token with every request');
  expect(told).toMatch(/Cookie parley_session/);
  expect(told).toContain('Header X-CSRF-Token');
  const operation = (id: string) => page.locator(`section[id="${id}"]`);
  await expect
    .poll(() => operation('assistants.list').innerText())
    .toContain('Bearer token (the console: cookie)');
  await expect.poll(() => operation('assistants.create').innerText()).toContain('cookie and CSRF token');
  await expect.poll(() => operation('console.login').innerText()).toContain('No credential');
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await keepScreenshot(page, 'reference-phone');
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
});
