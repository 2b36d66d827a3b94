import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestBrowser } from '../kit/browser.ts';
import { choose, openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { customerPhone, customerWrites, sandboxSender } from '../kit/messaging.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
});
beforeEach(async () => {
  account = await server.account();
});

const open = (path: string) => openConsole(browser, { server, account, path });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Message a customer' });

async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New message' }).click();
  await page.getByRole('menuitem', { name: 'Message a customer' }).click();
}

/** Creates a sender with an approved and a pending template. */
async function readySender(name: string): Promise<number> {
  const { id } = await sandboxSender(account, { display_name: name, assistant_id: null });
  for (const status of ['approved', 'pending']) {
    const made = await account.post(`/sandbox/msgapp/senders/${id}/templates`, {
      name: `room_${status}`,
      language: 'en',
      category: 'UTILITY',
      status,
      body_text: 'Hello {{1}}, your room {{2}} is ready.',
      variables: ['guest', 'room'],
    });
    expect(made.status).toBe(201);
  }
  return id;
}

test('writes to a new customer and opens the conversation', async () => {
  await readySender('Mill Inn');
  const { page, errors } = await open('/conversations');
  // Canceling returns to the previous page.
  await begin(page);
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { level: 1, name: 'Conversations' }).waitFor();
  await begin(page);
  const send = dialog.getByRole('button', { name: 'Send message' });
  await send.click();
  await dialog.getByText('This is required.').first().waitFor();
  await dialog.getByLabel('Phone number').fill('12');
  await dialog.getByText(/^Must be a valid/).waitFor();
  const phone = customerPhone();
  await dialog.getByLabel('Phone number').fill(phone.replace('+40', '+40 '));
  await dialog.getByLabel('Name').fill('Maria Pop');
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'room_approved' }).waitFor();
  expect(await page.getByRole('option').count()).toBe(1);
  await page.getByRole('option', { name: 'room_approved' }).click();
  await dialog.getByLabel('guest').fill('Maria');
  await send.click();
  await dialog.getByText('This is required.').waitFor();
  await dialog.getByLabel('room').fill('12');
  await dialog.getByText('Hello Maria, your room 12 is ready.').waitFor();
  await send.click();
  await page.getByRole('heading', { level: 1, name: 'Maria Pop' }).waitFor();
  const log = page.getByRole('log', { name: 'Messages' });
  await log.getByText('Hello Maria, your room 12 is ready.').waitFor();
  expect(page.url()).toMatch(/\/conversations\/[\da-f-]{36}$/);
  // Going back skips the form.
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Conversations' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(errors).toEqual([]);
});

test('opens the conversation with the chosen sender, not the customer’s other one', async () => {
  const ids = [await readySender('Mill Inn'), await readySender('Harbour Inn')];
  const [from, phone] = [customerPhone(), customerPhone()];
  for (const id of ids) await customerWrites(account, id, { from: phone });
  await customerWrites(account, ids[0] ?? 0, { from });
  const { page } = await open('/messaging');
  await page.getByRole('button', { name: 'Message a customer' }).click();
  const dialog = dialogOf(page);
  for (const name of ['Mill Inn', 'Harbour Inn']) await choose(page, 'From', name);
  await dialog.getByLabel('Phone number').fill(phone);
  await choose(page, 'Template', 'room_approved');
  await dialog.getByLabel('guest').fill('Ion');
  await dialog.getByLabel('room').fill('7');
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('log', { name: 'Messages' }).getByText('Hello Ion, your room 7 is ready.').waitFor();
  const uuid = page.url().split('/').at(-1);
  const { sender, customer_phone } = (await account.get(`/user/conversations/${uuid}`)).body.data;
  expect([sender.display_name, customer_phone]).toEqual(['Harbour Inn', phone]);
});

test('says what to do first without a sender or an approved template', async () => {
  const { page } = await open('/messaging?open=write');
  const dialog = dialogOf(page);
  await dialog.getByText('You have no sender yet').waitFor();
  expect(await dialog.getByRole('button', { name: 'Send message' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'New sender' }).click();
  const connect = page.getByRole('dialog', { name: 'New sender' });
  await connect.getByLabel('Name').fill('Mill Inn');
  await connect.getByRole('button', { name: 'Connect sender' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mill Inn' }).waitFor();
  await page.goto(`${server.address}/messaging?open=write`);
  await dialog.getByText('Mill Inn has no approved template').waitFor();
  expect(await dialog.getByRole('button', { name: 'Send message' }).count()).toBe(0);
  await dialog.getByRole('link', { name: 'its templates' }).click();
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
});

test('distinguishes failed template requests from no templates', async () => {
  await readySender('Mill Inn');
  const { page } = await open('/settings');
  await page.route('**/templates?**', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
  );
  await page.goto(`${server.address}/messaging?open=write`);
  const dialog = dialogOf(page);
  await dialog.getByRole('alert').getByText('The server failed.').waitFor();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await choose(page, 'Template', 'room_approved');
});

test('the message dialog is accessible in both themes and fits a phone', async () => {
  await readySender('Mill Inn by the river');
  const fill = async (page: Page): Promise<void> => {
    const dialog = dialogOf(page);
    await choose(page, 'Template', 'room_approved');
    await dialog.getByLabel('guest').fill('Maria');
    await dialog.getByRole('button', { name: 'Send message' }).click();
    await dialog.getByText('This is required.').first().waitFor();
  };
  const problems = await screenProblems(browser, { server, account }, [
    { name: 'messaging-write', path: '/messaging?open=write', show: fill },
  ]);
  account = await server.account();
  const begun = await screenProblems(browser, { server, account }, [
    {
      name: 'messaging-write-no-sender',
      path: '/messaging?open=write',
      show: (page) => dialogOf(page).getByText('You have no sender yet').waitFor(),
    },
  ]);
  expect([...problems, ...begun]).toEqual([]);
});
