import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { createCampaign, createLead } from '../kit/campaigns.ts';
import { type AddressedDialog, addressedDialogs, addressOf } from '../kit/console-dialogs.ts';
import { openConsole } from '../kit/console-page.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;
let dialogs: AddressedDialog[];

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
  dialogs = await addressedDialogs(account);
});

const open = (path: string, options = {}) => openConsole(browser, { server, account, path, options });
const dialogOf = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true });
const openIn = (page: Page): string | null => new URL(page.url()).searchParams.get('open');

/** The page's path and parameters without the dialog. */
function pageOf(page: Page): string {
  const { pathname, searchParams } = new URL(page.url());
  searchParams.delete('open');
  return `${pathname}?${searchParams}`;
}

/** Stores the element that had the focus before the dialog opened; for a menu, its button. */
const WATCH = `document.addEventListener('focusin', ({ target }) => {
  const menu = target.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (menu != null) window.before = document.getElementById(menu);
  else if (target.closest('[role="dialog"]') === null) window.before = target;
})`;

/** Checks a dialog after opening it, going back and forward, and reloading. */
async function walk(page: Page, dialog: AddressedDialog): Promise<void> {
  const shown = dialogOf(page, dialog.title);
  await page.goto(`${server.address}${dialog.path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(WATCH);
  await dialog.show(page);
  await shown.waitFor();
  const below = pageOf(page);
  expect(openIn(page)).toBe(dialog.open);
  await page.goBack();
  await shown.waitFor({ state: 'detached' });
  // The focus returns to the previous element.
  await expect.poll(() => page.evaluate('document.activeElement === window.before')).toBe(true);
  expect(await page.evaluate('document.activeElement.localName')).toMatch(/^(button|a)$/);
  expect([pageOf(page), openIn(page)]).toEqual([below, null]);
  await page.goForward();
  await shown.waitFor();
  await page.reload();
  await shown.waitFor();
  expect(openIn(page)).toBe(dialog.open);
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });
  expect([pageOf(page), openIn(page)]).toEqual([below, null]);
  // Closing the dialog goes back in the history, so going forward opens it again.
  await page.goForward();
  await shown.waitFor();
}

test('every dialog follows its URL: it opens, goes back and forward, reloads and closes', async () => {
  const { page, errors } = await open('/settings');
  for (const dialog of dialogs) {
    await walk(page, dialog).catch((error: unknown) => {
      throw new Error(`${dialog.title} at ${page.url()}`, { cause: error });
    });
  }
  expect(errors).toEqual([]);
});

test('every dialog opens from its URL, and closing it shows its page', async () => {
  const { page, errors } = await open('/settings');
  for (const dialog of dialogs) {
    await page.goto(`${server.address}${addressOf(dialog)}`);
    const shown = dialogOf(page, dialog.title);
    await shown.waitFor();
    const below = pageOf(page);
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    await expect.poll(() => openIn(page), { message: dialog.title }).toBeNull();
    expect(pageOf(page)).toBe(below);
  }
  expect(errors).toEqual([]);
});

const NONSENSE = ['nonsense', 'nonsense.9', '', '.', '.1', '7', 'true', '{}', '["new-call"]', 'constructor'];

test('ignores unknown dialogs and removes them from the URL', async () => {
  const { page, errors } = await open('/settings');
  for (const dialog of dialogs) {
    for (const bad of [`${dialog.open}x!`, `${dialog.open}.1`, ...(dialog === dialogs[0] ? NONSENSE : [])]) {
      await page.goto(`${server.address}${addressOf({ ...dialog, open: encodeURIComponent(bad) })}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => openIn(page), { message: `${dialog.path} ${bad}` }).toBeNull();
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
  }
  expect(errors).toEqual([]);
});

test('reports a deleted object instead of opening its dialog', async () => {
  const { page } = await open('/settings');
  for (const { path, open: address } of dialogs.filter((dialog) => dialog.open.includes('.'))) {
    const [name] = address.split('.');
    const gone = { path, open: `${name}.9000000000`, title: '', show: async () => undefined };
    await page.goto(`${server.address}${addressOf(gone)}`);
    await page.getByText('This link leads to something that doesn’t exist.').first().waitFor();
    await expect.poll(() => openIn(page)).toBeNull();
    expect(await page.getByRole('dialog').count()).toBe(0);
  }
});

const asking = (page: Page) => page.getByRole('alertdialog', { name: 'Close without saving?' });

