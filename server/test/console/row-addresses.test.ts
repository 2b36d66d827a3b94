import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { createObjects, type ObjectIds } from '../kit/owned-objects.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;
let ids: ObjectIds;
/** More numbers than a table renders at once. */
const numbers: number[] = [];

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
  ids = await createObjects(server, account);
  for (let count = 0; count < 60; count += 1) numbers.push(await insertNumber(account));
});

const open = (path: string) => openConsole(browser, { server, account, path });
const marked = (page: Page) => page.locator('[aria-current=true]:not(a)');
const focused = (page: Page) => page.locator('[aria-current=true]:focus');

/** Lists of objects that have neither a page nor a dialog. */
const lists = (): [string, number][] => [
  ['/numbers?row=', numbers[0] ?? 0],
  ['/numbers?row=', numbers.at(-1) ?? 0],
  ['/keys?row=', ids.apiKey],
  ['/webhooks?tab=targets&row=', ids.webhookEndpoint],
  [`/messaging/senders/${ids.sender}?tab=templates&row=`, ids.template],
];

test('the URL of a row scrolls to it and focuses it, even after a reload', async () => {
  const { page, errors } = await open('/settings');
  for (const [path, id] of lists()) {
    await page.goto(`${server.address}${path}${id}`);
    await focused(page).waitFor();
    expect(await marked(page).count(), path).toBe(1);
    await page.reload();
    await focused(page).waitFor();
    const box = await marked(page).boundingBox();
    expect(box !== null && box.y >= 0 && box.y + box.height <= 720, `${path} ${JSON.stringify(box)}`).toBe(
      true,
    );
  }
  expect(errors).toEqual([]);
});

test('reports a missing row and removes it from the URL', async () => {
  const { page } = await open('/settings');
  for (const [path] of lists()) {
    await page.goto(`${server.address}${path}9000000000`);
    await page.getByText('This link leads to something that doesn’t exist.').first().waitFor();
    await expect.poll(() => page.url()).not.toContain('row=');
    expect(await marked(page).count()).toBe(0);
    await page.goto(`${server.address}${path}nonsense`);
    await expect.poll(() => page.url()).not.toContain('row=');
  }
});

test('reports only the deletion when the row in the URL is deleted', async () => {
  await account.post('/user/api-keys', { name: 'Doomed' });
  const { api_keys: keys } = (await account.get('/user/api-keys')).body;
  const { id } = keys.find(({ name }: { name: string }) => name === 'Doomed');
  const { page } = await open(`/keys?row=${id}`);
  await focused(page).waitFor();
  await page.getByRole('button', { name: 'Delete Doomed' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => page.url()).not.toContain('row=');
  await page.locator('button[aria-label^="Delete "]:focus').waitFor();
  await page.getByText('API key deleted.').first().waitFor();
  expect(await page.getByText('This link leads to something that doesn’t exist.').count()).toBe(0);
});

test('scrolls to the row in the URL only once, and the palette leads to another one', async () => {
  const { page } = await open(`/numbers?row=${numbers[0]}`);
  await focused(page).waitFor();
  const search = page.getByRole('button', { name: /^Search/ });
  await search.focus();
  const table = page.getByRole('table');
  const scroll = (top: number) => table.evaluate((element, px) => void element.scrollTo(0, px), top);
  await scroll(100_000);
  await marked(page).waitFor({ state: 'detached' });
  await scroll(0);
  await marked(page).waitFor();
  expect(await focused(page).count()).toBe(0);
  await page.keyboard.press('Control+k');
  const wanted = (await account.get('/user/phone-numbers/all')).body.data.find(
    ({ id }: { id: number }) => id === numbers[30],
  ).phone_number;
  await page.getByRole('dialog').getByRole('combobox').fill(wanted);
  await page.getByRole('group', { name: 'Phone numbers' }).getByRole('option').click();
  await focused(page).getByText(wanted).waitFor();
  expect(page.url()).toContain(`row=${numbers[30]}`);
});

test('marked rows are accessible in both themes and fit a phone', async () => {
  const show = (page: Page) => marked(page).waitFor();
  const screens = lists().map(([path, id], index) => ({
    name: `row-${index}`,
    path: `${path}${id}`,
    show,
  }));
  expect(await screenProblems(browser, { server, account }, screens)).toEqual([]);
});
