import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { outboundAssistant } from '../kit/calls.ts';
import { AT_ANY_HOUR, leadsOf, runningCampaign } from '../kit/campaign-dials.ts';
import { createCampaign, createLead, dayWithoutCalls } from '../kit/campaigns.ts';
import { choose, openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await sharedServer(AT_ANY_HOUR);
  browser = await sharedBrowser();
});
beforeEach(async () => {
  account = await server.account();
});

const open = (path: string, options = {}) => openConsole(browser, { server, account, path, options });
const REAL_CALLS_MS = 120_000;
const IN_SOME_DAYS = expect.stringMatching(/^In \d+ days$/);

const LONG_NAME = 'preferred_day_of_the_delivery_as_agreed_with_the_driver';

/** Leads whose sandbox numbers hang up midway, do not exist, or ask not to be called. */
const CSV = [
  `Telefon;name;secondary_phone_number_1;${LONG_NAME}`,
  '+40721000107;Ana;',
  '+40721000105;Bogdan;',
  '+40721000114;Carmen;+40721000207',
  '0721;Dan;',
  '+40721000107;Ana again;',
].join('\r\n');

const goal = { name: 'agreed', type: 'bool', description: 'They agreed to the day' };

async function createInBrowser(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor();
  await page.getByRole('link', { name: 'New campaign' }).first().click();
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByText('This is required.').first().waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Flour for Monday');
  await page
    .getByLabel('Name', { exact: true })
    .and(page.locator('[aria-invalid]'))
    .waitFor({ state: 'detached' });
  await choose(page, 'Assistant', 'Flour caller');
  await page.getByLabel('From', { exact: true }).fill('00:00');
  await page.getByLabel('Until', { exact: true }).fill('23:59');
  await page.getByLabel('Saturday').check();
  await page.getByLabel('Sunday').check();
  await page.getByText('00:00 to 23:59, every day.').waitFor();
  await page.getByLabel('Concurrent calls').fill('11');
  await page.getByText('Must not be greater than 10.').waitFor();
  await page.getByLabel('Concurrent calls').fill('4');
  await choose(page, 'Goal', /^agreed/);
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByRole('heading', { level: 1, name: 'Flour for Monday' }).waitFor();
}

