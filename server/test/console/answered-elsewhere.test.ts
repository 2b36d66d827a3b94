import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PHONE, type TestBrowser } from '../kit/browser.ts';
import { choose, openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { type ModelInstallation, startModelInstallation } from '../kit/model-installation.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import type { Client } from '../kit/test-server.ts';

let installation: ModelInstallation;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  installation = await startModelInstallation();
  browser = await sharedBrowser();
});
afterAll(async () => {
  await installation.stop();
});
beforeEach(async () => {
  account = await installation.server.account();
});

const open = (path: string, options = {}) =>
  openConsole(browser, { server: installation.server, account, path, options });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const logOf = (page: Page) => page.getByRole('log', { name: 'Messages' });

/** Messages of the account's only conversation, with their authors. */
async function said(): Promise<string[]> {
  const { data } = (await account.get('/user/conversations')).body;
  expect(data).toHaveLength(1);
  const view = (await account.get(`/user/conversations/${data[0].id}`)).body.data;
  return view.transcript.map((one: { author: string; content: string }) => `${one.author}: ${one.content}`);
}

async function answered(): Promise<string> {
  const { id } = await installation.assistant(account, { name: 'Mail desk', initial_message: 'Hello!' });
  const body = { assistant_id: id, customer_identifier: 'ana@shop.example', message: 'Is it open?' };
  return (await account.post('/user/ai/generate-reply', body)).body.conversation_id;
}

test('answers an external message, copies the reply and continues, by keyboard', async () => {
  const fields = { initial_message: 'Hello {{name}}!', system_prompt: 'The plan is {{plan}}.' };
  await installation.assistant(account, { ...fields, name: 'Mail desk', variables: { plan: 'basic' } });
  await installation.assistant(account, { name: 'Night desk' });
  const { page, context, errors } = await open('/conversations');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'New message' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Generate a reply' }).press('Enter');
  const dialog = dialogOf(page, 'Generate a reply');
  await dialog.getByRole('button', { name: 'Generate reply' }).press('Enter');
  await expect.poll(() => dialog.getByText('This is required.').count()).toBe(3);
  await choose(page, 'Assistant', 'Mail desk');
  await dialog.getByLabel('Customer', { exact: true }).fill('ana@shop.example');
  await dialog.getByLabel('Customer message').fill('Is it open?');
  await dialog.getByLabel('name', { exact: true }).fill('Ana');
  installation.model.replace({ kind: 'answer', text: 'Until eight.' });
  await dialog.getByLabel('name', { exact: true }).press('Enter');
  await logOf(page).getByText('Until eight.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(String(installation.model.requests.at(-1)?.messages[0]?.['content'])).toContain(
    'The plan is basic.',
  );
  await page.getByRole('button', { name: 'Copy reply' }).press('Enter');
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Until eight.');

  await page.getByRole('button', { name: 'Add customer message' }).press('Enter');
  const again = dialogOf(page, 'Add customer message');
  await again.getByText('From ana@shop.example to Mail desk, with the full conversation history.').waitFor();
  // The customer's known data is filled in.
  expect(await again.getByLabel('name', { exact: true }).getAttribute('placeholder')).toBe('Ana');
  await again.getByLabel('Customer message').fill('On Sundays, too?');
  installation.model.replace({ kind: 'answer', text: 'Not on Sundays.' });
  await again.getByRole('button', { name: 'Generate reply' }).press('Enter');
  await logOf(page).getByText('Not on Sundays.').waitFor();
  expect(await said()).toEqual([
    'ai: Hello Ana!',
    'customer: Is it open?',
    'ai: Until eight.',
    'customer: On Sundays, too?',
    'ai: Not on Sundays.',
  ]);
  expect(errors).toEqual([]);
});

