import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
});

/** Clicks a button twice before the first click is rendered. */
async function pressTwice(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: words }).first().waitFor();
  await page.evaluate(`(() => {
    const isMeant = ({ textContent }) => textContent.includes(${JSON.stringify(words)});
    const button = [...document.querySelectorAll('button')].find(isMeant);
    button.click();
    button.click();
  })()`);
}

test('a double click on a button creates one assistant', async () => {
  const { page } = await openConsole(browser, { server, account, path: '/assistants/new' });
  await pressTwice(page, 'Start from scratch');
  await page.waitForURL(/assistants\/\d+/);
  await page.getByRole('tablist', { name: 'Settings' }).waitFor();
  const { rows } = await made('assistants');
  expect(rows).toBe(1);
});

test('a double click on a button adds one sandbox number', async () => {
  const { page } = await openConsole(browser, { server, account, path: '/numbers' });
  await pressTwice(page, 'Get a sandbox number');
  await page
    .getByText(/\d added\.$/)
    .first()
    .waitFor();
  expect((await made('phone_numbers')).rows).toBe(1);
});

async function made(table: 'assistants' | 'phone_numbers'): Promise<{ rows: number }> {
  const [row] = await server.database.query<{ rows: number }>(
    `select count(*)::int as rows from ${table} where user_id = $1`,
    [account.userId],
  );
  return row ?? { rows: 0 };
}
