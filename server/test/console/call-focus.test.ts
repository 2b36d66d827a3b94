import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

const CUSTOMER = '+40721600001';

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
});

const open = (path: string) => openConsole(browser, { server, account, path });

const hasFocus = (control: Locator) =>
  expect
    .poll(() => control.evaluate((element) => element === element.ownerDocument.activeElement))
    .toBe(true);

test('a test call can be typed in, ended and repeated by keyboard', async () => {
  const { id } = await createAssistant(account, { initial_message: 'Mill Inn.' });
  const { page } = await open(`/assistants/${id}?tab=talk`);
  await page.getByRole('tab', { name: 'Test call' }).click();
  const [typed, hangUp] = [page.getByRole('textbox', { name: 'Type a message' }), page.getByText('Hang up')];
  await page.getByRole('button', { name: 'Call', exact: true }).press('Enter');
  await hasFocus(typed);
  for (const _ of ['first', 'next']) {
    await hangUp.press('Enter');
    await hasFocus(page.getByRole('button', { name: 'Call again' }));
    await page.keyboard.press('Enter');
    await hasFocus(typed);
  }
  // If the call ends while the user types, the next Enter must not press a button.
  const [{ id: callId }] = (await account.get('/user/calls')).body.data;
  await account.post(`/user/calls/${callId}/hang-up`);
  await page.getByText('The call is over.').waitFor();
  await hasFocus(page.getByRole('main'));
});

test('keyboard focus moves from the sandbox phone’s dial pad to the call and back', async () => {
  const numberId = await insertNumber(account);
  const { id } = await createAssistant(account, { initial_message: 'Mill Inn.' });
  await account.put(`/user/assistant/${id}`, { phone_number_id: numberId });
  const numbers = (await account.get('/user/phone-numbers/all')).body.data;
  const called = numbers.find((one: { id: number }) => one.id === numberId).phone_number;
  const { page } = await open(`/sandbox?tab=phone&customer=${encodeURIComponent(CUSTOMER)}`);
  await page.getByLabel('Number to call').fill(called);
  await page.keyboard.press('Enter');
  await hasFocus(page.getByRole('textbox', { name: 'Type a message' }));
  await page.getByRole('button', { name: 'Hang up' }).press('Enter');
  await hasFocus(page.getByRole('button', { name: 'Close', exact: true }));
  await page.keyboard.press('Enter');
  await hasFocus(page.getByRole('button', { name: 'Call', exact: true }));
});
