import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { choose, find, openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
});

const open = (account: Client, path: string, options = {}) =>
  openConsole(browser, { server, account, path, options });

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).last();
const saved = (page: Page) => page.getByText('All changes saved').waitFor();
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

async function only(account: Client): Promise<Record<string, unknown>> {
  const { body } = await account.get('/user/assistants');
  expect(body).toHaveLength(1);
  return body[0];
}

test('creates an assistant from a template and edits it', async () => {
  const account = await server.account();
  const { page, errors } = await open(account, '/assistants');
  await page.getByRole('heading', { name: 'No assistants yet' }).waitFor();
  await page.getByRole('link', { name: 'New assistant' }).first().click();
  await page.getByRole('link', { name: 'Preview: Front desk' }).click();
  await page.getByRole('dialog').getByText('Who you are').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Use template' }).click();
  const create = page.getByRole('button', { name: 'Create assistant' });
  await page.getByLabel('Company name').fill('Hill Inn');
  await page.getByLabel('Products or services').fill(' ');
  expect(await create.count()).toBe(0);
  await page.getByLabel('Products or services').fill('Rooms with breakfast.');
  await create.click();
  await page.getByRole('heading', { level: 1, name: 'Front desk' }).waitFor();
  await page.getByText('No value yet: opening_hours, address, email.').waitFor();

  const name = page.getByLabel('Name', { exact: true });
  await name.fill('');
  await page.getByText('This is required.').first().waitFor();
  await name.fill('Reception of Mill Inn');
  await expect.poll(() => page.getByText('This is required.').count()).toBe(0);
  await tab(page, 'Variables');
  await page.getByLabel('Value of company').fill('Mill Inn');
  await page.keyboard.press('Control+s');
  await saved(page);
  await page.getByRole('heading', { level: 1, name: 'Reception of Mill Inn' }).waitFor();
  expect(await only(account)).toMatchObject({
    name: 'Reception of Mill Inn',
    type: 'inbound',
    endpoint_type: 'ai',
    variables: { company: 'Mill Inn', about: 'Rooms with breakfast', address: null, email: null },
  });
  expect(errors).toEqual([]);
});

test('asks for language, voice, number and recording before an assistant is made from a template', async () => {
  const account = await server.account();
  const { page } = await open(account, '/assistants/new');
  await page.getByRole('button', { name: 'Use template: Front desk' }).click();
  const dialog = page.getByRole('dialog', { name: 'Front desk' });
  await dialog.getByLabel('Company name').fill('Gasthof Mühle');
  await dialog.getByLabel('Products or services').fill('Zimmer mit Frühstück.');
  await find(page, 'Language', 'Polish');
  await dialog.getByLabel('First message').waitFor();
  expect(await dialog.getByRole('button', { name: 'Create assistant' }).count()).toBe(0);
  await find(page, 'Language', 'German');
  await dialog.getByLabel('First message').waitFor({ state: 'detached' });
  const notice = 'Dieses Gespräch wird aufgezeichnet.';
  await expect.poll(() => dialog.getByLabel('Recording notice', { exact: true }).inputValue()).toBe(notice);
  await dialog.getByRole('button', { name: 'Help: recording notice' }).click();
  await page.getByText('Ask your legal adviser').waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: /^Preview voice: / }).waitFor();
  await choose(page, 'Phone number', /^New sandbox number/);
  await dialog.getByRole('button', { name: 'Create assistant' }).click();
  await page.getByRole('heading', { level: 1, name: 'Front desk' }).waitFor();
  const [number] = (await account.get('/user/phone-numbers/all')).body.data;
  expect(await only(account)).toMatchObject({
    status: 'active',
    phone_number_id: number.id,
    language: { iso_2: 'de' },
    initial_message: 'Guten Tag, hier ist {{company}}. Wie kann ich Ihnen helfen?',
    record: true,
    notice_message: notice,
  });
});

test('shows server errors at their field on every tab', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account);
  const { page } = await open(account, `/assistants/${id}?tab=after`);
  await page.getByLabel('Send webhook').click();
  await tab(page, 'Call rules');
  await save(page).click();
  await page.getByText('Fix errors in').waitFor();
  await page.getByRole('link', { name: 'After the call' }).click();
  await page.getByText('This is required when is webhook active is true.').waitFor();
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('ftp://example.com');
  await page.getByText('Must be a valid http or https URL without credentials.').waitFor();
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://example.com/hook');
  await save(page).click();
  await saved(page);
  expect(await only(account)).toMatchObject({
    is_webhook_active: true,
    webhook_url: 'https://example.com/hook',
  });
});

test('a mode change shows its effects, disables missing settings, and can be reverted', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account, { fillers: true });
  const { page } = await open(account, `/assistants/${id}?tab=voice`);
  await page.getByLabel('Multimodal').check();
  await page.getByText('Fillers: off.').waitFor();
  await page.getByText('Only in pipeline mode.').waitFor();
  await expect.poll(() => page.getByLabel('Filler phrases').isDisabled()).toBe(true);
  await page.getByLabel('Pipeline').check();
  await saved(page);
  await page.getByLabel('Multimodal').check();
  await save(page).click();
  await saved(page);
  const stored = await only(account);
  expect(stored).toMatchObject({ mode: 'multimodal', fillers: 0, llm_model_id: null });
  expect(stored['multimodal_model_id']).toEqual(expect.any(Number));
});

