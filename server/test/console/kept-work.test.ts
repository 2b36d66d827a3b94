import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { createCampaign } from '../kit/campaigns.ts';
import { openConsole } from '../kit/console-page.ts';
import { dropFile } from '../kit/drop-file.ts';
import { openConversation } from '../kit/events.ts';
import { sandboxSender } from '../kit/messaging.ts';
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

const open = (path: string, options = {}) => openConsole(browser, { server, account, path, options });

const leaving = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });

/** Opens a page with the command palette. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(name);
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
}

test('a campaign’s settings never show another campaign’s values, and leaving them asks for confirmation', async () => {
  const first = await createCampaign(account, { name: 'Spring' });
  await createCampaign(account, { name: 'Autumn' });
  const { page, errors } = await open(`/campaigns/${first.id}?tab=settings`);
  const name = page.getByLabel('Name', { exact: true });
  await expect.poll(() => name.inputValue()).toBe('Spring');
  await goTo(page, 'Autumn');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect.poll(() => name.inputValue()).toBe('Autumn');
  await page.evaluate('history.go(-2)');
  await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
  await expect.poll(() => name.inputValue()).toBe('Spring');

  await name.fill('Summer');
  await page.evaluate('history.go(2)');
  await leaving(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => name.inputValue()).toBe('Summer');
  await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
  expect(errors).toEqual([]);
});

test('logging out with unsaved changes asks for confirmation first', async () => {
  const { id } = await createAssistant(account);
  const { page } = await open(`/assistants/${id}`);
  await page.getByLabel('First message').fill('Typed, not saved.');
  const logOut = async (): Promise<void> => {
    await page.getByRole('button', { name: /\$[\d.]+ left$/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
  };
  await logOut();
  const asked = page.getByRole('alertdialog', { name: 'Log out without saving?' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
  const stored = await account.get(`/user/assistant/${id}`);
  expect(stored.body.data.initial_message).toBe('Typed, not saved.');
});

test('the inbound webhook URL is saved with the other settings', async () => {
  const { id } = await createAssistant(account, { type: 'inbound' });
  const { page, errors } = await open(`/assistants/${id}?tab=call`);
  const address = page.getByLabel('Inbound webhook URL');
  await address.fill('shop.example');
  await page.getByText(/must be a valid http or https URL/i).waitFor();
  await address.fill('https://shop.example/callers');
  await page.getByLabel('Maximum duration').fill('90');
  // The URL is kept while another tab is open.
  await page.getByRole('tab', { name: 'Tools' }).click();
  await page.getByText('No built-in tools').waitFor();
  await page.getByTitle('Ctrl S').click();
  await page.getByText('All changes saved').waitFor();
  const stored = await account.get(`/user/assistant/${id}`);
  expect(stored.body.data).toMatchObject({
    inbound_webhook_url: 'https://shop.example/callers',
    max_duration: 90,
  });
  // Changes that others make appear.
  await account.post('/user/assistants/disable-inbound-webhook', { assistant_id: id });
  await page.getByRole('tab', { name: 'Call rules' }).click();
  await expect.poll(() => address.inputValue()).toBe('');
  expect(errors).toEqual([]);
});

const conversation = (page: Page) => page.getByRole('log', { name: 'Test conversation' });

test('a test chat keeps its input during an outage, can be stopped, and continues after a reload', async () => {
  const { id } = await createAssistant(account, { initial_message: 'Mill Inn.' });
  const { page } = await open(`/assistants/${id}?tab=talk`);
  await page.route('**/api/conversations', (route) => route.abort());
  const words = page.getByRole('textbox', { name: 'Message', exact: true });
  await words.fill('When is breakfast?');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('The server can’t be reached.').waitFor();
  await expect.poll(() => words.inputValue()).toBe('When is breakfast?');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await conversation(page).getByText('Mill Inn.').waitFor();
  await conversation(page).getByText('When is breakfast?').waitFor();
  await expect.poll(() => words.inputValue()).toBe('');
  await page.getByRole('button', { name: 'Send' }).waitFor();

  // The messages stay if a new conversation cannot be opened.
  await page.route('**/api/conversations', (route) => route.abort());
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('alert').getByText('The server can’t be reached.').waitFor();
  await conversation(page).getByText('When is breakfast?').waitFor();
  await page.unrouteAll();

  await page.route('**/api/conversations/*/messages', () => undefined);
  await words.fill('And dinner?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped.').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Stopped.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Send' }).waitFor();

  await page.reload();
  await conversation(page).getByText('And dinner?').waitFor();
  await expect
    .poll(() => conversation(page).getByRole('button', { name: 'Regenerate answer' }).count())
    .toBe(2);
  const { total } = (await account.get('/user/conversations?type=test')).body;
  expect(total).toBe(1);
});

