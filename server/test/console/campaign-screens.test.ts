import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestBrowser } from '../kit/browser.ts';
import { AT_ANY_HOUR } from '../kit/campaign-dials.ts';
import { createCampaign, createLead, setStatus } from '../kit/campaigns.ts';
import { type Screen, screenProblems } from '../kit/console-screens.ts';
import { insertEndedCall } from '../kit/owned-rows.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;
let id: number;
let leadId: number;
let draftId: number;

beforeAll(async () => {
  server = await sharedServer(AT_ANY_HOUR);
  browser = await sharedBrowser();
});
beforeEach(async () => {
  account = await server.account();
  ({ id } = await createCampaign(account, {
    allowed_hours_start_time: '21:30',
    allowed_hours_end_time: '6:05',
  }));
  ({ id: leadId } = await createLead(account, {
    campaign_id: id,
    phone_number: '+40721000001',
    variables: { name: 'Ana' },
    secondary_contacts: [{ phone_number: '+40721000002' }],
  }));
  const { assistant_id } = (await account.get(`/user/campaign/${id}`)).body.data;
  await account.put(`/user/assistant/${assistant_id}`, { initial_message: 'Hello {{name}}.' });
  ({ id: draftId } = await createCampaign(account, { name: 'Autumn', assistant_id }));
  await createLead(account, { campaign_id: draftId, phone_number: '+40721000003' });
  await account.post('/user/blacklist', { phone_number: '+40721555555' });
  const { body } = await account.get('/user/assistants');
  const call = await insertEndedCall(server, account, body[0].id);
  await server.database.query('update calls set campaign_id = $1 where id = $2', [id, call]);
  expect((await setStatus(account, id, 'start')).status).toBe(200);
});

function screens(): Screen[] {
  const heading = (name: string | RegExp) => (page: Page) =>
    page.getByRole('heading', { name }).first().waitFor();
  const shownTable = (name: RegExp) => async (page: Page) => {
    const table = page.getByRole('table', { name });
    await table.scrollIntoViewIfNeeded();
  };
  const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name }).waitFor();
  const showStart = async (page: Page) => {
    await page.getByRole('button', { name: 'Start campaign' }).click();
    await page.getByText('would hear nothing in its place').waitFor();
  };
  const shown: [string, string, Screen['show']][] = [
    ['list', '/campaigns', (page) => page.getByRole('table', { name: 'Campaigns' }).waitFor()],
    ['start', `/campaigns/${draftId}`, showStart],
    ['new', '/campaigns/new', heading('Assistant and numbers')],
    ['monitor', `/campaigns/${id}`, heading('Waiting leads')],
    ['leads', `/campaigns/${id}?tab=leads`, (page) => page.getByRole('table', { name: 'Leads' }).waitFor()],
    ['report', `/campaigns/${id}?tab=report`, heading('Funnel')],
    ['report-hours', `/campaigns/${id}?tab=report&hours=table`, shownTable(/^Calls by start hour/)],
    ['settings', `/campaigns/${id}?tab=settings`, heading('Assistant and numbers')],
    ['lead', `/campaigns/${id}?tab=leads&open=lead.${leadId}`, dialog('+40721000001')],
    ['lead-edit', `/campaigns/${id}?tab=leads&open=edit-lead.${leadId}`, dialog('Edit +40721000001')],
    ['lead-add', `/campaigns/${id}?tab=leads&open=new-lead`, dialog('Add lead')],
    ['import', `/campaigns/${id}?tab=leads&open=import`, dialog('Import leads')],
    ['blacklist', '/campaigns/blacklist', (page) => page.getByText('+40721555555').waitFor()],
  ];
  return shown.map(([name, path, show]) => ({ name: `campaigns-${name}`, path, show }));
}

test.each([
  ['lists', 0, 5],
  ['tabs', 5, 8],
  ['dialogs', 8, 13],
])('%s are accessible in both themes and fit a phone', async (_name, from, to) => {
  expect(await screenProblems(browser, { server, account }, screens().slice(from, to))).toEqual([]);
});

test('the accessibility tests cover every screen', () => {
  expect(screens()).toHaveLength(13);
});
