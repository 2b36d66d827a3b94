import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestBrowser } from '../kit/browser.ts';
import { createCampaign, createLead } from '../kit/campaigns.ts';
import { openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import { insertSpokenCall } from '../kit/spoken-calls.ts';
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
const numbers = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).getByRole('link').allTextContents();

/** Three calls, the newest first in the list: 9, 1 and 5 minutes. */
async function insertCalls(): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, minutes] of [5, 1, 9].entries()) {
    ids.push(await insertSpokenCall(server, account, { minutes, phone: `+4072100010${index}` }));
  }
  return ids;
}

test('column headers sort the calls, and the order is in the URL', async () => {
  await insertCalls();
  const { page, errors } = await open('/calls');
  const header = page.getByRole('columnheader', { name: 'Duration' });
  await header.getByRole('button').click();
  await expect.poll(() => numbers(page, 'Calls')).toEqual(['+40721000102', '+40721000100', '+40721000101']);
  expect(await header.getAttribute('aria-sort')).toBe('descending');
  await header.getByRole('button').press('Enter');
  await expect.poll(() => numbers(page, 'Calls')).toEqual(['+40721000101', '+40721000100', '+40721000102']);
  expect(page.url()).toContain('order_by=duration&direction=asc');
  await page.reload();
  await expect.poll(() => numbers(page, 'Calls')).toEqual(['+40721000101', '+40721000100', '+40721000102']);
  await page.goBack();
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending');
  expect(errors).toEqual([]);
});

test('campaigns are sorted by name', async () => {
  for (const name of ['Spring', 'Autumn', 'Winter']) await createCampaign(account, { name });
  const { page, errors } = await open('/campaigns');
  await expect.poll(() => numbers(page, 'Campaigns')).toEqual(['Winter', 'Autumn', 'Spring']);
  const header = page.getByRole('columnheader', { name: 'Name' }).getByRole('button');
  await header.click();
  await expect.poll(() => numbers(page, 'Campaigns')).toEqual(['Winter', 'Spring', 'Autumn']);
  await header.click();
  await page.waitForURL('**/campaigns?order_by=name&direction=asc');
  await expect.poll(() => numbers(page, 'Campaigns')).toEqual(['Autumn', 'Spring', 'Winter']);
  expect(errors).toEqual([]);
});

test('deletes selected calls after one question, and lists those that failed', async () => {
  const [first, , last] = await insertCalls();
  const { page } = await open('/calls');
  await page.getByRole('checkbox', { name: 'Select the loaded rows' }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected calls' });
  await bar.getByText('3 calls selected').waitFor();
  await page.getByRole('checkbox', { name: /^Select \+40721000102/ }).uncheck();
  await bar.getByText('2 calls selected').waitFor();
  await page.route(`**/api/user/calls/${first}`, (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: '{"message":"The call is locked."}',
    }),
  );
  await bar.getByRole('button', { name: 'Delete calls' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 2 calls?' });
  await question.getByRole('button', { name: 'Delete calls' }).click();
  const failed = page.getByRole('dialog', { name: '1 call could not be changed' });
  await failed.getByText('The call is locked.').waitFor();
  await page.keyboard.press('Escape');
  await bar.getByText('1 call selected').waitFor();
  await expect.poll(() => numbers(page, 'Calls')).toEqual(['+40721000102', '+40721000100']);
  await page.unrouteAll();
  await bar.getByRole('button', { name: 'Delete calls' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete calls' }).click();
  await bar.waitFor({ state: 'detached' });
  expect((await account.get('/user/calls')).body.data.map(({ id }: { id: number }) => id)).toEqual([last]);
});

test('exports the list, or only the selected calls', async () => {
  const [, second] = await insertCalls();
  const { page, errors } = await open('/calls');
  const download = async (name: string, within: Page | ReturnType<Page['getByRole']>): Promise<string> => {
    await within.getByRole('button', { name: 'Export' }).first().click();
    const started = page.waitForEvent('download');
    await page.getByRole('menuitem', { name }).click();
    const file = await started;
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk));
    return `${file.suggestedFilename()} ${Buffer.concat(chunks)}`;
  };
  await page.getByRole('table', { name: 'Calls' }).getByRole('link').first().waitFor();
  const csv = await download('CSV, for spreadsheets', page);
  expect(csv).toMatch(/^calls\.csv /);
  expect(csv.trim().split('\n')).toHaveLength(4);
  await page.getByRole('checkbox', { name: /^Select \+40721000101/ }).check();
  const lines = await download(
    'JSON Lines, for programs',
    page.getByRole('toolbar', { name: 'Selected calls' }),
  );
  expect(lines).toMatch(/^calls\.jsonl /);
  expect(JSON.parse(lines.slice('calls.jsonl '.length)).id).toBe(second);
  expect(errors).toEqual([]);
});

test('stops retrying selected leads', async () => {
  const { id } = await createCampaign(account);
  for (const phone_number of ['+40721000201', '+40721000202']) {
    await createLead(account, { campaign_id: id, phone_number });
  }
  const { page, errors } = await open(`/campaigns/${id}?tab=leads`);
  await page.getByRole('checkbox', { name: 'Select +40721000201' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Stop retrying' }).click();
  await page
    .getByRole('alertdialog', { name: 'Stop retrying 1 lead?' })
    .getByRole('button', { name: 'Stop retrying' })
    .click();
  await page.getByText('1 lead stopped.').waitFor();
  const { data } = (await account.get(`/user/leads?campaign_id=${id}`)).body;
  expect(data.map(({ status }: { status: string }) => status)).toEqual(['created', 'reached-max-retries']);
  expect(errors).toEqual([]);
});

test('selected rows are accessible in both themes and fit a phone', async () => {
  await insertCalls();
  const problems = await screenProblems(browser, { server, account }, [
    {
      name: 'calls-selected',
      path: '/calls?order_by=duration',
      show: async (page) => {
        await page.getByRole('table', { name: 'Calls' }).getByRole('link').first().waitFor();
        const all = page.getByRole('checkbox', { name: 'Select the loaded rows' });
        // Phones have no checkboxes.
        if (await all.isVisible()) await all.check();
      },
    },
  ]);
  expect(problems).toEqual([]);
});
