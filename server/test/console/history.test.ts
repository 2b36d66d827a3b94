import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { createCampaign } from '../kit/campaigns.ts';
import { openConsole } from '../kit/console-page.ts';
import { openConversation } from '../kit/events.ts';
import { sandboxSender } from '../kit/messaging.ts';
import { insertEndedCall } from '../kit/owned-rows.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;
let assistant: { id: number; uuid: string };

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
  assistant = await createAssistant(account, { name: 'Front desk' });
});

const open = (path: string) => openConsole(browser, { server, account, path });
const searchOf = (page: Page): string => new URL(page.url()).search;

/** Path and first two tabs of each page with tabs. */
async function tabbedPages(): Promise<[string, string, string][]> {
  const call = await insertEndedCall(server, account, assistant.id);
  const campaign = await createCampaign(account);
  const sender = await sandboxSender(account);
  const base = await account.post('/user/knowledgebases', { name: 'Handbook' });
  return [
    [`/assistants/${assistant.id}`, 'Prompt', 'Voice & turns'],
    [`/calls/${call}`, 'Transcript', 'Latency'],
    ['/billing', 'Spend', 'Ledger'],
    ['/webhooks', 'Deliveries', 'Endpoints'],
    ['/numbers', 'Numbers', 'SIP trunks'],
    ['/messaging', 'Senders', 'SMS'],
    [`/messaging/senders/${sender.id}`, 'Setup', 'Templates'],
    ['/sandbox', 'Phone', 'SMS'],
    [`/knowledge/${base.body.data.id}`, 'Documents', 'Try a question'],
    [`/campaigns/${campaign.id}`, 'Monitor', 'Report'],
  ];
}

test('keeps the filters of a tab while another tab is open', async () => {
  const call = await insertEndedCall(server, account, assistant.id);
  const campaign = await createCampaign(account);
  const { page, errors } = await open('/settings');
  const cases = [
    [`/calls/${call}`, '?at=3', 'Transcript', 'Latency'],
    [`/campaigns/${campaign.id}`, '?tab=leads&from=2026-01-02', 'Leads', 'Report'],
    ['/webhooks', '?status=failed', 'Deliveries', 'Endpoints'],
    ['/messaging', '?tab=sms&direction=inbound', 'SMS', 'Senders'],
  ] as const;
  for (const [path, search, first, second] of cases) {
    await page.goto(`${server.address}${path}${search}`);
    for (const name of [second, first]) {
      await page.getByRole('tab', { name, exact: true }).click();
      await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
    }
    const kept = new URLSearchParams(searchOf(page));
    expect(Object.fromEntries(kept), path).toEqual(Object.fromEntries(new URLSearchParams(search)));
  }
  expect(errors).toEqual([]);
});

test('back and forward switch between the tabs of a page', async () => {
  const { page, errors } = await open('/settings');
  for (const [path, first, second] of await tabbedPages()) {
    await page.goto(`${server.address}${path}`);
    const tab = (name: string, selected: boolean) =>
      page.getByRole('tab', { name, exact: true, selected }).first();
    await tab(first, true).waitFor();
    await tab(second, false).click();
    await tab(second, true).waitFor();
    await page.goBack();
    await tab(first, true).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await page.goForward();
    await tab(second, true).waitFor();
    await page.reload();
    await tab(second, true).waitFor();
  }
  expect(errors).toEqual([]);
});

test('parts of a conversation and ways to test an assistant have their own history entries', async () => {
  const path = await openConversation(server.visitor, assistant, 'widget');
  const { page } = await open(path);
  await page.getByRole('button', { name: 'About' }).click();
  await page.getByRole('heading', { name: 'About' }).waitFor();
  await page.goBack();
  await page.getByRole('log', { name: 'Messages' }).waitFor();
  await page.goto(`${server.address}/assistants/${assistant.id}?tab=talk`);
  await page.getByRole('tab', { name: 'Test call' }).click();
  await page.getByRole('button', { name: 'Call', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Call', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('tab', { name: 'Test chat', selected: true }).waitFor();
});

test('back reverts a chosen filter, and a typed filter as a whole', async () => {
  const { page } = await open('/settings');
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect.poll(() => searchOf(page)).toBe('?status=failed');
  const number = page.getByRole('searchbox', { name: 'Search' });
  for (const typed of ['4072', '407210', '40721000']) {
    await number.fill(typed);
    await expect.poll(() => searchOf(page)).toContain(`search=%22${typed}%22`);
  }
  await page.goBack();
  await expect.poll(() => searchOf(page)).toBe('');
  await expect.poll(() => number.inputValue()).toBe('');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
});

test.each([
  '/calls/abc',
  '/calls/0',
  '/calls/1.5',
  '/calls/NaN',
  '/calls/9000000000',
  '/calls/99999999999999999999',
  '/assistants/abc',
  '/assistants/9000000000',
  '/campaigns/abc',
  '/campaigns/9000000000',
  '/knowledge/abc',
  '/knowledge/9000000000',
  '/tools/abc',
  '/tools/9000000000',
  '/messaging/senders/abc',
  '/messaging/senders/9000000000',
  '/webhooks/abc',
  '/conversations/abc',
  '/conversations/00000000-0000-4000-8000-000000000000',
  '/nowhere',
  '/nowhere/7',
])('%s is reported as missing and links to the list', async (path) => {
  const { page } = await open(path);
  const said = page.getByText(/It may have been deleted/);
  await said.waitFor();
  expect(await page.getByText('NaN').count()).toBe(0);
  expect(await page.title()).not.toContain('NaN');
  const above = `/${path.split('/')[1]}`;
  const way = above === '/nowhere' ? '/' : above;
  await page.locator(`:not(nav) > a[href="${way}"]`).last().click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(way);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test('an unknown URL shows an error within the console', async () => {
  const { page } = await open('/nowhere/7?from=a-letter');
  await page.getByRole('main').getByText('This page doesn’t exist').waitFor();
  await page.getByRole('link', { name: 'Skip to content' }).waitFor({ state: 'attached' });
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Calls', exact: true })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
});