async function importInBrowser(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import leads' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import leads' });
  const file = { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
  await dialog.getByLabel('Choose a CSV file').last().setInputFiles(file);
  const left = dialog.getByRole('region', { name: 'Skipped rows' });
  await left.getByRole('row', { name: '5 Telefon This is not a valid phone number' }).waitFor();
  await left.getByRole('row', { name: '6 Telefon This phone number appears earlier in the file' }).waitFor();
  const figures = dialog.getByRole('listitem');
  await expect.poll(() => figures.filter({ hasText: 'Repeated in the file' }).innerText()).toMatch(/^1\n/);
  await expect.poll(() => figures.filter({ hasText: 'Already in the campaign' }).innerText()).toMatch(/^0\n/);
  await expect.poll(() => dialog.innerText()).toContain('semicolon-separated');
  // A long name wraps on a phone.
  await dialog.locator('dd', { hasText: LONG_NAME }).waitFor();
  const desktop = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 320, height: 720 });
  const content = dialog.locator('> [tabindex="0"]');
  expect(await content.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await keepScreenshot(page, 'campaign-import-320');
  await page.setViewportSize(desktop);
  expect((await account.get('/user/leads')).body.total).toBe(0);
  await dialog.getByRole('button', { name: 'Import 3 leads' }).click();
  await dialog.getByText('3 leads were imported.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: '+40721000114' }).waitFor();
}

test('creates a campaign, imports its leads, runs it and shows the results', async () => {
  await outboundAssistant(account, {
    name: 'Flour caller',
    post_call_schema: [goal],
    end_call_on_voicemail: true,
    initial_message: 'Hello, this is the mill about the flour that you have ordered. Is Monday all right?',
  });
  const { page, errors } = await open('/campaigns');
  await createInBrowser(page);

  // Without leads the campaign cannot start, and the dialog says why.
  await page.getByRole('button', { name: 'Start campaign' }).click();
  const asked = page.getByRole('dialog', { name: 'Start “' });
  await asked.getByText('The campaign has no lead that can be called.').waitFor();
  expect(await asked.getByRole('button', { name: 'Start calling' }).isDisabled()).toBe(true);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await importInBrowser(page);

  // The monitor follows the campaign to its end by change notifications.
  await page.getByRole('tab', { name: 'Monitor' }).click();
  await page.getByText('The campaign has not been started.').first().waitFor();
  await page.getByRole('button', { name: 'Start campaign' }).click();
  const facts = asked.locator('dl');
  await facts.getByText('3 people of 3 leads').waitFor();
  await facts.getByText('Now', { exact: true }).waitFor();
  await facts.getByText('About $0.30 ($0.10 per minute, if everyone talks for one minute)').waitFor();
  await keepScreenshot(page, 'campaign-start');
  await asked.getByRole('button', { name: 'Start calling' }).click();
  await page
    .getByText(/^Call \d+$/)
    .first()
    .waitFor();
  await keepScreenshot(page, 'campaign-monitor');
  await page.getByText('Completed', { exact: true }).waitFor({ timeout: REAL_CALLS_MS });
  await page.getByText('No leads are waiting.').waitFor();
  await expect.poll(() => page.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('3 of 3, 100%');

  await page.getByRole('tab', { name: 'Report' }).click();
  const { data: report } = (await account.get(`/user/campaign/${idIn(page)}/report`)).body;
  const called = page.getByRole('listitem').filter({ hasText: /^Called/ });
  await expect.poll(() => called.innerText()).toContain(String(report.funnel.called));
  await page.getByRole('button', { name: 'Show as table' }).click();
  const hours = page.getByRole('table', { name: 'Calls by start hour' });
  await expect.poll(() => hours.getByRole('row').count()).toBe(report.hours.length + 1);
  // The table has its own URL and history entry.
  await page.goBack();
  await hours.waitFor({ state: 'detached' });
  await page.goForward();
  await hours.waitFor();
  expect(page.url()).toContain('tab=report&hours=table');

  await page.getByRole('tab', { name: 'Leads' }).click();
  await page.getByRole('link', { name: '+40721000107' }).click();
  const lead = page.getByRole('dialog', { name: '+40721000107' });
  await lead.getByText('Answered', { exact: true }).waitFor();
  await lead.getByRole('link', { name: /^Call \d+$/ }).waitFor();
  expect(errors).toEqual([]);

  // A person who opted out is on the do-not-call list with a link to the call.
  await page.goto(`${server.address}/campaigns/blacklist`);
  const entry = page.getByRole('row').filter({ hasText: '+40721000114' });
  await entry.getByText('Opt-out').waitFor();
});

function idIn(page: Page): string {
  return /campaigns\/(\d+)/.exec(page.url())?.[1] ?? '';
}

test('shows why a campaign stopped by itself and what to do', async () => {
  const { id } = await createCampaign(account, { max_calls_in_parallel: 10 });
  for (let index = 0; index < 12; index += 1) {
    // The sandbox cannot connect calls to these numbers.
    await createLead(account, { campaign_id: id, phone_number: `+40721${1000 + index}06` });
  }
  const { page, errors } = await open(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Start campaign' }).click();
  await page.getByRole('button', { name: 'Start calling' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Campaign stopped automatically' });
  await alert.waitFor({ timeout: REAL_CALLS_MS });
  await expect
    .poll(() => alert.innerText())
    .toMatch(/stopped automatically: \d+ of the last \d+ calls failed, mostly because the carrier/);
  await page.getByRole('button', { name: 'Restart campaign' }).waitFor();
  await alert.getByRole('link', { name: 'Open the last calls' }).click();
  await page.getByRole('table', { name: 'Calls' }).waitFor();
  expect(page.url()).toContain(`campaign_id=${id}`);
  expect(errors).toEqual([]);
});

describe('the leads tab', () => {
  test('adds a lead with further numbers, edits, finds and deletes it', async () => {
    const { id } = await createCampaign(account);
    await createLead(account, { campaign_id: id, phone_number: '+40721000009' });
    const { page, errors } = await open(`/campaigns/${id}?tab=leads&open=new-lead`);
    const dialog = page.getByRole('dialog', { name: 'Add lead' });
    await dialog.getByLabel('Phone number').fill('0721');
    await dialog.getByRole('button', { name: 'Add lead' }).click();
    await dialog.getByText('must be a valid phone number in international format').waitFor();
    await dialog.getByLabel('Phone number').fill('+40 721 000 001');
    await dialog.getByLabel('Value of variable 1').fill('Ana');
    for (const number of ['+40721000003', '+40721000002']) {
      await dialog.getByRole('button', { name: 'Add number' }).click();
      await dialog
        .getByLabel(/^Number \d$/)
        .last()
        .fill(number);
    }
    // Removing a row keeps the keyboard focus in its place.
    await dialog.getByRole('button', { name: 'Remove number 2' }).press('Enter');
    await dialog.locator('button[aria-label="Remove number 2"]:focus').waitFor();
    expect(await dialog.getByLabel('Number 2', { exact: true }).inputValue()).toBe('+40721000002');
    await dialog.getByRole('button', { name: 'Add lead' }).click();

    const panel = page.getByRole('dialog', { name: '+40721000001' });
    await panel.getByText('The campaign has not been started.').waitFor();
    await panel.getByText('+40721000002').waitFor();
    await panel.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit +40721000001' });
    await editor.getByLabel('Value of variable 1').fill('Ana Pop');
    await editor.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('Ana Pop').waitFor();
    const { data: leads } = (await account.get(`/user/leads?campaign_id=${id}`)).body;
    const stored = leads.find((lead: { phone_number: string }) => lead.phone_number === '+40721000001');
    expect(stored).toMatchObject({ variables: { name: 'Ana Pop' }, phone_number: '+40721000001' });
    expect(stored.secondary_contacts).toMatchObject([{ phone_number: '+40721000002' }]);

    // The keyboard closes the panel and opens it again.
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('open=');
    await page.getByRole('link', { name: '+40721000001' }).focus();
    await page.keyboard.press('Enter');
    await panel.waitFor();
    await panel.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Stop retrying' }).click();
    await panel.getByText('Retries used up', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.locator('a:focus', { hasText: '+40721000009' }).press('Enter');
    await page.getByRole('dialog', { name: '+40721000009' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('shows in the list and the panel why and until when a lead waits', async () => {
    const fields = { allowed_days: [dayWithoutCalls()], timezone: 'Europe/Bucharest' };
    const { id, numbers } = await runningCampaign(account, { leads: 1, ...fields });
    const [{ waiting }] = await leadsOf(account, id);
    expect(waiting.until).toEqual(expect.any(String));
    const { page, errors } = await open(`/campaigns/${id}?tab=leads`);
    await page.getByRole('columnheader', { name: 'Why it waits' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: numbers[0] ?? '' });
    await expect.poll(() => row.innerText()).toContain(waiting.text);
    await expect.poll(() => row.locator('time').allInnerTexts()).toContainEqual(IN_SOME_DAYS);
    await row.getByRole('link').click();
    const fact = page.getByRole('dialog').locator('dl > div').filter({ hasText: 'Why it waits' });
    await expect.poll(() => fact.innerText()).toContain(waiting.text);
    await expect.poll(() => fact.innerText()).toMatch(/Next call in \d+ days, at .*\(Europe\/Bucharest\)$/);
    expect(errors).toEqual([]);
  });

  test('shows used and allowed retries in the panel of a lead', async () => {
    const { id } = await createCampaign(account, { max_retries: 2 });
    const lead = await createLead(account, { campaign_id: id, phone_number: '+40721000001' });
    await server.database.query('update leads set retries = 2 where id = $1', [lead.id]);
    const { page, errors } = await open(`/campaigns/${id}?tab=leads&open=lead.${lead.id}`);
    const fact = page.getByRole('dialog').locator('dl > div').filter({ hasText: 'Retries left' });
    await expect.poll(() => fact.locator('dd').innerText()).toBe('2 of 2');
    await account.put(`/user/leads/${lead.id}`, { status: 'reached-max-retries' });
    await expect.poll(() => fact.locator('dd').innerText()).toBe('2');
    expect(errors).toEqual([]);
  });

  test('scrolls and filters ten thousand leads while few rows are rendered', async () => {
    const { id } = await createCampaign(account);
    const rows = Array.from({ length: 10_000 }, (_, index) => `+4072${String(2_000_000 + index)}`);
    const csv = ['phone_number', ...rows].join('\n');
    const imported = await account.post(`/user/campaign/${id}/leads/import`, csv, {
      'content-type': 'text/csv',
    });
    expect(imported.body.data.created).toBe(10_000);
    const { page, errors } = await open(`/campaigns/${id}?tab=leads`);
    const table = page.getByRole('table', { name: 'Leads' });
    await page.getByText('10,000 leads').waitFor();
    await table.hover();
    await table.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await table.getByText(rows[0] ?? '').waitFor();
    await expect.poll(() => table.getByRole('row').count()).toBeLessThan(60);
    await page.getByLabel('Phone number', { exact: true }).fill('2000004');
    await page.getByText('1 lead found').waitFor();
    expect(page.url()).toContain('2000004');
    expect(errors).toEqual([]);
  });
});

test('reorders numbers by keyboard and asks before discarding changes', async () => {
  const ids = [await insertNumber(account), await insertNumber(account)];
  const { id } = await createCampaign(account, { phone_number_ids: ids });
  const { page, errors } = await open(`/campaigns/${id}?tab=settings`);
  const order = page.getByRole('list', { name: 'Selected numbers, in order' });
  await order
    .getByRole('button', { name: /^Move .* down$/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('tab', { name: 'Report' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Campaign saved.').first().waitFor();
  const { data } = (await account.get(`/user/campaign/${id}`)).body;
  expect(data.phone_number_ids).toEqual(ids.toReversed());
  await page.getByRole('tab', { name: 'Report' }).click();
  await page.getByText('Not started yet.').waitFor();

  // Released numbers are reported and not used.
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByText('Calls rotate through these numbers in order.').waitFor();
  await order
    .getByRole('button', { name: /^Remove/ })
    .first()
    .press('Enter');
  await order.locator('button[aria-label^="Remove"]:focus').waitFor();
  for (const number of ids) await account.delete(`/user/phone-numbers/${number}`);
  await page.getByText('Released numbers can’t place calls. Remove them here.').waitFor();
  await page.reload();
  await page.getByText('All selected numbers were released.').waitFor();
  await insertNumber(account);
  const gone = {
    name: 'campaign-numbers-gone',
    path: `/campaigns/${id}?tab=settings`,
    show: (shown: Page) => shown.getByRole('button', { name: 'Use any number' }).scrollIntoViewIfNeeded(),
  };
  expect(await screenProblems(browser, { server, account }, [gone])).toEqual([]);
  await page.reload();
  // One press removes all numbers and moves the focus to the number field.
  await page.getByRole('button', { name: 'Use any number' }).press('Enter');
  await page.getByText('Leave empty to use the assistant’s number').waitFor();
  await page.locator('button[role="combobox"]:focus', { hasText: 'Add number…' }).waitFor();
  await keepScreenshot(page, 'campaign-numbers-any');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Campaign saved.').first().waitFor();
  expect((await account.get(`/user/campaign/${id}`)).body.data).toMatchObject({
    has_chosen_numbers: false,
    phone_number_ids: [],
  });
  expect(errors).toEqual([]);
});

test('adds a number to the do-not-call list and removes it', async () => {
  const { page, errors } = await open('/campaigns/blacklist');
  await page.getByRole('heading', { name: 'Your do-not-call list is empty' }).waitFor();
  await page.getByRole('button', { name: 'Add number' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add to do-not-call list' });
  await dialog.getByRole('button', { name: 'Add number' }).click();
  await dialog.getByText('This is required.').first().waitFor();
  await dialog.getByLabel('Phone number').fill('+40 721 555 555');
  await dialog.getByLabel('Reason').fill('By letter');
  await dialog.getByRole('button', { name: 'Add number' }).click();
  await page.getByText('By letter').waitFor();
  await page.getByRole('button', { name: 'Remove +40721555555' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove number' }).click();
  await page.getByRole('heading', { name: 'Your do-not-call list is empty' }).waitFor();
  expect(errors).toEqual([]);
});
