import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { sandboxSender } from '../kit/messaging.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
});

/** URL of a path on a host name without https. */
const addressOf = (path: string): string => `http://parley.lan:${new URL(server.address).port}${path}`;

async function logIn(page: Page, account: Client): Promise<void> {
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Log in' }).click();
}

// Browsers restrict some APIs to https and localhost, so they are missing here.
test('the console works over http on a private network', async () => {
  const account = await server.account();
  const { page, errors } = await browser.open();
  await page.goto(addressOf('/keys'));
  expect(await page.evaluate('isSecureContext')).toBe(false);
  await logIn(page, account);
  await page.getByRole('button', { name: 'New API key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: 'API key “Shop”' });
  await shown.getByRole('button', { name: 'Copy key' }).click();
  await shown.getByText('Copied').waitFor();
  // Expected console messages: not logged in, and a header that browsers ignore without https.
  const known = /401|Cross-Origin-Opener-Policy/;
  expect(errors.filter((error) => !known.test(error))).toEqual([]);
});

test('a test call without https explains missing audio and continues as text', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account, { name: 'Front desk', initial_message: 'Mill Inn.' });
  const { page, errors } = await browser.open();
  await page.goto(addressOf(`/assistants/${id}?tab=talk`));
  await logIn(page, account);
  await page.getByRole('tab', { name: 'Test call' }).click();
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await page.getByText('Browsers allow audio only over HTTPS').first().waitFor();
  await page.getByText('Mill Inn.').first().waitFor();
  await keepScreenshot(page, 'plain-http-call');
  await page.getByRole('button', { name: 'Hang up' }).click();
  const known = /401|Cross-Origin-Opener-Policy/;
  expect(errors.filter((error) => !known.test(error))).toEqual([]);
});

test('public URLs use the origin of the address bar', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account, { name: 'Front desk' });
  const sender = await sandboxSender(account);
  const { page } = await browser.open();
  await page.goto(addressOf(`/assistants/${id}?tab=chat`));
  await logIn(page, account);
  await page.getByText(`src="${addressOf('/widget.js')}"`).waitFor();
  expect(await page.getByText('PARLEY_PUBLIC_URL').count()).toBe(0);
  await page.goto(addressOf(`/messaging/senders/${sender.id}`));
  await page.getByText(addressOf('/api/')).waitFor();
  await keepScreenshot(page, 'plain-http-sender');
});

test('names the missing setting if visitors cannot reach the server’s origin', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account, { name: 'Front desk' });
  const { page } = await openConsole(browser, { server, account, path: `/assistants/${id}?tab=chat` });
  await page.getByText(`src="${server.address}/widget.js"`).waitFor();
  const doubt = page.getByText(/^Visitors can’t reach http:/);
  await doubt.waitFor();
  expect(await doubt.innerText()).toContain('PARLEY_PUBLIC_URL');
  await keepScreenshot(page, 'own-machine-script-tag');
});

const live = (page: Page) => page.getByText('Live', { exact: true });

/** Simulates switching to another tab or back, because a browser without a window reports neither. */
async function lookAt(page: Page, isSeen: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', {
      ...{ value: '${isSeen ? 'visible' : 'hidden'}', configurable: true },
    });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}

test('many tabs over http do not block each other’s connections, and show current data when activated', async () => {
  const account = await server.account();
  const { page, context } = await browser.open();
  await page.goto(addressOf('/tools'));
  await logIn(page, account);
  await live(page).waitFor();
  let front = page;
  // Browsers allow six connections to a server.
  for (let tab = 0; tab < 7; tab += 1) {
    await lookAt(front, false);
    front = await context.newPage();
    await front.goto(addressOf('/tools'));
    await front.getByRole('heading', { level: 1, name: 'Tools' }).waitFor();
    await live(front).waitFor();
  }
  const tool = { name: 'find_order', description: 'Tells where it is.', method: 'GET' };
  const created = await account.post('/user/tools', { ...tool, endpoint: 'https://shop.example/orders' });
  expect(created.status, created.text).toBe(201);
  await front.getByRole('link', { name: 'find_order' }).waitFor();
  await lookAt(front, false);
  await lookAt(page, true);
  await page.getByRole('link', { name: 'find_order' }).waitFor();
  await live(page).waitFor();
});
