import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestBrowser } from '../kit/browser.ts';
import { createCampaign } from '../kit/campaigns.ts';
import { openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { setBalance } from '../kit/messaging.ts';
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

async function stopCampaign(): Promise<number> {
  const { id } = await createCampaign(account);
  await server.database.query(
    `update campaigns set status = 'stopped', stop_reason = '10 of the last 10 calls failed.' where id = $1`,
    [id],
  );
  return id;
}

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Alerts/ }).click();
  await page.getByRole('dialog', { name: 'Alerts' }).getByRole('listitem').first().waitFor();
}

test('the bell counts open alerts live, leads to their causes, and dismisses them', async () => {
  const { page, errors } = await open('/calls');
  await page.getByRole('button', { name: 'Alerts', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Alerts' });
  await panel.getByText('No open alerts').waitFor();
  await page.keyboard.press('Escape');
  const id = await stopCampaign();
  await setBalance(account, 3);
  await page.getByRole('button', { name: 'Alerts: 2 open' }).waitFor();
  await openPanel(page);
  await panel.getByText('The balance is below $5.00.').waitFor();
  await panel.getByRole('button', { name: 'Dismiss: Low balance' }).click();
  await panel.getByText('Low balance').waitFor({ state: 'detached' });
  // One alert has its own button.
  expect(await panel.getByRole('button', { name: 'Dismiss all' }).count()).toBe(0);
  await panel.getByRole('link', { name: 'Open campaign' }).click();
  await page.waitForURL(`**/campaigns/${id}`);
  await page.getByRole('button', { name: 'Alerts: 1 open' }).waitFor();
  await server.database.query(`update campaigns set status = 'draft', stop_reason = null where id = $1`, [
    id,
  ]);
  await page.getByRole('button', { name: 'Alerts', exact: true }).waitFor();
  expect(errors).toEqual([]);
});

test('dismisses all alerts at once', async () => {
  await stopCampaign();
  await setBalance(account, 3);
  const { page, errors } = await open('/calls');
  await openPanel(page);
  await page.getByRole('button', { name: 'Dismiss all' }).click();
  await page.getByText('2 alerts dismissed.').first().waitFor();
  await page.getByText('No open alerts').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Alerts', exact: true }).waitFor();
  expect(errors).toEqual([]);
});

test('settings switch channels, set the threshold, and say that the server sends no email', async () => {
  const { page, errors } = await open('/settings');
  const settings = async () => (await account.get('/user/alert-settings')).body.data;
  await page.getByLabel('Low balance: Email').uncheck();
  await expect.poll(async () => (await settings()).channels.balance_low.email).toBe(false);
  await page.getByLabel('Alert when the balance is below (USD)').fill('-1');
  await page.getByRole('button', { name: 'Save threshold' }).click();
  await page.getByText('at least 0').waitFor();
  await page.getByLabel('Alert when the balance is below (USD)').fill('20');
  await page.getByRole('button', { name: 'Save threshold' }).click();
  await expect.poll(async () => (await settings()).low_balance).toBe(20);
  await page.getByText('Email is off on this server.').waitFor();
  expect(errors).toEqual([expect.stringContaining('status of 422')]);
});

test('the dashboard begins with what needs attention, and shows no list without alerts', async () => {
  const { page, errors } = await open('/');
  await page.getByText('No failures.').waitFor();
  expect(await page.getByText('Needs attention').count()).toBe(0);
  const id = await stopCampaign();
  await page.getByRole('heading', { level: 2, name: 'Needs attention' }).waitFor();
  await page
    .getByRole('link', { name: 'Campaign “Spring” stopped: 10 of the last 10 calls failed.' })
    .click();
  await page.waitForURL(`**/campaigns/${id}`);
  expect(errors).toEqual([]);
});

test('the panel and the settings are accessible in both themes and fit a phone', async () => {
  await stopCampaign();
  const screens = [
    {
      name: 'alerts-attention',
      path: '/',
      show: (page: Page) => page.getByText('Needs attention').waitFor(),
    },
    { name: 'alerts-panel', path: '/calls', show: openPanel },
    {
      name: 'alerts-settings',
      path: '/settings#alerts',
      show: (page: Page) => page.getByLabel('Low balance: Email').waitFor(),
    },
  ];
  expect(await screenProblems(browser, { server, account }, screens)).toEqual([]);
});
