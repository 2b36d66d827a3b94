import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
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
const stepsLeft = (page: Page, left: string) => page.getByRole('button', { name: left, exact: true });

test('an assistant learns a dropped PDF and a website without leaving its page', async () => {
  const { id } = await createAssistant(account, { name: 'Espresso help' });
  const { page, errors } = await open(`/assistants/${id}?tab=knowledge`);
  const empty = page.getByRole('heading', { name: 'Drop a document here' });
  await dropFile(empty, pdf);
  await page.getByText('Knowledge base “Espresso help” created and assigned.').first().waitFor();
  await documentRow(page, 'handbook.pdf')
    .getByText(/^\d+ passages$/)
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
  await stepsLeft(page, '5 steps left').click();
  const list = page.getByRole('dialog', { name: 'Setup checklist' });
  await list
    .getByText('No value yet: opening_hours, notice. Texts omit these variables, or use a default.')
    .waitFor();
  await list.getByRole('link', { name: 'Add a recording notice' }).click();
  await list.waitFor({ state: 'detached' });
  await page.getByLabel('Notice').fill('This call is recorded.');
  await stepsLeft(page, '4 steps left').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
  // Changes elsewhere count too.
  await account.put(`/user/assistant/${id}`, {
    variables: { opening_hours: 'nine', notice: 'two days' },
    knowledgebase_id: base,
  });
  await stepsLeft(page, '2 steps left').waitFor();
  const { uuid } = (await account.get(`/user/assistant/${id}`)).body.data;
  await account.post('/conversations', { assistant_id: uuid, type: 'test' });
  await stepsLeft(page, '1 step left').click();
  await list.getByRole('button', { name: 'Hide checklist' }).click();
  await list.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Test call' }).waitFor();
  expect(await page.getByRole('button', { name: /steps? left$/ }).count()).toBe(0);
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