test('explains a failed reply, and a retry adds the message only once', async () => {
  await installation.assistant(account, { name: 'Mail desk', initial_message: 'Hello!' });
  const { page } = await open('/conversations?open=reply');
  const dialog = dialogOf(page, 'Generate a reply');
  // The only assistant is selected and shown.
  await dialog.getByRole('combobox', { name: 'Assistant' }).getByText('Mail desk').waitFor();
  await dialog.getByLabel('Customer', { exact: true }).fill('ana@shop.example');
  await dialog.getByLabel('Customer message').fill('Is it open?');
  const ask = dialog.getByRole('button', { name: 'Generate reply' });
  installation.model.replace(...Array.from({ length: 6 }, () => ({ kind: 'status', status: 500 }) as const));
  await ask.click();
  await dialog
    .getByRole('alert')
    .getByText(/Please try again\. .* is not added twice\.$/)
    .waitFor();
  installation.model.replace({ kind: 'answer', text: 'Until eight.' });
  await ask.click();
  await logOf(page).getByText('Until eight.').waitFor();
  expect(await said()).toEqual(['ai: Hello!', 'customer: Is it open?', 'ai: Until eight.']);
});

test('shows when to retry after too many replies and keeps the input', async () => {
  const uuid = await answered();
  const { page } = await open(`/conversations/${uuid}?open=next-reply`);
  const dialog = dialogOf(page, 'Add customer message');
  const message = dialog.getByLabel('Customer message');
  for (let number = 1; number <= 5; number += 1) {
    await message.fill(`Question ${number}`);
    await dialog.getByRole('button', { name: 'Generate reply' }).click();
    await logOf(page).getByText(`Question ${number}`, { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add customer message' }).click();
  }
  await message.fill('Question 6');
  await dialog.getByRole('button', { name: 'Generate reply' }).click();
  await dialog
    .getByRole('alert')
    .getByText(/Try again in (a second|\d+ seconds)\./)
    .waitFor();
  expect(await message.inputValue()).toBe('Question 6');
});

test('adds a message without a reply after a teammate has taken over', async () => {
  const uuid = await answered();
  await account.post(`/user/conversations/${uuid}/disable-ai`);
  const { page } = await open(`/conversations/${uuid}`, PHONE);
  await page.getByRole('button', { name: 'Add customer message' }).click();
  const dialog = dialogOf(page, 'Add customer message');
  await dialog.getByText(/Hand back to assistant to get one/).waitFor();
  await dialog.getByLabel('Customer message').fill('And on Sundays?');
  const requests = installation.model.requests.length;
  await dialog.getByRole('button', { name: 'Add message' }).click();
  await logOf(page).getByText('And on Sundays?').waitFor();
  await page.getByText(/^Message added\. A teammate has taken over/).waitFor();
  // There is no reply that could be copied.
  await page.getByRole('button', { name: 'Copy reply' }).waitFor({ state: 'detached' });
  expect(installation.model.requests).toHaveLength(requests);
  await page.getByText(/^Messages here are not delivered automatically/).waitFor();
});

test('explains how to enable answers when no assistant can answer', async () => {
  const { page } = await open('/conversations?open=reply');
  const dialog = dialogOf(page, 'Generate a reply');
  await dialog.getByRole('link', { name: 'Create one' }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Generate reply' }).count()).toBe(0);
  const uuid = await answered();
  const { id } = (await account.get('/user/assistants')).body[0];
  await account.delete(`/user/assistant/${id}`);
  await installation.assistant(account, { name: 'Night desk' });
  await page.goto(`${installation.server.address}/conversations/${uuid}?open=next-reply`);
  await page.getByText(/The assistant of this conversation was deleted/).waitFor();
});

test('the dialogs are accessible in both themes and fit a phone', async () => {
  const uuid = await answered();
  await installation.assistant(account, { name: 'Night desk', variables: { plan: 'basic', guest: 'Ana' } });
  const get = (page: Page) => page.getByRole('button', { name: 'Generate reply' });
  const found = await screenProblems(browser, { server: installation.server, account }, [
    {
      name: 'reply-dialog',
      path: '/conversations?open=reply',
      show: async (page) => {
        await get(page).click();
        await page.getByText('This is required.').first().waitFor();
        await choose(page, 'Assistant', 'Night desk');
        await page.getByLabel('plan').waitFor();
      },
    },
    {
      name: 'next-reply-dialog',
      path: `/conversations/${uuid}?open=next-reply`,
      show: (page) => get(page).waitFor(),
    },
    {
      name: 'answered-elsewhere',
      path: `/conversations/${uuid}`,
      show: (page) => page.getByRole('button', { name: 'Copy reply' }).waitFor(),
    },
  ]);
  expect(found).toEqual([]);
});
