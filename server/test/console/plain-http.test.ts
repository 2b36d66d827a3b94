import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser, type TestBrowser } from '../kit/browser.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  server = await startTestServer();
  browser = await startBrowser(['--host-resolver-rules=MAP parley.lan 127.0.0.1']);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

// What is there for pages of https and of this very machine alone is missing here.
test('the console works over http, as of a server in one’s own network', async () => {
  const account = await server.account();
  const { page, errors } = await browser.open();
  await page.goto(`http://parley.lan:${new URL(server.address).port}/keys`);
  expect(await page.evaluate('isSecureContext')).toBe(false);
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'New API key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByRole('button', { name: 'Make it' }).click();
  const shown = page.getByRole('dialog', { name: 'API key “Shop”' });
  await shown.getByRole('button', { name: 'Copy the key' }).click();
  await shown.getByText('Copied').waitFor();
  // Nobody is logged in at first, and browsers say that a header of ours is for https alone.
  const known = /401|Cross-Origin-Opener-Policy/;
  expect(errors.filter((error) => !known.test(error))).toEqual([]);
});
