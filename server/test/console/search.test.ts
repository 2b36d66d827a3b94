import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { choose, openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { openConversation } from '../kit/events.ts';
import { eventually } from '../kit/eventually.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import { insertSpokenCall } from '../kit/spoken-calls.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;
let callId: number;
let uuid: string;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
  const { id: assistantId, ...assistant } = await createAssistant(account);
  const small = Array.from({ length: 60 }, (_, index) => `Small talk ${index}`);
  const said = ['Hello', ...small, 'I want a refund for order 4471.', ...small];
  callId = await insertSpokenCall(server, account, { said, assistantId, phone: '+40721555123' });
  await insertSpokenCall(server, account, { said: ['Good evening'], assistantId, phone: '+40721555124' });
  const path = await openConversation(account, assistant);
  uuid = path.split('/').at(-1) ?? '';
  await account.post(`${path}/messages`, { message: 'When do I get my refund?' });
  await eventually(
    () => server.database.query('select from search_queue where user_id = $1', [account.userId]),
    (rows) => rows.length === 0,
  );
});

const open = (path: string) => openConsole(browser, { server, account, path });

test('the palette finds a spoken sentence and opens the call there', async () => {
  const { page, errors } = await open('/settings');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('refunds order');
  const said = page.getByRole('group', { name: 'Transcripts and messages' });
  await said.getByRole('option', { name: 'I want a refund for order 4471.' }).click();
  await page.waitForURL(`**/calls/${callId}?line=**`);
  const line = page.locator('li[aria-current]', { hasText: 'refund for order 4471' });
  await line.waitFor();
  await expect.poll(() => isInView(page, 'refund for order 4471')).toBe(true);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('refund');
  await said.getByRole('option', { name: 'All results for “refund”' }).click();
  await page.getByRole('list', { name: 'Results, newest first' }).waitFor();
  expect(await page.getByRole('searchbox', { name: 'Search for' }).inputValue()).toBe('refund');
  expect(errors).toEqual([]);
});

function isInView(page: Page, text: string): Promise<boolean> {
  return page.getByText(text).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= element.ownerDocument.documentElement.clientHeight;
  });
}

test('the search page filters, marks the words and opens the message', async () => {
  const { page, errors } = await open('/search');
  await page.getByRole('searchbox', { name: 'Search for' }).fill('refund');
  const results = page.getByRole('list', { name: 'Results, newest first' }).getByRole('listitem');
  await expect.poll(() => results.count()).toBe(2);
  expect(await results.locator('mark').allTextContents()).toEqual(['refund', 'refund']);
  await choose(page, 'Kind', 'Conversation');
  await page.waitForURL('**/search?q=refund&kind=conversation');
  await expect.poll(() => results.count()).toBe(1);
  await results.getByRole('link', { name: 'Visitor' }).click();
  await page.waitForURL(`**/conversations/${uuid}?at=**`);
  await page.locator('li[aria-current]', { hasText: 'When do I get my refund?' }).waitFor();
  expect(errors).toEqual([]);
});

test('the lists of calls and conversations are searched by words and by number', async () => {
  const { page, errors } = await open('/calls');
  const rows = page.getByRole('table', { name: 'Calls' }).getByRole('link');
  const field = page.getByRole('searchbox', { name: 'Search' });
  await field.fill('order 4471');
  await expect.poll(() => rows.allTextContents()).toEqual(['+40721555123']);
  await field.fill('555124');
  await expect.poll(() => rows.allTextContents()).toEqual(['+40721555124']);
  await page.goto(`${server.address}/conversations`);
  await page.getByRole('searchbox', { name: 'Search customers and messages' }).fill('refund');
  await page.waitForURL('**/conversations?search=refund');
  await page.getByRole('link', { name: /Visitor/ }).waitFor();
  await page.getByRole('searchbox', { name: 'Search customers and messages' }).fill('zebra');
  await page.getByText('No matching conversations.').waitFor();
  expect(errors).toEqual([]);
});

test('the search page is accessible in both themes and fits a phone', async () => {
  const problems = await screenProblems(browser, { server, account }, [
    { name: 'search', path: '/search', show: (page) => page.getByRole('searchbox').waitFor() },
    {
      name: 'search-found',
      path: '/search?q=refund',
      show: (page) => page.locator('mark').first().waitFor(),
    },
    {
      name: 'search-nothing',
      path: '/search?q=zebra',
      show: (page) => page.getByText('No results for “zebra”').waitFor(),
    },
  ]);
  expect(problems).toEqual([]);
});
