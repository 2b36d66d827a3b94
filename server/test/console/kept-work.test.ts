import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { startBrowser, type TestBrowser } from '../kit/browser.ts';
import { createCampaign } from '../kit/campaigns.ts';
import { openConsole } from '../kit/console-page.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await startTestServer();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  account = await server.account();
});

const open = (path: string, options = {}) => openConsole(browser, { server, account, path, options });

const leaving = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });

/** By Ctrl K, as one does who knows what it is called. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(name);
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
}

test('a campaign’s settings are never those of another, and are not left for them unasked', async () => {
  const first = await createCampaign(account, { name: 'Spring' });
  await createCampaign(account, { name: 'Autumn' });
  const { page, errors } = await open(`/campaigns/${first.id}?tab=settings`);
  const name = page.getByLabel('Name', { exact: true });
  await expect.poll(() => name.inputValue()).toBe('Spring');
  await goTo(page, 'Autumn');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect.poll(() => name.inputValue()).toBe('Autumn');
  await page.evaluate('history.go(-2)');
  await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
  expect(await name.inputValue()).toBe('Spring');

  await name.fill('Summer');
  await page.evaluate('history.go(2)');
  await leaving(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await name.inputValue()).toBe('Summer');
  await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
  expect(errors).toEqual([]);
});

test('one is asked before the session ends, not after it', async () => {
  const { id } = await createAssistant(account);
  const { page } = await open(`/assistants/${id}`);
  await page.getByLabel('First message').fill('Typed, not saved.');
  const logOut = async (): Promise<void> => {
    await page.getByRole('button', { name: /left$/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
  };
  await logOut();
  const asked = page.getByRole('alertdialog', { name: 'Log out without saving?' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Control+s');
  await page.getByText('All is saved').waitFor();
  const stored = await account.get(`/user/assistant/${id}`);
  expect(stored.body.data.initial_message).toBe('Typed, not saved.');
});
