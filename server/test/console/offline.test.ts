import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityViolations, keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { freePorts } from '../kit/sip/free-ports.ts';
import {
  type Client,
  cloneDatabase,
  startTestServer,
  type TestDatabase,
  type TestServer,
} from '../kit/test-server.ts';

let database: TestDatabase;
let port: string;
let server: TestServer;
let browser: TestBrowser;
let account: Client;

/** Starts a server of the same installation at the same address. */
const start = (): Promise<TestServer> => startTestServer({ beside: database, environment: { PORT: port } });

beforeAll(async () => {
  database = await cloneDatabase();
  port = String((await freePorts(1))[0]);
  server = await start();
  browser = await sharedBrowser();
  account = await server.account();
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const tool = (name: string) => ({
  name,
  description: 'Tells where an order is.',
  method: 'GET',
  endpoint: 'https://shop.example/orders',
});
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

test('reports a lost server and refreshes the page when it is back', async () => {
  await account.post('/user/tools', tool('find_order'));
  const { page, context } = await openConsole(browser, { server, account, path: '/tools' });
  await page.getByRole('link', { name: 'find_order' }).waitFor();
  const other = await context.newPage();
  await other.goto(`${server.address}/tools`);
  await other.getByText('Live', { exact: true }).waitFor();
  await goTo(page, 'API keys');
  await page.getByRole('table', { name: 'API keys' }).waitFor();
  await goTo(page, 'Tools');
  await page.getByText('Live', { exact: true }).waitFor();

  await server.stop();
  await page.getByText('Reconnecting…').waitFor();
  // Loaded pages stay readable; pages never opened explain the problem.
  await page.getByRole('link', { name: 'find_order' }).waitFor();
  await page.getByRole('link', { name: 'find_order' }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'The server can’t be reached.' });
  await failed.waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'find_order' }).waitFor();

  // Another tab stays on a page whose code could not be fetched.
  await goTo(other, 'Campaigns');
  await other.getByRole('alert').filter({ hasText: 'The server can’t be reached.' }).waitFor();

  server = await start();
  expect((await account.post('/user/tools', tool('cancel_order'))).status).toBe(201);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'cancel_order' }).waitFor();
  await other.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
});

test('a tab does not wait for a sleeping tab that holds the shared event stream', async () => {
  const { page, context } = await openConsole(browser, { server, account, path: '/tools' });
  await page.getByText('Live', { exact: true }).waitFor();
  await page.evaluate('BroadcastChannel.prototype.postMessage = () => undefined');
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByText('Live', { exact: true }).waitFor();
  expect((await account.post('/user/tools', tool('track_order'))).status).toBe(201);
  await other.getByRole('link', { name: 'track_order' }).waitFor();
});

