import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations, keepScreenshot, PHONE, type TestBrowser } from '../kit/browser.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

let open: TestServer;
let closed: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  open = await startTestServer({ environment: { PARLEY_REGISTRATION: '1' } });
  closed = await startTestServer();
  browser = await sharedBrowser();
});
afterAll(async () => {
  await closed.stop();
  await open.stop();
});

test('with open registration the login page leads to a form that creates an account and logs in', async () => {
  const { page } = await browser.open({ reducedMotion: 'reduce' });
  await page.goto(`${open.address}/calls`);
  await page.getByRole('link', { name: 'Create one' }).click();
  await page.getByRole('heading', { level: 1, name: 'Create an account' }).waitFor();
  const create = page.getByRole('button', { name: 'Create account' });
  await create.click();
  await page.getByText('This is required.').first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, `register-${colorScheme}`);
  }
  await page.getByLabel('Name').fill('Ana Pop');
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`);
  await page.getByLabel('Password').fill('short');
  await create.click();
  await page.getByText('Must be at least 8 characters.').waitFor();
  await page.getByLabel('Password').fill('correct horse');
  await create.click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.getByText('Ana Pop').first().waitFor({ state: 'attached' });
});

test('shows a taken email address at its field', async () => {
  const account = await open.account();
  const { page } = await browser.open(PHONE);
  await page.goto(`${open.address}/register`);
  await page.getByLabel('Name').fill('Ana Pop');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText(/already been taken/).waitFor();
  await keepScreenshot(page, 'register-phone');
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
});

test('without open registration the login page shows no link, and the form’s URL leads to the login', async () => {
  const { page } = await browser.open();
  await page.goto(`${closed.address}/register`);
  await page.getByRole('heading', { level: 1, name: 'Log in to Parley' }).waitFor();
  expect(await page.getByRole('link', { name: 'Create one' }).count()).toBe(0);
});
