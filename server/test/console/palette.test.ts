import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityViolations, type TestBrowser } from '../kit/browser.ts';
import { follow, openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { createObjects, type ObjectIds } from '../kit/owned-objects.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;
let ids: ObjectIds;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
  ids = await createObjects(server, account);
});

const open = (path: string) => openConsole(browser, { server, account, path });
const field = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const options = (page: Page) => page.getByRole('dialog').getByRole('option');

async function look(page: Page, words: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('Control+k');
  await field(page).fill(words);
}

/** Search words, with the expected result group and destination. */
const things = (): [string, string, string][] => [
  ['look_up', 'Tools', `/tools/${ids.tool}`],
  ['handb', 'Knowledge bases', `/knowledge/${ids.knowledgebase}`],
  ['page', 'Documents', `/knowledge/${ids.knowledgebase}?open=document.${ids.document}`],
  ['spring', 'Campaigns', `/campaigns/${ids.campaign}`],
  ['0721 000 001', 'Calls', `/calls/${ids.call}`],
  ['0721 000 001', 'Leads', `/campaigns/${ids.campaign}?tab=leads&open=lead.${ids.lead}`],
  ['ana', 'Conversations', '/conversations/'],
  [ids.conversation, 'Conversations', `/conversations/${ids.conversation}`],
  ['pbx.example', 'SIP trunks', `/numbers?tab=trunks&open=trunk.${ids.sipTrunk}`],
  ['hello', 'Templates', `/messaging/senders/${ids.sender}?tab=templates&row=${ids.template}`],
  ['hello', 'SMS', `/messaging?tab=sms&open=sms.${ids.sms}`],
  ['0721000002', 'Do-not-call list', '/campaigns/blacklist?number='],
  [ids.webhookDelivery, 'Webhooks', `/webhooks/${ids.webhookDelivery}`],
  ['another', 'API keys', '/keys?row='],
  ['202555', 'Phone numbers', `/numbers?row=${ids.number}`],
  ['9/hook', 'Webhook endpoints', `/webhooks?tab=targets&row=${ids.webhookEndpoint}`],
];

test('finds and opens objects by name, number or id', async () => {
  const { page, errors } = await open('/settings');
  for (const [words, title, href] of things()) {
    await look(page, words);
    await page.getByRole('group', { name: title, exact: true }).getByRole('option').first().click();
    await expect.poll(() => page.url(), { message: words }).toContain(`${server.address}${href}`);
    if (href.includes('open=')) await page.getByRole('dialog').waitFor();
    if (href.includes('row=')) await page.locator('[aria-current=true]:focus').waitFor();
    await follow(page, '/settings');
  }
  expect(errors).toEqual([]);
});

/** Search words, with the expected page or command and its destination. */
const ways: [string, string, string][] = [
  ['billing led', 'Ledger', '/billing?tab=ledger'],
  ['secret', 'Webhook signing secret', '/webhooks?tab=secret'],
  ['change password', 'Password', '/profile#password'],
  ['new campaign', 'New campaign', '/campaigns/new'],
  ['buy num', 'Buy a number', '/numbers?open=buy'],
  ['new trunk', 'New SIP trunk', '/numbers?tab=trunks&open=new-trunk'],
  ['new key', 'New API key', '/keys?open=new-key'],
  ['create tool', 'New tool', '/tools/new'],
];

test('opens every kind of page and command by keyboard', async () => {
  const { page, errors } = await open('/settings');
  for (const [words, label, href] of ways) {
    await look(page, words);
    await options(page).filter({ hasText: label }).first().waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url(), { message: words }).toBe(`${server.address}${href}`);
    await follow(page, '/settings');
  }
  await look(page, 'toggle theme');
  const theme = () => page.evaluate('document.documentElement.dataset.theme');
  const before = await theme();
  await page.keyboard.press('Enter');
  await expect.poll(theme).not.toBe(before);
  await look(page, 'theme');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

test('logging out with unsaved changes asks for confirmation', async () => {
  const other = await server.account();
  const { page } = await openConsole(browser, { server, account: other, path: '/tools/new' });
  await page.getByLabel('Name', { exact: true }).first().fill('look_up');
  await look(page, 'log out');
  await page.keyboard.press('Enter');
  const asked = page.getByRole('alertdialog', { name: 'Log out without saving?' });
  await asked.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
});

test('shows searching, no results, and errors', async () => {
  const { page } = await open('/settings');
  const waiting: (() => void)[] = [];
  await page.route('**/api/user/search?**', async (route) => {
    await new Promise<void>((resolve) => void waiting.push(resolve));
    await route.continue();
  });
  await look(page, 'zzzz');
  const status = page.getByRole('dialog').getByRole('status');
  await status.getByText('Searching…').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await expect.poll(() => waiting.length).toBe(1);
  waiting.pop()?.();
  await status.getByText('No results for “zzzz”').waitFor();
  await status.getByText('the latest 200,000 leads').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.unrouteAll();
  await page.route('**/api/user/search?**', (route) =>
    route.fulfill({ status: 429, contentType: 'application/json', body: '{}' }),
  );
  await field(page).fill('yyyy');
  await page.getByRole('dialog').getByRole('alert').getByText('Too many requests.').waitFor();
});

test('does not open a stale result', async () => {
  const { page } = await open('/settings');
  await look(page, 'spring');
  await page.getByRole('group', { name: 'Campaigns' }).getByRole('option').waitFor();
  await page.route('**/api/user/search?**', () => undefined);
  await field(page).fill('look_up');
  await page.getByRole('group', { name: 'Campaigns' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(`${server.address}/settings`);
});

test('searches when typing pauses, not for every letter', async () => {
  const { page } = await open('/settings');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/user/search')) asked.push(searchParams.get('query') ?? '');
  });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.keyboard.type('look_up');
  await page.getByRole('group', { name: 'Tools' }).getByRole('option').waitFor();
  expect(asked.at(-1)).toBe('look_up');
  expect(asked.length).toBeLessThan('look_up'.length);
});

test('the command palette is accessible in both themes and fits a phone', async () => {
  const show = (words: string, group: string) => async (page: Page) => {
    await look(page, words);
    await page.getByRole('group', { name: group }).getByRole('option').first().waitFor();
    await page.getByRole('dialog').getByText('Searching…').waitFor({ state: 'detached' });
  };
  const problems = await screenProblems(browser, { server, account }, [
    { name: 'palette-found', path: '/settings', show: show('0721', 'Calls') },
    { name: 'palette-begin', path: '/calls', show: show('new', 'Actions') },
  ]);
  expect(problems).toEqual([]);
});