test('keeps a test chat, with its input in view, at every width', async () => {
  const { id } = await createAssistant(account, { initial_message: 'Mill Inn.' });
  const { page } = await open(`/assistants/${id}`, { viewport: { width: 1440, height: 900 } });
  await page.getByLabel('First message').fill('Hello.');
  await page.getByText('You’re testing the last saved version.').waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await conversation(page).getByText('Mill Inn.').waitFor();
  const words = page.getByRole('textbox', { name: 'Message', exact: true });
  const place = await words.boundingBox();
  expect((place?.y ?? 900) + (place?.height ?? 0)).toBeLessThan(900);
  await words.fill('Half a sen');

  await page.setViewportSize({ width: 1000, height: 900 });
  await page.getByRole('tab', { name: 'Talk' }).click();
  await conversation(page).getByText('Mill Inn.').waitFor();
  await page.getByRole('tab', { name: 'Voice' }).click();
  await page.getByRole('tab', { name: 'Talk' }).click();
  await expect.poll(() => words.inputValue()).toBe('Half a sen');
  await page.getByRole('tab', { name: 'Prompt' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await conversation(page).getByText('Mill Inn.').waitFor();
  await expect.poll(() => words.inputValue()).toBe('Half a sen');
});

const isTooWide = (element: { scrollWidth: number; clientWidth: number }): boolean =>
  element.scrollWidth > element.clientWidth;

test('a long word stays in its box, and each conversation keeps its draft', async () => {
  const assistant = await createAssistant(account, { name: 'Front desk' });
  const path = await openConversation(server.visitor, assistant, 'widget');
  const other = await openConversation(server.visitor, assistant, 'widget');
  const word = 'x'.repeat(400);
  await server.visitor.post(`${path}/messages`, { message: word });
  await server.visitor.post(`${other}/messages`, { message: 'Hello?' });
  const { page, errors } = await open(path);
  const log = page.getByRole('log', { name: 'Messages' });
  await log.getByText(word).waitFor();
  await page.getByRole('button', { name: 'Take over' }).click();
  const draft = page.getByRole('textbox', { name: 'Message' });
  await draft.fill('I am Ana.');
  const row = page.locator(`a[data-conversation][href^="${path}"]`);
  expect(await log.evaluate(isTooWide)).toBe(false);
  expect(await row.evaluate(isTooWide)).toBe(false);
  await expect.poll(() => log.getByText(word).getAttribute('dir')).toBe('auto');

  await page.getByRole('button', { name: 'About' }).click();
  await page.getByRole('heading', { name: 'About' }).waitFor();
  await page.getByRole('button', { name: 'Messages' }).click();
  await expect.poll(() => draft.inputValue()).toBe('I am Ana.');
  await page.locator(`a[data-conversation][href^="${other}"]`).click();
  await draft.waitFor({ state: 'detached' });
  await row.click();
  await expect.poll(() => draft.inputValue()).toBe('I am Ana.');
  await draft.press('Enter');
  await log.getByText('I am Ana.').waitFor();
  await expect.poll(() => draft.inputValue()).toBe('');
  expect(errors).toEqual([]);
});

/** Drafts in the tab's session storage, where the tab's next account could read them. */
const storedDrafts = (page: Page): Promise<string[]> =>
  page.evaluate(`Object.keys(sessionStorage).filter((key) => key.startsWith('parley.draft.'))`);

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /\$[\d.]+ left$/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Log in to Parley' }).waitFor();
}

async function logIn(page: Page, { email }: Client): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

test('keeps a draft after a reload and removes it on logout', async () => {
  const assistant = await createAssistant(account, { name: 'Front desk' });
  const path = await openConversation(server.visitor, assistant, 'widget');
  await account.post(`/user${path}/disable-ai`);
  const { page, context, errors } = await open(path);
  const draft = page.getByRole('textbox', { name: 'Message' });
  await draft.fill('I am Ana.');
  await page.reload();
  await expect.poll(() => draft.inputValue()).toBe('I am Ana.');
  expect(JSON.stringify(await page.evaluate('({ ...localStorage })'))).not.toContain('Ana');
  await draft.press('Enter');
  await page.getByRole('log', { name: 'Messages' }).getByText('I am Ana.').waitFor();
  await expect.poll(() => storedDrafts(page)).toEqual([]);

  await draft.fill('More of it.');
  expect(await storedDrafts(page)).toHaveLength(1);
  await logOut(page);
  expect(await storedDrafts(page)).toEqual([]);
  const enter = async (visitor: Client): Promise<void> => {
    await logIn(page, visitor);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  };
  await enter(account);

  // If the session ends by itself, the drafts stay, but only for the same account.
  await page.goto(`${server.address}${path}`);
  await draft.fill('Still writing.');
  await context.clearCookies();
  await page.goto(`${server.address}/`);
  await enter(account);
  expect(await storedDrafts(page)).toHaveLength(1);
  await context.clearCookies();
  await page.goto(`${server.address}/`);
  await enter(await server.account());
  expect(await storedDrafts(page)).toEqual([]);
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
});

test('logging out removes the drafts of other tabs before another login', async () => {
  const assistant = await createAssistant(account, { name: 'Front desk' });
  const path = await openConversation(server.visitor, assistant, 'widget');
  await account.post(`/user${path}/disable-ai`);
  const { page, context } = await open(path);
  const draft = page.getByRole('textbox', { name: 'Message', includeHidden: true });
  await draft.fill('I am Ana.');
  const tab = await context.newPage();
  await tab.goto(`${server.address}/`);
  await logOut(tab);
  const over = page.getByRole('alertdialog', { name: 'Your session has ended' });
  await over.getByText('You logged out in another tab, so your message drafts were deleted.').waitFor();
  expect(await storedDrafts(page)).toEqual([]);
  await expect.poll(() => draft.inputValue()).toBe('');

  await over.getByRole('button', { name: 'Use another account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Log in to Parley' }).waitFor();
  await logIn(page, await server.account());
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(await storedDrafts(page)).toEqual([]);
});

test('reports an interrupted import as unknown until it is retried', async () => {
  const campaign = await createCampaign(account);
  const { page } = await open(`/campaigns/${campaign.id}?tab=leads&open=import`);
  const dialog = page.getByRole('dialog', { name: 'Import leads' });
  const buffer = Buffer.from('phone_number\r\n+40721000107\r\n');
  await dialog
    .getByLabel('Choose a CSV file')
    .last()
    .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: 'Import 1 lead' }).waitFor();
  const keys: (string | undefined)[] = [];
  await page.route('**/leads/import**', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch({ postData: buffer });
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Import 1 lead' }).click();
  await dialog.getByText('We don’t know whether the leads were imported.').waitFor();
  // Another file does not take the place of the import that has to be repeated.
  await dropFile(dialog, { name: 'more.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('1 lead was imported.').waitFor();
  expect(keys[1]).toBe(keys[0]);
  expect((await account.get('/user/leads')).body.total).toBe(1);
});

test('a variable without a name shows an error and is not saved', async () => {
  const { id } = await createAssistant(account, { variables: {} });
  const { page, errors } = await open(`/assistants/${id}?tab=variables`);
  await page.getByRole('button', { name: 'Add variable' }).click();
  await page.getByPlaceholder('no value').fill('Ana');
  await page.getByText('Fix errors in').waitFor();
  await page.getByText('Enter a name.').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByRole('tab', { name: 'Prompt' }).click();
  await page.getByRole('link', { name: 'Variables' }).first().click();
  await page.getByLabel('Variable name').fill('guest');
  await page.getByText('Unsaved changes').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
  const { data } = (await account.get(`/user/assistant/${id}`)).body;
  expect(data.variables).toEqual({ guest: 'Ana' });
  expect(errors).toEqual([]);
});

test('forms send only changed fields', async () => {
  const campaign = await createCampaign(account);
  const fields = { name: 'find_order', description: 'Tells where it is.', method: 'GET' };
  const made = await account.post('/user/tools', { ...fields, endpoint: 'https://shop.example/orders' });
  const toolId = made.body.data.id;
  const { page } = await open(`/campaigns/${campaign.id}?tab=settings`);
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByLabel('Retries').fill('2');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON()).toEqual({ max_retries: 2 });
  await page.getByText('Campaign saved.').first().waitFor();

  await page.goto(`${server.address}/tools/${toolId}`);
  const changed = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByLabel('Timeout, in seconds').fill('7');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await changed).postDataJSON()).toEqual({ timeout: 7 });
});

