import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityViolations, keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { outboundAssistant } from '../kit/calls.ts';
import { createCampaign } from '../kit/campaigns.ts';
import { choose, find, openConsole } from '../kit/console-page.ts';
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

test('reports an empty file without asking for its format', async () => {
  const { id } = await createCampaign(account);
  const { page } = await open(`/campaigns/${id}?tab=leads&open=import`);
  const dialog = page.getByRole('dialog', { name: 'Import leads' });
  const empty = { name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) };
  await dialog.getByLabel('Choose a CSV file').last().setInputFiles(empty);
  await dialog.getByText('The file is empty.').waitFor();
  await dialog.getByText('Nothing was stored. Choose another file.').waitFor();
  expect(await dialog.getByText('File settings').count()).toBe(0);
});

test.each([
  ['PK\u0003\u0004\u0014\u0000,rubbish', 'not an Excel workbook', 'Choose another file.', 0],
  ['name,note\nAda,x\n', 'No column has phone numbers', 'Adjust the file settings below', 1],
])(
  'explains an unusable file that starts with %j and offers only what helps',
  async (text, why, advice, settings) => {
    const { id } = await createCampaign(account);
    const { page } = await open(`/campaigns/${id}?tab=leads&open=import`);
    const dialog = page.getByRole('dialog', { name: 'Import leads' });
    const file = { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await dialog.getByLabel('Choose a CSV file').last().setInputFiles(file);
    await dialog.getByText(why).waitFor();
    await dialog.getByText(`Nothing was stored. ${advice}`).waitFor();
    expect(await dialog.getByText('File settings', { exact: true }).count()).toBe(settings);
  },
);

test('names variables without a column before anything is stored', async () => {
  const { id: assistant_id } = await outboundAssistant(account, {
    name: 'Reminder',
    initial_message: 'Hello {{name}}!',
    system_prompt: 'Remind {{name}} of {{visit_day}} at {{clinic}}.',
    variables: { clinic: 'Harbour Dental' },
  });
  const { id } = await createCampaign(account, { assistant_id });
  const { page, errors } = await open(`/campaigns/${id}?tab=leads&open=import`);
  const dialog = page.getByRole('dialog', { name: 'Import leads' });
  const choose = (header: string) =>
    dialog
      .getByLabel('Choose a CSV file')
      .last()
      .setInputFiles({
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`${header}\n+40721000001,Ana,Monday\n`),
      });
  await choose('phone_number,name,Visit-day');
  await dialog.getByText('The assistant uses {{visit_day}}, but neither a column of the file').waitFor();
  const sample = dialog.getByRole('list', { name: 'First leads' });
  expect(await sample.innerText()).toBe('+40721000001 name: Ana · Visit-day: Monday');
  expect(await accessibilityViolations(page)).toEqual([]);
  await keepScreenshot(page, 'import-missing-columns');
  expect(await dialog.getByRole('button', { name: 'Import 1 lead' }).isEnabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await choose('phone_number,name,Visit day');
  await dialog.getByRole('button', { name: 'Import 1 lead' }).waitFor();
  expect(await dialog.getByText('The assistant uses').count()).toBe(0);
  expect(errors).toEqual([]);
});

test('shows what was guessed from the file, and reads it again with other settings', async () => {
  const { id } = await createCampaign(account);
  const { page, errors } = await open(`/campaigns/${id}?tab=leads&open=import`);
  const dialog = page.getByRole('dialog', { name: 'Import leads' });
  const rows = ['Customers of March', 'Phone;Mobile;Name', ';40721000001;Ana', '40721000002;;Ion'];
  await dialog
    .getByLabel('Choose a CSV file')
    .last()
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await dialog.getByText('Row 2 has the column names. One row above is a title and was skipped.').waitFor();
  await dialog.getByText('If “Phone” is empty, the number is read from “Mobile”.').waitFor();
  await dialog.getByText('utf-8, semicolon-separated').waitFor();
  await dialog.getByText('File settings').click();
  await dialog.getByRole('switch', { name: 'Add missing plus signs' }).click();
  await dialog.getByRole('button', { name: 'Update preview' }).click();
  await dialog.getByRole('button', { name: 'Import 2 leads' }).click();
  await dialog.getByText('2 leads were imported.').waitFor();
  // Guesses are of no use after the import.
  expect(await dialog.getByText('Row 2 has the column names').count()).toBe(0);
  const { data } = (await account.get(`/user/leads?campaign_id=${id}`)).body;
  const numbers = data.map(({ phone_number }: { phone_number: string }) => phone_number).sort();
  expect(numbers).toEqual(['+40721000001', '+40721000002']);
  expect(errors).toEqual([]);
});

test('imports a file with unknown columns using the chosen settings', async () => {
  const { id } = await createCampaign(account);
  const { page, errors } = await open(`/campaigns/${id}?tab=leads&open=import`);
  const dialog = page.getByRole('dialog', { name: 'Import leads' });
  const buffer = Buffer.from('reach at,name\n0721000001,Ana\n');
  await dialog
    .getByLabel('Choose a CSV file')
    .last()
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await dialog.getByText('No column has phone numbers').waitFor();
  await choose(page, 'Phone number column', 'reach at');
  await find(page, 'Country', 'RO');
  await dialog.getByRole('button', { name: 'Apply settings' }).click();
  const store = dialog.getByRole('button', { name: 'Import 1 lead' });
  await store.waitFor();
  // Changes after the check are checked again before storing.
  await dialog.getByText('File settings').click();
  await dialog.getByRole('switch', { name: 'Allow duplicates' }).click();
  expect(await store.count()).toBe(0);
  await dialog.getByRole('button', { name: 'Update preview' }).click();
  await store.click();
  await dialog.getByText('1 lead was imported.').waitFor();
  const { data } = (await account.get(`/user/leads?campaign_id=${id}`)).body;
  expect(data).toMatchObject([{ phone_number: '+40721000001', variables: { name: 'Ana' } }]);
  // The only error is the rejected file.
  expect(errors).toEqual([expect.stringContaining('status of 422')]);
});
