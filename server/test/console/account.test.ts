import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await sharedServer({ PARLEY_INITIAL_BALANCE: '5' });
  browser = await sharedBrowser();
});
beforeEach(async () => {
  account = await server.account();
});

const open = (path: string) => openConsole(browser, { server, account, path });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Chooses an entry in the account menu. */
async function chooseInMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /left$/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('opens the requested page after login, rejects a wrong password, and logs out', async () => {
  const { page, context } = await browser.open();
  await page.goto(`${server.address}/billing?tab=ledger&kind=opening`);
  await heading(page, 'Log in to Parley').waitFor();
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('This is required.').first().waitFor();
  const password = page.getByLabel('Password');
  await password.fill('wrong horse');
  await page.getByRole('button', { name: 'Show characters' }).click();
  expect(await password.getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Hide characters' }).click();
  expect(await password.getAttribute('type')).toBe('password');
  await logIn(page, 'wrong horse');
  await page.getByRole('alert').waitFor();
  await logIn(page, 'correct horse');
  await heading(page, 'Usage and billing').waitFor();
  expect(new URL(page.url()).search).toBe('?tab=ledger&kind=opening');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  // Scripts cannot read the session cookie.
  expect(await page.evaluate('document.cookie + JSON.stringify(localStorage)')).toBe('{}');
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });

  await chooseInMenu(page, 'Log out');
  await heading(page, 'Log in to Parley').waitFor();
  await page.goBack();
  await heading(page, 'Log in to Parley').waitFor();
  // The old session cookie is invalid after logout.
  const kept = await fetch(`${server.api}/console/session`, {
    headers: { cookie: `${cookie?.name}=${cookie?.value}` },
  });
  expect(kept.status).toBe(401);
});

test.each([
  ['https://elsewhere.example/', '/'],
  ['//elsewhere.example/', '/'],
  ['/\\elsewhere.example/', '/'],
  ['/keys', '/keys'],
])('a login with next=%s opens %s', async (next, path) => {
  const { page } = await browser.open();
  await page.goto(`${server.address}/login?next=${encodeURIComponent(next)}`);
  await logIn(page, 'correct horse');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(page.url()).toBe(`${server.address}${path}`);
});

test('asks to log in again on the same page when the session ends elsewhere', async () => {
  const { page, context } = await open('/profile');
  const other = await browser.open();
  await other.page.goto(`${server.address}/settings`);
  await logIn(other.page, 'correct horse');
  await heading(other.page, 'Settings').waitFor();
  await heading(page, 'Profile').waitFor();
  await page.getByLabel('Current password').fill('wrong horse');
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText(/at least 8 characters/).waitFor();
  await page.getByLabel('New password').fill('better battery');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').and(page.locator('[aria-invalid]')).waitFor();
  await page.getByLabel('Current password').fill('correct horse');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed. Other browsers were logged out.').first().waitFor();
  // This browser keeps its session and works.
  await page.getByRole('link', { name: 'Usage and billing' }).click();
  await heading(page, 'Usage and billing').waitFor();
  await page.getByText('The ledger adds up to exactly this balance.').waitFor();
  expect((await context.cookies()).length).toBe(1);

  const over = other.page.getByRole('alertdialog', { name: 'Your session has ended' });
  await over.getByLabel('Password').fill('better battery');
  await over.getByRole('button', { name: 'Log in', exact: true }).click();
  await over.waitFor({ state: 'detached' });
  await heading(other.page, 'Settings').waitFor();
  await other.page.getByRole('link', { name: 'API keys' }).click();
  await heading(other.page, 'API keys').waitFor();
});

test('an API key is shown once, works, and is rejected after its deletion', async () => {
  const { page, context } = await open('/keys');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'New API key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('This is required.').first().waitFor();
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: 'API key “Shop”' });
  const token = await shown.getByText(/^parley_/).innerText();
  await shown.getByRole('button', { name: 'Copy key' }).click();
  await shown.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
  const program = server.client(token);
  expect((await program.get('/user/me')).status).toBe(200);
  await shown.getByRole('button', { name: 'Done' }).click();
  await shown.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(token);

  await page.getByRole('button', { name: 'Delete Shop' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  // Content behind a modal dialog is hidden from role queries.
  await question.waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'Shop' }).waitFor({ state: 'detached' });
  expect((await program.get('/user/me')).status).toBe(401);
});

test('keeps the theme and applies it before the first paint', async () => {
  const { page, errors } = await openConsole(browser, {
    server,
    account,
    path: '/settings',
    options: { colorScheme: 'light' },
  });
  const theme = () => page.evaluate('document.documentElement.dataset.theme');
  await page.getByRole('combobox', { name: 'Theme' }).click();
  await page.getByRole('option', { name: 'Dark' }).click();
  expect(await theme()).toBe('dark');
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(theme).toBe('dark');
  await heading(page, 'Settings').waitFor();
  await page.getByRole('combobox', { name: 'Theme' }).click();
  await page.getByRole('option', { name: 'System' }).click();
  expect(await theme()).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(theme).toBe('dark');

  // A theme chosen in the palette appears in the settings and can be reverted there.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('option', { name: 'Light theme' }).click();
  await expect.poll(theme).toBe('light');
  const field = page.getByRole('combobox', { name: 'Theme' });
  await expect.poll(() => field.innerText()).toBe('Light');
  await field.click();
  await page.getByRole('option', { name: 'System' }).click();
  await expect.poll(theme).toBe('dark');
  expect(errors).toEqual([]);
});