test('returning to a mode restores its settings, saved or not', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account, { fillers: false });
  const { page } = await open(account, `/assistants/${id}?tab=voice`);
  const fillers = page.getByRole('switch', { name: 'Filler phrases' });
  await fillers.click();
  await page.getByLabel('Multimodal').check();
  await page.getByText('Fillers: off.').waitFor();
  await tab(page, 'After the call');
  await tab(page, 'Voice & turns');
  await page.getByLabel('Pipeline').check();
  await expect.poll(() => fillers.getAttribute('aria-checked')).toBe('true');
  await page.getByText('Unsaved changes').waitFor();
  await save(page).click();
  await saved(page);
  expect(await only(account)).toMatchObject({ mode: 'pipeline', fillers: 1 });
});

test('edits tools, data to extract and allowed sites as lists', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account);
  const { page } = await open(account, `/assistants/${id}?tab=tools`);
  await page.getByRole('button', { name: 'Add tool' }).click();
  await page.getByRole('menuitem', { name: 'Transfer call' }).click();
  await page.getByLabel('Transfer to', { exact: true }).fill('12');
  await page.getByText('must be a valid phone number in international format or a SIP address').waitFor();
  await page.getByLabel('Transfer to', { exact: true }).fill('+40 721 234 567');
  await tab(page, 'After the call');
  await page.getByRole('button', { name: 'Remove summary' }).click();
  await tab(page, 'Chat & widget');
  await page.getByLabel('Allowed sites').fill('https://shop.example\n');
  await save(page).click();
  await saved(page);
  expect(await only(account)).toMatchObject({
    tools: [{ type: 'call_transfer', phone_number: '+40721234567' }],
    post_call_schema: [{ name: 'status' }],
    widget_settings: { allowed_origins: ['https://shop.example'] },
  });
});

test('converts pasted sites to origins and shows the result', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account);
  const { page, errors } = await open(account, `/assistants/${id}?tab=chat`);
  const sites = page.getByLabel('Allowed sites');
  await sites.fill('https://Example.com/shop\nhttps://example.com\nmill.example, localhost:8080/\n');
  // While the user types, a host name counts as an error.
  await page.getByText('“mill.example, localhost:8080/” must be an origin').waitFor();
  await sites.press('Tab');
  const origins = ['https://example.com', 'https://mill.example', 'http://localhost:8080'];
  await expect.poll(() => sites.inputValue()).toBe(origins.join('\n'));
  await page.getByText('Changed to https://mill.example, http://localhost:8080.').waitFor();
  expect(await page.getByText('must be an origin').count()).toBe(0);
  await save(page).click();
  await saved(page);
  expect(await only(account)).toMatchObject({ widget_settings: { allowed_origins: origins } });

  await sites.fill('example.org');
  await sites.press('Control+s');
  const one = { widget_settings: { allowed_origins: ['https://example.org'] } };
  await expect.poll(() => only(account)).toMatchObject(one);
  await sites.press('Tab');
  await saved(page);
  await sites.fill('*.example.com');
  await page.getByText('“*.example.com” must be an origin such as https://shop.example.').waitFor();
  expect(errors).toEqual([]);
});

test('asks before unsaved changes are lost and keeps them when others save', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account, { name: 'Desk' });
  const { page } = await open(account, `/assistants/${id}`);
  await page.getByLabel('First message').fill('Good day!');
  await page.getByRole('main').getByRole('link', { name: 'Assistants' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await account.put(`/user/assistant/${id}`, { name: 'Renamed elsewhere' });
  await page.getByRole('heading', { level: 1, name: 'Renamed elsewhere' }).waitFor();
  await expect.poll(() => page.getByLabel('First message').inputValue()).toBe('Good day!');
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Renamed elsewhere');
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await saved(page);
  await page.getByRole('main').getByRole('link', { name: 'Assistants' }).click();
  await page.getByRole('table', { name: 'Assistants' }).waitFor();
});

test('filters the list by URL; its menus duplicate and delete assistants', async () => {
  const account = await server.account();
  await createAssistant(account, { name: 'Front desk' });
  await createAssistant(account, { name: 'Survey', type: 'outbound' });
  const { page } = await open(account, '/assistants?type=outbound');
  const names = () => page.getByRole('table').getByRole('link').allInnerTexts();
  await expect.poll(names).toEqual(['Survey']);
  await page.getByRole('button', { name: 'Actions for Survey' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { level: 1, name: 'Copy of Survey' }).waitFor();
  await page.getByRole('button', { name: 'Actions for Copy of Survey' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(names).toEqual(['Survey', 'Front desk']);
  await page.getByLabel('Search by name').fill('front');
  await expect.poll(names).toEqual(['Front desk']);
  expect(page.url()).toContain('q=front');
});

const TABS = ['prompt', 'knowledge', 'voice', 'call', 'tools', 'variables', 'after', 'chat', 'talk'];

test('the list and the editor are accessible in both themes and fit a phone', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account, {
    fillers: true,
    variables: { name: 'Ana' },
    system_prompt: 'You speak with {{name}} about {{topic}}.',
    tools: [{ type: 'end_call' }, { type: 'collect_keypad' }],
  });
  const tabs = TABS.map((tab) => ({
    name: `assistant-${tab}`,
    path: `/assistants/${id}?tab=${tab}`,
    show: async (page: Page) => {
      await page.getByText('a minute', { exact: false }).first().waitFor({ state: 'attached' });
      await saved(page);
    },
  }));
  const problems = await screenProblems(browser, { server, account }, [
    {
      name: 'assistants',
      path: '/assistants',
      show: (page) => page.getByRole('table').getByRole('link').first().waitFor(),
    },
    {
      name: 'assistant-new',
      path: '/assistants/new',
      show: (page) => page.getByText('Polite payment reminder').waitFor(),
    },
    {
      name: 'assistant-setup',
      path: '/assistants/new?open=company.front-desk',
      show: (page) => page.getByRole('button', { name: /^Preview voice: / }).waitFor(),
    },
    ...tabs,
  ]);
  expect(problems).toEqual([]);
});