test('a sender’s edits stay while its templates are open, and leaving asks for confirmation', async () => {
  const sender = await sandboxSender(account, { display_name: 'Mill Inn', assistant_id: null });
  const { page } = await open(`/messaging/senders/${sender.id}`);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Old Mill');
  await page.getByRole('tab', { name: 'Templates' }).click();
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  await page.getByRole('tab', { name: 'Setup' }).click();
  await expect.poll(() => name.inputValue()).toBe('Old Mill');
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await leaving(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Old Mill' }).waitFor();
});

test('the variable marks of a long prompt scroll with its text', async () => {
  const prompt = 'Greet {{name}}, then ask what they need.\n'.repeat(80);
  const { id } = await createAssistant(account, { system_prompt: prompt });
  const { page } = await open(`/assistants/${id}`);
  const words = page.getByLabel('System prompt');
  const scrolled = await words.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
    return element.scrollTop;
  });
  expect(scrolled).toBeGreaterThan(0);
  const ofMarks = (element: { previousElementSibling: { scrollTop: number } | null }): number | undefined =>
    element.previousElementSibling?.scrollTop;
  await expect.poll(() => words.evaluate(ofMarks)).toBe(scrolled);
  expect(
    await words.evaluate((element) => element.previousElementSibling?.scrollHeight === element.scrollHeight),
  ).toBe(true);
});

test('does not close dialogs with input or a one-time key by accident', async () => {
  const { page } = await open('/keys');
  await page.getByRole('button', { name: 'New API key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'New API key' }).first().click();
  await dialog.getByLabel('Name').fill('Shop');
  await page.keyboard.press('Escape');
  const asked = page.getByRole('alertdialog', { name: 'Close without saving?' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: 'API key “Shop”' });
  await shown.waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect.poll(() => shown.isVisible()).toBe(true);
  await shown.getByRole('button', { name: 'Done' }).click();
  await shown.waitFor({ state: 'detached' });
});
