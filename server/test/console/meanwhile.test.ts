import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { PHONE, type TestBrowser } from '../kit/browser.ts';
import { createCampaign, createLead } from '../kit/campaigns.ts';
import { openConsole } from '../kit/console-page.ts';
import { newKnowledgebase } from '../kit/documents.ts';
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

/** Holds requests back until `open` is called. `isAsked` waits until one is held. */
async function gate(page: Page, address: string, method = 'GET') {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  await page.route(address, async (route) => {
    if (!isOpen && route.request().method() === method) {
      await new Promise<void>((resolve) => void waiting.push(resolve));
    }
    await route.continue();
  });
  return {
    isAsked: () => expect.poll(() => waiting.length).toBeGreaterThan(0),
    open: () => {
      isOpen = true;
      for (const letIn of waiting.splice(0)) letIn();
    },
  };
}

const tool = { name: 'find_order', description: 'Tells where it is.', method: 'GET' };
const endpoint = 'https://shop.example/orders';

async function newTool(name = tool.name): Promise<number> {
  const created = await account.post('/user/tools', { ...tool, name, endpoint });
  expect(created.status, created.text).toBe(201);
  return created.body.data.id;
}

test('a tab that takes over the event stream of another refetches what it may have missed', async () => {
  await newTool();
  const { page: first, context } = await open('/tools');
  await first.getByText('Live', { exact: true }).waitFor();
  const second = await context.newPage();
  const stream = await gate(second, '**/api/console/changes');
  await second.goto(`${server.address}/tools`);
  await second.getByText('Live', { exact: true }).waitFor();
  await second.getByRole('link', { name: 'find_order' }).waitFor();
  await first.close();
  await stream.isAsked();
  await newTool('cancel_order');
  stream.open();
  await second.getByRole('link', { name: 'cancel_order' }).waitFor();
});

test('a silent event stream is replaced by a new one', async () => {
  await newTool();
  const { page } = await open('/settings');
  await page.clock.install();
  await page.goto(`${server.address}/tools`);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'find_order' }).waitFor();
  const stream = await gate(page, '**/api/console/changes');
  await page.clock.fastForward(46_000);
  await page.getByText('Reconnecting…').waitFor();
  await stream.isAsked();
  await newTool('cancel_order');
  stream.open();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'cancel_order' }).waitFor();
});

test('keeps input typed during a save as unsaved', async () => {
  const { id } = await createAssistant(account);
  const { page, errors } = await open(`/assistants/${id}`);
  const put = await gate(page, `**/api/user/assistant/${id}`, 'PUT');
  await page.getByLabel('Name', { exact: true }).fill('Mill Inn');
  await page.keyboard.press('Control+s');
  await put.isAsked();
  await page.getByLabel('First message').fill('Hello from the mill.');
  put.open();
  await page.getByText('Saved. Applies to new calls and chats.').first().waitFor();
  await page.getByText('Unsaved changes').waitFor();
  await expect.poll(() => page.getByLabel('First message').inputValue()).toBe('Hello from the mill.');
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
  const { data } = (await account.get(`/user/assistant/${id}`)).body;
  expect(data).toMatchObject({ name: 'Mill Inn', initial_message: 'Hello from the mill.' });
  expect(errors).toEqual([]);
});

test('an assistant that is saved but cannot be read back counts as saved, and undo returns to that state', async () => {
  const { id } = await createAssistant(account);
  const { page } = await open(`/assistants/${id}`);
  let isSaved = false;
  let lost = 0;
  await page.route(`**/api/user/assistant/${id}`, async (route) => {
    const isRead = route.request().method() === 'GET';
    if (!isRead) isSaved = true;
    if (!isRead || !isSaved || lost > 0) return route.fallback();
    lost += 1;
    await route.abort('connectionreset');
  });
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Mill Inn');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved. Applies to new calls and chats.').first().waitFor();
  await page.getByText('All changes saved').waitFor();
  expect(lost).toBe(1);
  await name.fill('Mill Inn and Bar');
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await expect.poll(() => name.inputValue()).toBe('Mill Inn');
  expect((await account.get(`/user/assistant/${id}`)).body.data.name).toBe('Mill Inn');
});

