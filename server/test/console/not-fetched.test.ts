import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { accessibilityViolations, type TestBrowser } from '../kit/browser.ts';
import { outboundAssistant } from '../kit/calls.ts';
import { choose, openConsole } from '../kit/console-page.ts';
import { customerPhone, customerWrites, sandboxSender } from '../kit/messaging.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

/** Failed requests look different from empty results and from loading. */

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

const failure = { status: 503, contentType: 'application/json', body: '{}' } as const;
const failed = (page: Page) => page.getByRole('alert').filter({ hasText: 'The server failed.' }).first();

/** Opens a page whose requests get 503 if they match `pattern`. */
async function openFailing(path: string, pattern: string): Promise<Page> {
  const { page } = await openConsole(browser, { server, account, path: '/settings' });
  await page.route(pattern, (route) => route.fulfill(failure));
  await page.goto(`${server.address}${path}`);
  await failed(page).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  return page;
}

async function tryAgain(page: Page): Promise<void> {
  await page.unrouteAll();
  await failed(page).getByRole('button', { name: 'Try again' }).click();
}

test('retries templates that failed to load in a conversation with a closed window', async () => {
  const { id } = await sandboxSender(account, { display_name: 'Mill Inn', assistant_id: null });
  await account.post(`/sandbox/msgapp/senders/${id}/templates`, {
    name: 'room_ready',
    language: 'en',
    category: 'UTILITY',
    status: 'approved',
    body_text: 'Your room is ready.',
  });
  const written = await customerWrites(account, id, { from: customerPhone() });
  const uuid = written.body.data.conversation_uuid;
  await account.post(`/user/conversations/${uuid}/disable-ai`);
  await server.database.query(
    `update channel_customers set last_message_at = last_message_at - interval '25 hours' where sender_id = $1`,
    [id],
  );
  const page = await openFailing(`/conversations/${uuid}`, '**/templates?**');
  await page.getByText('Window closed').waitFor();
  await tryAgain(page);
  await choose(page, 'Template', 'room_ready');
  await page.getByRole('button', { name: 'Send template' }).waitFor();
});

test('an open window without templates still allows a free message', async () => {
  const { id } = await sandboxSender(account, { display_name: 'Mill Inn', assistant_id: null });
  const written = await customerWrites(account, id, { from: customerPhone() });
  const uuid = written.body.data.conversation_uuid;
  await account.post(`/user/conversations/${uuid}/disable-ai`);
  const { page } = await openConsole(browser, { server, account, path: `/conversations/${uuid}` });
  await page.getByRole('button', { name: 'Use a template' }).click();
  await page.getByText('This sender has no approved template.').waitFor();
  await page.getByRole('button', { name: 'Write a message' }).click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
});

test('retries numbers that failed to load for a new campaign', async () => {
  await outboundAssistant(account, { name: 'Flour caller' });
  await insertNumber(account);
  const page = await openFailing('/campaigns/new', '**/phone-numbers/all');
  expect(await page.getByText('You have no phone number yet').count()).toBe(0);
  await tryAgain(page);
  await page.getByRole('combobox', { name: 'Numbers to call from' }).waitFor();
});

test('retries tools and knowledge bases that failed to load for an assistant', async () => {
  const { id } = await createAssistant(account);
  const page = await openFailing(`/assistants/${id}`, '**/user/tools');
  expect(await page.getByText('No tools yet.').count()).toBe(0);
  await tryAgain(page);
  await page.getByText('No tools yet.').waitFor();
  await openFailing(`/assistants/${id}`, '**/user/knowledgebases');
});
