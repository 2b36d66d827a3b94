import { beforeAll, expect, test } from 'vitest';
import { accessibilityViolations, keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { createCampaign } from '../kit/campaigns.ts';
import { openConsole } from '../kit/console-page.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;
let campaign: { id: number };

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
  campaign = await createCampaign(account);
});

const API_DAYS = 'date_from=2026-11-27&date_to=2026-11-01';
const OWN_DAYS = 'from=2026-11-27&to=2026-11-01';

test.each([
  ['calls', () => `/calls?${API_DAYS}`, 'To'],
  ['conversations', () => `/conversations?${API_DAYS}`, 'To'],
  ['sms', () => `/messaging?tab=sms&${API_DAYS}`, 'To'],
  ['deliveries', () => `/webhooks?${API_DAYS}`, 'To'],
  ['leads', () => `/campaigns/${campaign.id}?tab=leads&${OWN_DAYS}`, 'Added until'],
  ['spend', () => `/billing?${OWN_DAYS}`, 'To'],
  ['ledger', () => `/billing?tab=ledger&${OWN_DAYS}`, 'To'],
  ['models', () => `/billing?tab=models&${OWN_DAYS}`, 'To'],
])('shows an error for a reversed date range and sends no request (%s)', async (name, path, label) => {
  const { page, errors } = await openConsole(browser, { server, account, path: '/settings' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('date_from=') && request.url().includes('/api/')) asked.push(request.url());
  });
  await page.goto(`${server.address}${path()}`);
  await page.getByText('Invalid date range').waitFor();
  const last = page.getByLabel(label, { exact: true });
  const why = await last.getAttribute('aria-describedby');
  expect(await last.getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator(`[id="${why}"]`).innerText()).toBe('The end date is before the start date.');
  expect(asked).toEqual([]);
  expect(await accessibilityViolations(page)).toEqual([]);
  await keepScreenshot(page, `days-reversed-${name}`);

  await last.fill('2026-11-28');
  await page.getByText('Invalid date range').waitFor({ state: 'detached' });
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(await last.getAttribute('aria-invalid')).toBeNull();
  expect(errors).toEqual([]);
});
