import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { chooseZone } from '../kit/account-zone.ts';
import { createAssistant } from '../kit/assistants.ts';
import { accessibilityViolations, keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { logIn } from '../kit/browser-session.ts';
import { openConsole } from '../kit/console-page.ts';
import { insertEndedCall } from '../kit/owned-rows.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

/** 00:30 on the 11th in Bucharest, 22:30 on the 10th in UTC, and about noon on the 11th in the browser's time zone. */
const AT = '2026-03-10T22:30:00Z';
/** Time zone of the browser. */
const FAR = { timezoneId: 'Pacific/Auckland' };

let server: TestServer;
let browser: TestBrowser;
let account: Client;
let callId: number;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
  const session = await logIn(server, account);
  await session.ask('PUT', '/console/timezone', { timezone: 'Europe/Bucharest' });
  const { id } = await createAssistant(account, { name: 'Front desk' });
  callId = await insertEndedCall(server, account, id);
  await server.database.query('update calls set created_at = $2 where id = $1', [callId, AT]);
});

const open = (path: string, visitor = account) =>
  openConsole(browser, { server, account: visitor, path, options: FAR });
const callLink = (page: Page) => page.getByRole('link', { name: '+40721000001' });

test('days in lists use the account’s time zone and name it', async () => {
  const { page, errors } = await open('/calls?date_from=2026-03-11&date_to=2026-03-11');
  await callLink(page).waitFor();
  await page
    .getByText(/^Times are in Europe\/Bucharest \(GMT\+[23]\); your browser uses Pacific\/Auckland/)
    .waitFor();
  await keepScreenshot(page, 'clock-calls');
  // In the browser's time zone too, the call was on the 11th; in UTC it was on the 10th.
  await page.getByLabel('From', { exact: true }).fill('2026-03-10');
  await page.getByLabel('To', { exact: true }).fill('2026-03-10');
  await page.getByText('No matching calls').waitFor();

  await page.goto(`${server.address}/calls/${callId}`);
  await page.getByText('11 Mar 2026, 00:30').first().waitFor();
  expect(errors).toEqual([]);
});