test('if two modes are chosen in a row, the last one is used', async () => {
  const { id } = await createAssistant(account);
  const { page } = await open(`/assistants/${id}?tab=voice`);
  await page.getByRole('radio', { name: /^Pipeline/ }).waitFor();
  const models = await gate(page, '**/api/user/assistants/models?type=multimodal');
  await page.getByRole('radio', { name: /^Multimodal/ }).check();
  await models.isAsked();
  await page.getByRole('radio', { name: /^Pipeline/ }).check();
  const answered = page.waitForResponse(/models\?type=multimodal/);
  models.open();
  await (await answered).finished();
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  await expect.poll(() => page.getByRole('radio', { name: /^Pipeline/ }).isChecked()).toBe(true);
  await page.getByText('All changes saved').waitFor();
});

const note = (page: Page, field: string) =>
  page.getByRole('status').getByText(`${field} was changed elsewhere. Saving replaces that change.`);

test('reports a conflicting save of another tab and lets the user take or replace it', async () => {
  const { id } = await createAssistant(account);
  const { page, context, errors } = await open(`/assistants/${id}`);
  const other = await context.newPage();
  await other.goto(`${server.address}/assistants/${id}`);
  const name = page.getByLabel('Name', { exact: true });
  const first = page.getByLabel('First message');
  await name.fill('Mine');
  await first.fill('Hello from me.');
  await other.getByLabel('Name', { exact: true }).fill('Theirs');
  await other.getByLabel('First message').fill('Hello from them.');
  await other.keyboard.press('Control+s');
  await other.getByText('All changes saved').waitFor();
  await note(page, 'Name').waitFor();
  await note(page, 'First message').waitFor();
  expect(await note(other, 'Name').count()).toBe(0);
  expect(await name.inputValue()).toBe('Mine');

  await page.getByRole('button', { name: 'Use theirs for Name' }).click();
  await note(page, 'Name').waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe('Theirs');
  await expect.poll(() => name.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  await name.fill('Theirs and mine');
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
  await note(page, 'First message').waitFor({ state: 'detached' });
  expect(await note(page, 'Name').count()).toBe(0);
  const { data } = (await account.get(`/user/assistant/${id}`)).body;
  expect(data).toMatchObject({ name: 'Theirs and mine', initial_message: 'Hello from me.' });
  expect(errors).toEqual([]);
});

test('“Use theirs” replaces all rows with those of another tab', async () => {
  const noted = (name: string) => [{ name, type: 'string', description: `About ${name}.` }];
  const { id } = await createAssistant(account, { post_call_schema: noted('first') });
  const { page } = await open(`/assistants/${id}?tab=after`);
  await page.getByLabel('Description').fill('What I think.');
  await account.put(`/user/assistant/${id}`, { post_call_schema: [...noted('theirs'), ...noted('more')] });
  await note(page, 'Data to extract').waitFor();
  await page.getByRole('button', { name: 'Use theirs' }).click();
  await page.getByText('All changes saved').waitFor();
  const meanings = page.getByLabel('Description');
  await expect.poll(() => meanings.count()).toBe(2);
  expect(await meanings.first().inputValue()).toBe('About theirs.');
});

test('tools and campaigns report conflicting changes', async () => {
  const tool = await newTool();
  const { page } = await open(`/tools/${tool}`);
  await page.getByLabel('Description').first().fill('Mine.');
  await account.put(`/user/tools/${tool}`, { description: 'Theirs.' });
  await note(page, 'Description').waitFor();
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await note(page, 'Description').waitFor({ state: 'detached' });
  await page.getByLabel('Description').first().fill('Theirs and mine.');
  await page.getByText('Unsaved changes').waitFor();
  expect(await note(page, 'Description').count()).toBe(0);

  const { id } = await createCampaign(account);
  const campaign = await open(`/campaigns/${id}?tab=settings`);
  await campaign.page.getByLabel('Name', { exact: true }).fill('Mine');
  await account.put(`/user/campaign/${id}`, { name: 'Theirs' });
  await campaign.page.getByRole('button', { name: 'Use theirs for Name' }).click();
  await expect.poll(() => campaign.page.getByLabel('Name', { exact: true }).inputValue()).toBe('Theirs');
});

test('a campaign’s settings show changes made elsewhere and keep input typed during a save', async () => {
  const { id } = await createCampaign(account);
  const { page, errors } = await open(`/campaigns/${id}?tab=settings`);
  const name = page.getByLabel('Name', { exact: true });
  await name.waitFor();
  const put = await gate(page, `**/api/user/campaign/${id}`, 'PUT');
  await page.getByLabel('Retries').fill('2');
  await account.put(`/user/campaign/${id}`, { name: 'Autumn' });
  await expect.poll(() => name.inputValue()).toBe('Autumn');
  await expect.poll(() => page.getByLabel('Retries').inputValue()).toBe('2');
  await page.getByRole('button', { name: 'Save' }).click();
  await put.isAsked();
  await name.fill('Winter');
  put.open();
  await page.getByText('Campaign saved.').first().waitFor();
  await page.getByText('Unsaved changes').waitFor();
  await expect.poll(() => name.inputValue()).toBe('Winter');
  const { data } = (await account.get(`/user/campaign/${id}`)).body;
  expect(data).toMatchObject({ name: 'Autumn', max_retries: 2 });
  expect(errors).toEqual([]);
});

test('editing a lead keeps changes made elsewhere', async () => {
  const campaign = await createCampaign(account);
  const lead = await createLead(account, {
    campaign_id: campaign.id,
    phone_number: '+40721000001',
    variables: { name: 'Ana' },
  });
  const { page } = await open(`/campaigns/${campaign.id}?tab=leads&open=edit-lead.${lead.id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit/ });
  await dialog.getByLabel('Phone number').fill('+40721000002');
  await account.put(`/user/leads/${lead.id}`, { variables: { name: 'Ana Maria' } });
  // The list behind the dialog is updated.
  await expect.poll(() => page.getByText('name: Ana Maria').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Lead saved.').first().waitFor();
  const { data } = (await account.get(`/user/leads/${lead.id}`)).body;
  expect(data).toMatchObject({ phone_number: '+40721000002', variables: { name: 'Ana Maria' } });
});

test('leaving a tool with changes after a save asks for confirmation', async () => {
  const id = await newTool();
  const { page } = await open(`/tools/${id}`);
  const form = page.getByRole('form', { name: 'Tool', exact: true });
  const description = form.getByLabel('Description').first();
  await description.fill('Tells all about it.');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Tool saved.').first().waitFor();
  await description.fill('Tells a little.');
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
});

test('the filters of deliveries stay in place and keep the focus while the list loads', async () => {
  const { page, errors } = await open('/webhooks?status=failed');
  const event = page.getByRole('combobox', { name: 'Event' });
  await event.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: /^call.ended/ }).waitFor();
  const deliveries = await gate(page, '**/api/user/webhook-deliveries?**event=call.ended**');
  await page.getByRole('option', { name: /^call.ended/ }).click();
  await deliveries.isAsked();
  await expect.poll(() => event.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  deliveries.open();
  await page.getByRole('heading', { name: 'No matching deliveries' }).waitFor();
  expect(errors).toEqual([]);
});

test('reports a page of a long list that failed to load and retries it', async () => {
  const campaign = await createCampaign(account);
  for (let index = 0; index < 60; index += 1) {
    await createLead(account, { campaign_id: campaign.id, phone_number: `+407210${10_000 + index}` });
  }
  const { page } = await open(`/campaigns/${campaign.id}?tab=leads`);
  await page.getByText('60 leads').waitFor();
  let isBroken = true;
  await page.route('**/api/user/leads?**page=2**', (route) => (isBroken ? route.abort() : route.continue()));
  const table = page.getByRole('table', { name: 'Leads' });
  await table.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await page.getByRole('alert').getByText('The server can’t be reached.').waitFor();
  isBroken = false;
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await table.getByText('+40721010000').waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('shows a refused file on every page until it is dismissed', async () => {
  const knowledgebase = await newKnowledgebase(account);
  const { page } = await open(knowledgebase.replace('/user/knowledgebases', '/knowledge'));
  await page.route('**/documents', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  const file = { name: 'hours.txt', mimeType: 'text/plain', buffer: Buffer.from('Open at nine.') };
  await page.getByLabel('Files to add').setInputFiles(file);
  const refused = page.getByRole('list', { name: 'Uploads' }).getByText('The server can’t be reached.');
  await refused.waitFor();
  await page.getByRole('tab', { name: 'Try a question' }).click();
  await page.getByRole('textbox', { name: 'Question' }).waitFor();
  await page.getByRole('tab', { name: 'Documents' }).click();
  await refused.waitFor();
});

test('the menu on a phone closes after a link is followed and stays closed after going back', async () => {
  const { page } = await open('/tools', PHONE);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
  await page.getByRole('button', { name: 'Open menu' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor();
  await page.getByRole('button', { name: 'Open menu' }).waitFor();
});