test('shows when an API key expires', async () => {
  const owner = await server.account();
  const { page } = await openConsole(browser, { server, account: owner, path: '/keys' });
  await page.getByRole('button', { name: 'New API key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByLabel('Name').fill('Month');
  await dialog.getByRole('combobox', { name: 'Expires' }).click();
  await page.getByRole('option', { name: 'In 30 days' }).click();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('table', { name: 'API keys' }).getByRole('row').filter({ hasText: 'Month' });
  const instant = async (time: Locator) => Date.parse((await time.getAttribute('datetime')) ?? '');
  const [made, end] = [await instant(row.locator('time').first()), await instant(row.locator('time').last())];
  expect(Math.round((end - made) / 86_400_000)).toBe(30);
  await server.database.query(
    `update tokens set expires_at = clock_timestamp() - interval '1 second' where name = 'Month'`,
  );
  await page.reload();
  await row.getByText('Expired').waitFor();
});

test('ledger rows add up to the balance, by type and by day', async () => {
  const from = await insertNumber(account);
  const sent = await account.post('/user/sms', { from, to: '+40721234567', body: 'Hello' });
  expect(sent.status).toBe(201);
  const { page, errors } = await open('/billing');
  await page.getByText('The ledger adds up to exactly this balance.').waitFor();
  await page.getByText('$4.95', { exact: true }).first().waitFor();
  // Spending equals the dashboard's figure even when money was added on the same day.
  const day = page.getByRole('table', { name: 'Spend by day' }).getByRole('row').last();
  await expect
    .poll(async () => (await day.innerText()).split('\n').slice(-3))
    .toEqual(['$0.05', '$5.00', '+$4.95']);
  await page
    .getByRole('definition')
    .filter({ hasText: /^\$0\.05$/ })
    .first()
    .waitFor();
  await page.getByRole('tab', { name: 'Ledger' }).click();
  const ledger = page.getByRole('table', { name: 'Ledger' });
  await ledger.getByText('SMS to +40721234567.').waitFor();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Opening balance' }).click();
  await ledger.getByText('SMS to +40721234567.').waitFor({ state: 'detached' });
  await expect.poll(() => ledger.getByRole('row').count()).toBe(2);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByRole('heading', { name: 'No entries' }).waitFor();
  expect(page.url()).toContain('to=2020-01-01');

  // New charges appear without a reload.
  await page.goto(`${server.address}/billing`);
  await page.getByText('$4.95', { exact: true }).first().waitFor();
  await account.post('/user/sms', { from, to: '+40721234567', body: 'Hello again' });
  await page.getByText('$4.90', { exact: true }).first().waitFor();
  expect(errors).toEqual([]);
});

test('the account pages are accessible in both themes and fit a phone', async () => {
  await account.post('/user/api-keys', { name: 'Shop' });
  const from = await insertNumber(account);
  await account.post('/user/sms', { from, to: '+40721234567', body: 'Hello' });
  const tabs = ['spend', 'ledger', 'models', 'prices'].map((tab) => ({
    name: `billing-${tab}`,
    path: `/billing?tab=${tab}`,
    show: async (page: Page) => {
      await page.getByRole('tabpanel').waitFor();
      await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
    },
  }));
  const problems = await screenProblems(browser, { server, account }, [
    ...tabs,
    { name: 'keys', path: '/keys', show: (page) => page.getByRole('table').waitFor() },
    {
      name: 'not-found',
      path: '/calls/nowhere/at/all',
      show: (page) => page.getByRole('heading', { name: 'This page doesn’t exist' }).waitFor(),
    },
    { name: 'settings', path: '/settings', show: (page) => page.getByText('Realtime models').waitFor() },
    {
      name: 'palette',
      path: '/settings',
      show: async (page) => {
        await heading(page, 'Settings').waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('option', { name: 'Knowledge', exact: true }).waitFor();
      },
    },
  ]);
  expect(problems).toEqual([]);
});

test('saves the pronunciations of the account', async () => {
  const { page } = await open('/settings');
  const card = page.locator('#pronunciations');
  await card.getByRole('button', { name: 'Add pronunciation' }).click();
  await card.getByRole('button', { name: 'Save pronunciations' }).click();
  await card.getByText('This is required.').first().waitFor();
  await card.getByLabel('Word', { exact: true }).fill('Nginx');
  await card.getByLabel('Said as').fill('engine x');
  await card.getByRole('button', { name: 'Save pronunciations' }).click();
  await page.getByText('Pronunciations saved.', { exact: true }).waitFor();
  const { body } = await account.get('/user/pronunciations');
  expect(body.data).toEqual([{ word: 'Nginx', pronunciation: 'engine x', alphabet: 'spelling' }]);
  await page.reload();
  await expect.poll(() => card.getByLabel('Said as').inputValue()).toBe('engine x');
  await card.getByRole('button', { name: 'Remove pronunciation 1' }).click();
  await card.getByRole('button', { name: 'Save pronunciations' }).click();
  await expect.poll(async () => (await account.get('/user/pronunciations')).body.data).toEqual([]);
});