test('formats dates, times and money in English in a browser of a language that the console does not have', async () => {
  const options = { ...FAR, locale: 'nl-NL' };
  const visit = { server, account, path: `/calls/${callId}`, options };
  const { page, errors } = await openConsole(browser, visit);
  await page.getByText('11 Mar 2026, 00:30').first().waitFor();
  await page.goto(`${server.address}/billing`);
  await page
    .getByText(/^\$\d[\d,]*\.\d{2}$/)
    .first()
    .waitFor();
  const dutch = /\d,\d{2}\s*\$|\$\s*\d+,\d{2}\b|\d geleden|\b(?:mrt|mei|okt)\b/;
  for (const path of ['/', '/billing', '/calls', '/assistants']) {
    await page.goto(`${server.address}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.locator('main').innerText(), path).not.toMatch(dutch);
  }
  await keepScreenshot(page, 'clock-dutch-browser');
  expect(errors).toEqual([]);
});

test('charts and lists assign a call to the same day', async () => {
  const visitor = await server.account();
  const session = await logIn(server, visitor);
  await session.ask('PUT', '/console/timezone', { timezone: 'Europe/Bucharest' });
  const { id } = await createAssistant(visitor, { name: 'Front desk' });
  const call = await insertEndedCall(server, visitor, id);
  // The call is at 00:30 of the current day in Bucharest.
  const [row] = await server.database.query<{ day: string }>(
    `update calls set created_at = ((clock_timestamp() at time zone 'Europe/Bucharest')::date + time '00:30')
       at time zone 'Europe/Bucharest' where id = $1
     returning to_char(created_at at time zone 'Europe/Bucharest', 'YYYY-MM-DD') as day`,
    [call],
  );
  const day = row?.day ?? '';
  const { page } = await open('/?tables=calls', visitor);
  const table = page.getByRole('table', { name: 'Calls by day', exact: true });
  const latest = await table.getByRole('row').nth(1).innerText();
  expect(latest).toContain(String(Number(day.slice(8))));
  expect(latest).toMatch(/0\s+1\s+0/);
  await page.goto(`${server.address}/calls?date_from=${day}&date_to=${day}`);
  await callLink(page).waitFor();
});

test('changes the time zone in the settings and applies it everywhere', async () => {
  const visitor = await server.account();
  const { page, errors } = await open('/settings', visitor);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Time zone' }) });
  await card.getByText('UTC', { exact: true }).waitFor();
  await card.getByText('Your browser uses Pacific/Auckland.').waitFor();
  await card.getByLabel('Time zone', { exact: true }).fill('Atlantis/Capital');
  await card.getByRole('button', { name: 'Save time zone' }).click();
  await card.getByText(/Must be a valid/).waitFor();
  await card.getByLabel('Time zone', { exact: true }).fill('Asia/Kolkata');
  await card.getByRole('button', { name: 'Save time zone' }).click();
  await card.getByText('Asia/Kolkata (GMT+5:30)').waitFor();
  await card.getByRole('button', { name: 'Use browser time zone' }).click();
  await card.getByText(/^Pacific\/Auckland \(GMT\+1[23]\)$/).waitFor();
  await keepScreenshot(page, 'clock-settings');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.reload();
  await card
    .getByText(/^Pacific\/Auckland/)
    .first()
    .waitFor();
  // The rejected time zone got a 422.
  expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
});

test('times entered in a form are in the account’s time zone', async () => {
  const { page } = await open('/webhooks?open=replay');
  const dialog = page.getByRole('dialog', { name: 'Resend by date' });
  let sent: unknown;
  await page.route('**/webhook-deliveries/replay', async (route) => {
    sent = route.request().postDataJSON();
    await route.continue();
  });
  await dialog.getByLabel('From').fill('2026-03-11T00:00');
  await dialog.getByLabel('To (exclusive)').fill('2026-03-12T00:00');
  await dialog.getByRole('button', { name: 'Resend webhooks' }).click();
  await page.getByText('No finished webhooks in this time range.').first().waitFor();
  expect(sent).toMatchObject({ from: '2026-03-10T22:00:00.000Z', to: '2026-03-11T22:00:00.000Z' });
});

const offer = (page: Page) => page.getByText('by default. Your browser uses');

test('offers the browser’s time zone once', async () => {
  const visitor = await server.account();
  const { page, errors } = await open('/', visitor);
  await offer(page).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await keepScreenshot(page, 'clock-offer');
  await page.getByRole('button', { name: 'Use Pacific/Auckland' }).click();
  await page
    .getByText(/^Activity, cost and errors.*Times are in Pacific\/Auckland \(GMT\+1[23]\)\./)
    .waitFor();
  expect(await offer(page).count()).toBe(0);
  const [row] = await server.database.query<{ timezone: string }>(
    'select timezone from users where id = $1',
    [visitor.userId],
  );
  expect(row?.timezone).toBe('Pacific/Auckland');
  expect(errors).toEqual([]);
});

test('does not ask again after UTC was confirmed', async () => {
  const visitor = await server.account();
  const { page } = await open('/', visitor);
  await page.getByRole('button', { name: 'Keep UTC' }).click();
  await offer(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Times are in UTC').waitFor();
  expect(await offer(page).count()).toBe(0);
  expect(
    (await logIn(server, visitor).then(({ ask }) => ask('GET', '/console/session'))).body.user,
  ).toMatchObject({ timezone: 'UTC', is_timezone_chosen: true });
});

test('does not ask when a time zone was chosen, even if the browser’s zone differs', async () => {
  const { page } = await open('/');
  await page.getByText('Times are in Europe/Bucharest').waitFor();
  expect(await offer(page).count()).toBe(0);
  const asked = await server.account();
  await chooseZone(server, asked.email, 'UTC');
  const { page: other } = await open('/', asked);
  await other.getByText('Times are in UTC').waitFor();
  expect(await offer(other).count()).toBe(0);
});

test('offers no time zone to a browser on UTC', async () => {
  const visitor = await server.account();
  const options = { timezoneId: 'UTC' };
  const { page } = await openConsole(browser, { server, account: visitor, path: '/', options });
  await page.getByText('Times are in UTC').waitFor();
  expect(await page.getByRole('button', { name: /^Keep/ }).count()).toBe(0);
});
