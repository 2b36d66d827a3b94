import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  accessibilityViolations,
  keepScreenshot,
  PHONE,
  startBrowser,
  type TestBrowser,
} from '../kit/browser.ts';
import { AT_ANY_HOUR } from '../kit/campaign-dials.ts';
import { createCampaign, createLead, setStatus } from '../kit/campaigns.ts';
import { openConsole } from '../kit/console-page.ts';
import { insertEndedCall } from '../kit/owned-rows.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;
let id: number;
let leadId: number;

beforeAll(async () => {
  server = await startTestServer({ environment: AT_ANY_HOUR });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  account = await server.account();
  ({ id } = await createCampaign(account, {
    allowed_hours_start_time: '21:30',
    allowed_hours_end_time: '6:05',
  }));
  ({ id: leadId } = await createLead(account, {
    ...{ campaign_id: id, phone_number: '+40721000001', variables: { name: 'Ana' } },
    secondary_contacts: [{ phone_number: '+40721000002' }],
  }));
  await account.post('/user/blacklist', { phone_number: '+40721555555' });
  const { body } = await account.get('/user/assistants');
  const call = await insertEndedCall(server, account, body[0].id);
  await server.database.query('update calls set campaign_id = $1 where id = $2', [id, call]);
  expect((await setStatus(account, id, 'start')).status).toBe(200);
});

/** Every screen, by its address, with what shows that it is there. */
const screens = (): [string, string, (page: Page) => Promise<void>][] => {
  const heading = (name: string | RegExp) => (page: Page) =>
    page.getByRole('heading', { name }).first().waitFor();
  const shownTable = (name: RegExp) => async (page: Page) => {
    const table = page.getByRole('table', { name });
    await table.scrollIntoViewIfNeeded();
  };
  const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name }).waitFor();
  return [
    ['list', '/campaigns', (page) => page.getByRole('table', { name: 'Campaigns' }).waitFor()],
    ['new', '/campaigns/new', heading('Who calls')],
    ['monitor', `/campaigns/${id}`, heading('Why leads wait')],
    ['leads', `/campaigns/${id}?tab=leads`, (page) => page.getByRole('table', { name: 'Leads' }).waitFor()],
    ['report', `/campaigns/${id}?tab=report`, heading('How far leads came')],
    ['report-hours', `/campaigns/${id}?tab=report&hours=table`, shownTable(/^Calls by the hour/)],
    ['settings', `/campaigns/${id}?tab=settings`, heading('Who calls')],
    ['lead', `/campaigns/${id}?tab=leads&open=lead.${leadId}`, dialog('+40721000001')],
    ['lead-edit', `/campaigns/${id}?tab=leads&open=edit-lead.${leadId}`, dialog('Edit +40721000001')],
    ['lead-add', `/campaigns/${id}?tab=leads&open=new-lead`, dialog('Add a lead')],
    ['import', `/campaigns/${id}?tab=leads&open=import`, dialog('Import leads')],
    ['blacklist', '/campaigns/blacklist', (page) => page.getByText('+40721555555').waitFor()],
  ];
};

const open = (path: string, options = {}) => openConsole(browser, { server, account, path, options });

test.each(['light', 'dark'] as const)('the screens are accessible in the %s theme', async (colorScheme) => {
  const { page, errors } = await open('/campaigns', { colorScheme });
  for (const [name, path, shown] of screens()) {
    await page.goto(`${server.address}${path}`);
    await shown(page);
    await keepScreenshot(page, `campaigns-${name}-${colorScheme}`);
    expect(await accessibilityViolations(page), name).toEqual([]);
  }
  expect(errors).toEqual([]);
});

test('the screens fit a phone', async () => {
  const { page } = await open('/campaigns', PHONE);
  for (const [name, path, shown] of screens()) {
    await page.goto(`${server.address}${path}`);
    await shown(page);
    await keepScreenshot(page, `campaigns-${name}-phone`);
    expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(390);
  }
});
