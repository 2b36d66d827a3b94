import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { choose, openConsole } from '../kit/console-page.ts';
import { fixtureFile, newKnowledgebase, upload } from '../kit/documents.ts';
import { dropFile } from '../kit/drop-file.ts';
import { type LoopbackServer, startLoopbackServer } from '../kit/loopback-server.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let site: LoopbackServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  site = await startLoopbackServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<title>Hours</title><h1>Hours</h1><p>The workshop opens at 6:45 every day.</p>');
  });
});
afterAll(() => site.close());
beforeEach(async () => {
  account = await server.account();
});

const open = (path: string) => openConsole(browser, { server, account, path });
const pdf = { name: 'handbook.pdf', mimeType: 'application/pdf', buffer: fixtureFile('handbook.pdf') };
const documentRow = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: name });
const publish = (page: Page, left: number) =>
  page.getByRole('button', { name: `Publish · ${left} left`, exact: true });

test('an assistant learns a dropped PDF and a website without leaving its page', async () => {
  const { id } = await createAssistant(account, { name: 'Espresso help' });
  const { page, errors } = await open(`/assistants/${id}?tab=knowledge`);
  const empty = page.getByRole('heading', { name: 'Drop a document here' });
  await dropFile(empty, pdf);
  await page.getByText('Knowledge base “Espresso help” created and assigned.').first().waitFor();
  await documentRow(page, 'handbook.pdf')
    .getByText(/^\d+ pages?, \d+ passages$/)
    .waitFor();
  const [base, ...others] = (await account.get('/user/knowledgebases')).body.data;
  expect(others).toEqual([]);
  expect(base).toMatchObject({ name: 'Espresso help', assistants_count: 1 });
  expect((await account.get(`/user/assistant/${id}`)).body.data.knowledgebase_id).toBe(base.id);
  // The assignment is saved, and the form has nothing left to save.
  await page.getByText('All changes saved').waitFor();
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Knowledge base' }).innerText())
    .toBe('Espresso help');

  const website = page.getByLabel('Website');
  await website.fill('not a site');
  await page.getByRole('button', { name: 'Add website' }).click();
  await page.getByText(/^Must be/).waitFor();
  await website.fill(site.origin);
  await page.getByRole('button', { name: 'Add website' }).click();
  await documentRow(page, new URL(site.origin).host).waitFor();
  await expect.poll(() => website.inputValue()).toBe('');
  expect((await account.get('/user/knowledgebases')).body.data).toHaveLength(1);

  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.fill('When does the safety valve open?');
  await message.press('Enter');
  const answer = page.getByRole('log', { name: 'Test conversation' }).locator('p');
  await answer.filter({ hasText: '11.5 bar' }).first().waitFor();
  // The refused website.
  expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
});

test('the head lists what is left, until it is done', async () => {
  const { id } = await createAssistant(account, {
    name: 'Front desk',
    record: true,
    system_prompt: 'We open at {{opening_hours}}. Cancel {{notice|one day}} before.',
    variables: { notice: '' },
  });
  const base = Number((await newKnowledgebase(account)).split('/').at(-1));
  const { page } = await open(`/assistants/${id}`);
  await publish(page, 5).click();
  const list = page.getByRole('dialog', { name: 'Publish' });
  await list
    .getByText('No value yet: opening_hours, notice. Texts omit these variables, or use a default.')
    .waitFor();
  await list.getByRole('link', { name: 'Add a recording notice' }).click();
  await list.waitFor({ state: 'detached' });
  await page.getByLabel('Notice').fill('This call is recorded.');
  await publish(page, 4).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
  // Changes elsewhere count too.
  await account.put(`/user/assistant/${id}`, {
    variables: { opening_hours: 'nine', notice: 'two days' },
    knowledgebase_id: base,
  });
  await publish(page, 2).waitFor();
  const { uuid } = (await account.get(`/user/assistant/${id}`)).body.data;
  await account.post('/conversations', { assistant_id: uuid, type: 'test' });
  await publish(page, 1).click();
  await list.getByRole('button', { name: 'Hide checklist' }).click();
  await list.getByText('Remaining steps').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
});

test('publishing means connecting a channel: the state changes from draft to live', async () => {
  const { id } = await createAssistant(account, { name: 'Front desk' });
  const number = '+12025550179';
  await account.post('/sandbox/phone-numbers', { phone_number: number, type: 'normal' });
  const { page } = await open(`/assistants/${id}`);
  await page.getByText('Draft', { exact: true }).waitFor();
  const primary = page.locator('main header button.bg-accent');
  await expect.poll(() => primary.allInnerTexts()).toEqual([expect.stringMatching(/^Publish · \d left$/)]);
  await page.getByRole('button', { name: /^Publish/ }).click();
  const panel = page.getByRole('dialog', { name: 'Publish' });
  await panel.getByText('Connect a channel to go live.').waitFor();
  await panel.getByText('Choose the number that it answers.').waitFor();
  await keepScreenshot(page, 'assistant-publish');
  await panel.getByRole('link', { name: 'Phone number', exact: true }).click();
  await choose(page, 'Phone number', number);
  await page.keyboard.press('Control+s');
  await page.getByText('Live', { exact: true }).and(page.locator('.text-good')).waitFor();
  await page.getByRole('button', { name: /^Channels/ }).click();
  const channels = page.getByRole('dialog', { name: 'Channels' });
  await channels.getByText(number).waitFor();
  await page.keyboard.press('Escape');
  // An inactive assistant doesn't answer its number.
  await account.post(`/user/assistant/${id}/deactivate`, {});
  await page.getByText('Inactive', { exact: true }).waitFor();
});

test('one click in the head calls the assistant', async () => {
  const { id } = await createAssistant(account, { initial_message: 'Mill Inn, good day.' });
  const { page } = await open(`/assistants/${id}?tab=voice`);
  await page.getByRole('button', { name: 'Test call' }).click();
  await page.getByRole('log', { name: 'Transcript' }).getByText('Mill Inn, good day.').waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByRole('link', { name: 'View call details' }).waitFor();
  // The order was for one call, which a reload must not repeat.
  await page.reload();
  await page.getByRole('button', { name: 'Call', exact: true }).waitFor();
  expect((await account.get(`/user/calls?assistant_id=${id}`)).body.total).toBe(1);
});

test('a knowledge base is given to an assistant from its page', async () => {
  const { id } = await createAssistant(account, { name: 'Front desk' });
  const base = await newKnowledgebase(account);
  const baseId = Number(base.split('/').at(-1));
  const { page } = await open(`/knowledge/${baseId}`);
  await page.getByRole('heading', { name: 'Drop your first document here' }).waitFor();
  expect(await page.getByRole('button', { name: 'Use in an assistant' }).count()).toBe(0);
  await upload(account, base, { name: 'handbook.pdf', bytes: fixtureFile('handbook.pdf'), type: 'pdf' });
  await page.getByRole('button', { name: 'Use in an assistant' }).click();
  await choose(page, 'Assistant', 'Front desk');
  await page.getByRole('button', { name: 'Use knowledge base' }).click();
  await page.getByRole('heading', { level: 1, name: 'Front desk' }).waitFor();
  expect((await account.get(`/user/assistant/${id}`)).body.data.knowledgebase_id).toBe(baseId);
});