test('asks before unsaved input is lost, however the user leaves', async () => {
  const { page, errors } = await open('/keys');
  await page.getByRole('button', { name: 'New API key' }).first().click();
  const name = dialogOf(page, 'New API key').getByLabel('Name');
  await name.fill('Shop');
  await page.goBack();
  await asking(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => name.inputValue()).toBe('Shop');
  await expect.poll(() => openIn(page)).toBe('new-key');
  await page.keyboard.press('Escape');
  await asking(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => name.inputValue()).toBe('Shop');
  await page.goBack();
  await asking(page).getByRole('button', { name: 'Leave' }).click();
  await name.waitFor({ state: 'detached' });
  await expect.poll(() => openIn(page)).toBeNull();
  expect(new URL(page.url()).pathname).toBe('/keys');
  expect(errors).toEqual([]);
});

test('going back from a one-time key asks for confirmation', async () => {
  const { page } = await open('/keys');
  await page.getByRole('button', { name: 'New API key' }).first().click();
  const form = dialogOf(page, 'New API key');
  await form.getByLabel('Name').fill('Till');
  await form.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: 'API key “Till”' });
  await shown.waitFor();
  await page.goBack();
  await asking(page).getByText('This is shown only once.').waitFor();
  await asking(page).getByRole('button', { name: 'Cancel' }).click();
  await shown.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => openIn(page)).toBeNull();
});

test('stays on the page after two presses of Escape', async () => {
  const { page } = await open('/settings');
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'New API key' }).first().click();
  await dialogOf(page, 'New API key').waitFor();
  await page.evaluate(`for (const time of [1, 2, 3]) {
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  }`);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/keys');
});

test('editing a lead opens over the lead’s panel and closes step by step', async () => {
  const campaign = await createCampaign(account);
  const fields = { phone_number: '+40721000009', variables: { name: 'Ana' } };
  const lead = await createLead(account, { campaign_id: campaign.id, ...fields });
  const { page, errors } = await open(`/campaigns/${campaign.id}?tab=leads`);
  const panel = dialogOf(page, '+40721000009');
  const editor = dialogOf(page, 'Edit +40721000009');
  await page.getByRole('link', { name: '40721000009' }).click();
  await panel.getByRole('button', { name: 'Edit' }).click();
  await editor.waitFor();
  expect(openIn(page)).toBe(`edit-lead.${lead.id}`);
  await page.goBack();
  await panel.waitFor();
  expect(openIn(page)).toBe(`lead.${lead.id}`);
  await page.goForward();
  await editor.getByLabel('Value of variable 1').fill('Ana Pop');
  await editor.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('Ana Pop').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect([new URL(page.url()).search, openIn(page)]).toEqual(['?tab=leads', null]);

  // A link to the form also leads to the lead.
  await page.goto(`${server.address}/campaigns/${campaign.id}?open=edit-lead.${lead.id}`);
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await panel.waitFor();
  expect(openIn(page)).toBe(`lead.${lead.id}`);
  expect(errors).toEqual([]);
});

test('going back after creating an object opens the list, not the form', async () => {
  const { page } = await open('/settings');
  await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
  await page.getByRole('button', { name: 'New knowledge base' }).first().click();
  const form = dialogOf(page, 'New knowledge base');
  await form.getByLabel('Name').fill('House rules');
  await form.getByRole('button', { name: 'Create knowledge base' }).click();
  await page.getByRole('heading', { level: 1, name: 'House rules' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Knowledge' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(openIn(page)).toBeNull();
});

test('a dialog over a changed form keeps its input', async () => {
  const { id } = await createAssistant(account, { variables: { guest: 'Ana' } });
  const { page } = await open(`/assistants/${id}`);
  const message = page.getByLabel('First message');
  await message.fill('Typed, not saved.');
  await page.getByRole('button', { name: 'Variables', exact: true }).first().click();
  await dialogOf(page, 'Variables').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await expect.poll(() => message.inputValue()).toBe('Typed, not saved.');
});

test('a rerun of a conversation has its own URL', async () => {
  const { id } = await createAssistant(account, { initial_message: 'Mill Inn.' });
  const { page } = await open(`/assistants/${id}?tab=talk`);
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('When is breakfast?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Run again' }).click();
  const compared = dialogOf(page, 'Compare answers');
  await compared.getByText(/^Done/).waitFor();
  await page.reload();
  await compared.getByText(/^Comparisons aren’t stored/).waitFor();
  await page.goBack();
  await compared.waitFor({ state: 'detached' });
  await page.getByRole('log', { name: 'Test conversation' }).getByText('When is breakfast?').waitFor();
});

test.each(['/settings', '/tools', '/campaigns', '/campaigns/new', '/tools/new'])(
  '%s, which has no dialogs, ignores dialog parameters and removes them from the URL',
  async (path) => {
    const { page, errors } = await open(`${path}?open=new-key&tab=ledger`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(errors).toEqual([]);
  },
);