test('keeps input during a lost connection and saves it once', async () => {
  const { page, context } = await openConsole(browser, { server, account, path: '/knowledge' });
  await page.getByRole('button', { name: 'New knowledge base' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New knowledge base' });
  await dialog.getByLabel('Name').fill('Harbour');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Create knowledge base' }).click();
  await dialog.getByText('The server can’t be reached.').waitFor();
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Harbour');
  await context.setOffline(false);
  await dialog.getByRole('button', { name: 'Create knowledge base' }).click();
  await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor();
  const { data } = (await account.get('/user/knowledgebases')).body;
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['Harbour']);
});

test('a repeated request with a lost response does not create a second key', async () => {
  const { page } = await openConsole(browser, { server, account, path: '/keys' });
  let isLost = false;
  await page.route('**/api/user/api-keys', async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'New API key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('The server can’t be reached.').waitFor();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog', { name: 'API key “Shop”' }).waitFor();
  const { api_keys: keys } = (await account.get('/user/api-keys')).body;
  expect(keys.filter(({ name }: { name: string }) => name === 'Shop')).toHaveLength(1);
});

test('a slow server makes the page show a loading state and send a form only once', async () => {
  const { page } = await openConsole(browser, { server, account, path: '/settings' });
  let isSlow = true;
  const gates: (() => void)[] = [];
  const asked: string[] = [];
  await page.route(/\/api\/(user\/|console\/api-keys)/, async (route) => {
    asked.push(route.request().method());
    if (isSlow) await new Promise<void>((resolve) => void gates.push(resolve));
    await route.continue();
  });
  const letIn = (): void => {
    for (const open of gates.splice(0)) open();
  };
  await goTo(page, 'API keys');
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  // Some requests are sent only after others are answered.
  const table = page.getByRole('table', { name: 'API keys' });
  await expect
    .poll(async () => {
      letIn();
      return table.isVisible();
    })
    .toBe(true);
  await page.getByRole('button', { name: 'New API key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByLabel('Name').fill('Slow');
  await dialog.getByLabel('Name').press('Enter');
  const button = dialog.getByRole('button', { name: 'Create key' });
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
  await expect.poll(() => button.isDisabled()).toBe(true);
  await dialog.getByLabel('Name').press('Enter');
  await expect.poll(() => asked.filter((method) => method === 'POST').length).toBe(1);
  isSlow = false;
  letIn();
  await page.getByRole('dialog', { name: 'API key “Slow”' }).waitFor();
  expect(asked.filter((method) => method === 'POST')).toHaveLength(1);
});

test('explains responses of a proxy that answers instead of the server', async () => {
  const { page } = await openConsole(browser, { server, account, path: '/settings' });
  const portal = { status: 200, contentType: 'text/html', body: '<h1>Log in to the hotel</h1>' };
  await page.route('**/api/user/tools', (route) => route.fulfill(portal));
  await goTo(page, 'Tools');
  await page.getByRole('alert').getByText('The server can’t be reached.').waitFor();
  await page.unroute('**/api/user/tools');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: 'Tools' }).waitFor();
});

test('offers a retry on the same page when the server does not answer', async () => {
  const { page } = await openConsole(browser, { server, account, path: '/tools' });
  await page.getByRole('table', { name: 'Tools' }).waitFor();
  let isBroken = true;
  await page.route('**/api/console/session', (route) => (isBroken ? route.abort() : route.continue()));
  await page.reload();
  const failed = page.getByRole('alert').filter({ hasText: 'The server can’t be reached.' });
  await failed.waitFor();
  // A failed retry is reported as well.
  const second = page.waitForRequest('**/api/console/session');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await second;
  await failed.waitFor();
  isBroken = false;
  await failed.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: 'Tools' }).waitFor();
});

test('a page that could not be loaded offline appears when the connection is back', async () => {
  const { page, context } = await openConsole(browser, { server, account, path: '/tools' });
  await page.getByText('Live', { exact: true }).waitFor();
  await context.setOffline(true);
  await goTo(page, 'Campaigns');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
});

describe('a page from before an update', () => {
  /** @param isMended true if a reload fixes it */
  async function goToMissing(isMended: boolean): Promise<{ page: Page; loads: () => number }> {
    const { page } = await openConsole(browser, { server, account, path: '/tools' });
    await page.getByText('Live', { exact: true }).waitFor();
    let loads = 0;
    page.on('domcontentloaded', () => {
      loads += 1;
    });
    await page.route('**/assets/campaign-list-page*', (route) =>
      isMended && loads > 0 ? route.continue() : route.fulfill({ status: 404, body: '' }),
    );
    await goTo(page, 'Campaigns');
    return { page, loads: () => loads };
  }

  test('reloads when a script of the old version is gone', async () => {
    const { page } = await goToMissing(true);
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
  });

  test('reports a reload that did not help and does not loop', async () => {
    const { page, loads } = await goToMissing(false);
    const told = page.getByRole('alert').filter({ hasText: 'Parley may have been updated.' });
    await told.waitFor();
    expect(loads()).toBe(1);
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'updated');
    await told.getByRole('button', { name: 'Reload page' }).click();
    await expect.poll(loads).toBe(2);
    await told.waitFor();
  });
});
