import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
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

const note = (name: string) => ({ name, type: 'string', description: `About ${name}.` });
const notes = ['first', 'second', 'third'].map(note);

/** Values of all fields with this label, from top to bottom. */
const valuesOf = (page: Page, label: string): Promise<string[]> =>
  page
    .getByLabel(label, { exact: true })
    .evaluateAll((fields) => fields.map((field) => ('value' in field ? String(field.value) : '')));

async function newTool(fields: Record<string, unknown>): Promise<number> {
  const created = await account.post('/user/tools', {
    name: 'find_order',
    description: 'Tells where it is.',
    method: 'GET',
    endpoint: 'https://shop.example/orders',
    ...fields,
  });
  expect(created.status, created.text).toBe(201);
  return created.body.data.id;
}

const isSaved = (page: Page) => page.getByText('Saved. Applies to new calls and chats.').first().waitFor();

test('keeps focus in a row during a save', async () => {
  const { id } = await createAssistant(account, { post_call_schema: notes, tools: [{ type: 'end_call' }] });
  const { page, errors } = await open(`/assistants/${id}?tab=after`);
  const meaning = page.getByLabel('Description').nth(1);
  await meaning.fill('What they');
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
  await page.keyboard.type(' ordered');
  await expect.poll(() => meaning.inputValue()).toBe('What they ordered');
  expect(await page.getByLabel('Description').count()).toBe(3);

  await page.goto(`${server.address}/assistants/${id}?tab=tools`);
  await page.getByLabel('When').fill('At the');
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
  await page.keyboard.type(' end.');
  await expect.poll(() => page.getByLabel('When').inputValue()).toBe('At the end.');
  expect(errors).toEqual([]);
});

test('keeps an added row editable while the assistant changes elsewhere', async () => {
  const { id } = await createAssistant(account, { post_call_schema: notes.slice(0, 1) });
  const { page, errors } = await open(`/assistants/${id}?tab=after`);
  await page.getByRole('button', { name: 'Add field' }).click();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).count()).toBe(2);
  await page.getByLabel('Name', { exact: true }).nth(1).fill('second');
  await account.put(`/user/assistant/${id}`, { name: 'Mill Inn' });
  await page.getByRole('heading', { level: 1, name: 'Mill Inn' }).waitFor();
  await expect.poll(() => valuesOf(page, 'Name')).toEqual(['first', 'second']);
  await page.getByText('Unsaved changes').or(page.getByText('Fix errors in')).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Fix errors in').waitFor();
  await page.getByText('This is required.').waitFor();
  await page.getByLabel('Description').nth(1).fill('About second.');
  await page.getByText('This is required.').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  await isSaved(page);
  const { data } = (await account.get(`/user/assistant/${id}`)).body;
  expect(data).toMatchObject({ name: 'Mill Inn', post_call_schema: notes.slice(0, 2) });
  expect(errors).toEqual([]);
});

test('removing a row in the middle keeps the others, and undo restores it', async () => {
  const { id } = await createAssistant(account, { post_call_schema: notes });
  const { page, errors } = await open(`/assistants/${id}?tab=after`);
  await page.getByRole('button', { name: 'Remove second' }).press('Enter');
  await expect.poll(() => valuesOf(page, 'Name')).toEqual(['first', 'third']);
  await expect.poll(() => valuesOf(page, 'Description')).toEqual(['About first.', 'About third.']);
  await expect
    .poll(() => page.evaluate<string>('document.activeElement.ariaLabel'))
    .toMatch(/^Remove (first|third)$/);
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await page.getByText('All changes saved').waitFor();
  await expect.poll(() => valuesOf(page, 'Name')).toEqual(['first', 'second', 'third']);

  await page.getByRole('button', { name: 'Remove second' }).press('Enter');
  await page.getByLabel('Description').nth(1).fill('All about third.');
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
  await expect.poll(() => valuesOf(page, 'Description')).toEqual(['About first.', 'All about third.']);
  const { data } = (await account.get(`/user/assistant/${id}`)).body;
  expect(data.post_call_schema).toEqual([notes[0], { ...note('third'), description: 'All about third.' }]);
  expect(errors).toEqual([]);
});

test('keeps validation errors, including those of nested settings, while other fields change elsewhere', async () => {
  const { id } = await createAssistant(account);
  const { page, errors } = await open(`/assistants/${id}?tab=chat`);
  await page.getByLabel('Allowed sites').fill('shop');
  const wrong = page.getByText('“shop” must be an origin such as https://shop.example.');
  await wrong.waitFor();
  await account.put(`/user/assistant/${id}`, { name: 'Mill Inn' });
  await page.getByRole('heading', { level: 1, name: 'Mill Inn' }).waitFor();
  await page.getByText('Fix errors in').waitFor();
  await wrong.waitFor();
  await page.getByLabel('Allowed sites').fill('https://shop.example');
  await wrong.waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

test('keeps the rows of a tool’s values and headers during concurrent changes', async () => {
  const header = (name: string) => ({ name, value: `secret of ${name}` });
  const id = await newTool({
    schema: notes,
    headers: [header('X-One'), header('X-Two'), header('X-Three')],
  });
  const { page, errors } = await open(`/tools/${id}`);
  const form = page.getByRole('form', { name: 'Tool', exact: true });
  const described = form.getByRole('group', { name: 'Parameter 2' }).getByLabel('Description');
  await described.fill('What they');
  await account.put(`/user/tools/${id}`, { name: 'find_parcel' });
  await expect.poll(() => form.getByLabel('Name', { exact: true }).first().inputValue()).toBe('find_parcel');
  await page.keyboard.type(' ordered');
  await expect.poll(() => described.inputValue()).toBe('What they ordered');

  const headers = form.getByRole('group', { name: /^Header/ });
  await form.getByRole('button', { name: 'Show value 3' }).click();
  await form.getByRole('button', { name: 'Remove header 2' }).click();
  await expect.poll(() => headers.count()).toBe(2);
  const last = form.getByRole('group', { name: 'Header 2' });
  await expect.poll(() => last.getByLabel('Name').inputValue()).toBe('X-Three');
  // The button reveals the value in its row.
  await expect.poll(() => last.getByLabel('Value', { exact: true }).getAttribute('type')).toBe('text');
  await form.getByRole('button', { name: 'Add header' }).click();
  await form.getByRole('group', { name: 'Header 3' }).getByLabel('Name').fill('X-Four');
  await account.put(`/user/tools/${id}`, { name: 'find_box' });
  await expect.poll(() => form.getByLabel('Name', { exact: true }).first().inputValue()).toBe('find_box');
  await form.getByRole('group', { name: 'Header 3' }).getByLabel('Value', { exact: true }).fill('four');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Tool saved.').first().waitFor();
  await expect.poll(() => headers.count()).toBe(3);
  const stored = (await account.get(`/user/tools/${id}`)).body;
  expect(stored).toMatchObject({
    name: 'find_box',
    schema: [notes[0], { ...note('second'), description: 'What they ordered' }, notes[2]],
    headers: [header('X-One'), header('X-Three'), { name: 'X-Four', value: 'four' }],
  });
  expect(errors).toEqual([]);
});
