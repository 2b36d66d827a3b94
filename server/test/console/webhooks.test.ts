import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { EVENT_TYPES, WEBHOOK_EVENTS } from '#contract/webhook-events.ts';
import { eventBody } from '#contract/webhook-payloads.ts';
import { keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { type Screen, screenProblems } from '../kit/console-screens.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';
import {
  newestDelivery,
  recordEvents,
  someEvent,
  startWebhookSink,
  type WebhookSink,
} from '../kit/webhook-sink.ts';

let server: TestServer;
let browser: TestBrowser;
let sink: WebhookSink;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  sink = await startWebhookSink();
});
afterAll(async () => {
  await sink.close();
});
beforeEach(async () => {
  account = await server.account();
});

const open = (path: string, options = {}) => openConsole(browser, { server, account, path, options });

/** Sends a webhook to the account's own server, at a path that answers with this status. */
async function tell(path: string, status: number, body = ''): Promise<void> {
  sink.answer(path, { status, body });
  await recordEvents(server, [someEvent(account.userId, { webhookUrl: `${sink.origin}${path}` })]);
  await newestDelivery(account, ({ attempts }) => attempts.length > 0);
}

test('shows a failed webhook and sends it again', async () => {
  // A second attempt of this test must not find the webhooks of the first.
  const down = `/down/${sink.received.length}`;
  await tell(down, 500, '{"error":"We are down."}');
  const { page, errors } = await open('/webhooks');
  const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1);
  await row.getByText('Pending').waitFor();
  await row.getByRole('link', { name: 'conversation.ended' }).click();
  await page.getByText('The endpoint answered 500.').first().waitFor();
  await page.getByText('We are down.').first().waitFor();
  const id = await page.locator('dd code').first().innerText();

  sink.answer(down, { status: 200, body: 'thank you' });
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText('Delivered', { exact: true }).waitFor();
  // An automatic retry may have been answered, too.
  await page.getByText('thank you').first().waitFor();
  await page.getByRole('button', { name: 'Resend' }).waitFor();
  const ids = new Set(sink.at(down).map(({ headers }) => headers['webhook-id']));
  expect([...ids]).toEqual([id]);
  expect(errors).toEqual([]);
});

test('new failures appear without a reload, and filters are in the URL', async () => {
  const { page, errors } = await open('/webhooks');
  await page.getByRole('heading', { name: 'No webhooks sent yet' }).waitFor();
  await tell('/good', 200);
  const table = page.getByRole('table', { name: 'Deliveries' });
  await table.getByText('Delivered').waitFor();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await page.getByRole('heading', { name: 'No matching deliveries' }).waitFor();
  expect(page.url()).toContain('status=failed');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await table.getByText('Delivered').waitFor();
  expect(errors).toEqual([]);
});

test('resends all webhooks of a time range', async () => {
  await tell('/again', 200);
  await tell('/again', 200);
  const { page, errors } = await open('/webhooks?open=replay');
  const dialog = page.getByRole('dialog', { name: 'Resend by date' });
  const { to } = await span(page);
  await dialog.getByLabel('To (exclusive)').fill('2020-01-01T00:00');
  await dialog.getByText('“To” must be later than “From”.').waitFor();
  // The webhooks were created in the minute after the end that the dialog suggests.
  await dialog.getByLabel('To (exclusive)').fill(minuteAfter(to));
  await dialog.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Failed and delivered' }).click();
  const before = sink.at('/again').length;
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await page.getByText('Resending 2 webhooks.').first().waitFor();
  await expect.poll(() => sink.at('/again').length).toBe(before + 2);
  expect(errors).toEqual([]);
});

async function span(page: Page): Promise<{ from: string; to: string }> {
  const fields = page.locator('input[type="datetime-local"]');
  return { from: await fields.first().inputValue(), to: await fields.last().inputValue() };
}

function minuteAfter(local: string): string {
  return new Date(Date.parse(`${local}Z`) + 60_000).toISOString().slice(0, 16);
}

test('re-enables a paused endpoint and delivers its pending webhooks', async () => {
  await tell('/gone', 410);
  const { page, errors } = await open('/webhooks');
  await page.getByText('1 webhook is paused.').waitFor();
  await page.getByRole('link', { name: 'View endpoint' }).click();
  await page.getByText('The endpoint answered 410 Gone.').waitFor();
  sink.answer('/gone', { status: 200 });
  await page.getByRole('button', { name: 'Enable endpoint' }).click();
  await page.getByText('Enabled', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered').waitFor();
  expect(errors).toEqual([]);
});

test('creates an endpoint with chosen events and a header, tests, edits and deletes it', async () => {
  const { page, errors } = await open('/webhooks?tab=targets');
  await page.getByRole('button', { name: 'New endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill(`${sink.origin}/events`);
  await dialog.getByLabel('All events, including future ones').uncheck();
  await dialog.getByRole('button', { name: 'Save endpoint' }).click();
  await dialog.getByText(/must have at least 1 item/i).waitFor();
  await dialog.getByRole('checkbox', { name: 'lead.updated' }).check();
  await dialog.getByRole('button', { name: 'Add header' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('X-Api-Key');
  await dialog.getByLabel('Value', { exact: true }).fill('secret 1');
  await dialog.getByRole('button', { name: 'Save endpoint' }).click();
  const item = page.getByRole('listitem').filter({ hasText: `${sink.origin}/events` });
  await item.getByText('lead.updated').waitFor();

  await item.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('Test sent.').first().waitFor();
  const { url } = await newestDelivery(account, ({ status }) => status === 'delivered');
  expect([url, sink.at('/events')[0]?.headers['x-api-key']]).toEqual([`${sink.origin}/events`, 'secret 1']);

  await item.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Description').fill('CRM');
  await dialog.getByRole('switch', { name: 'Active' }).click();
  await dialog.getByRole('button', { name: 'Save endpoint' }).click();
  await item.getByText('CRM: lead.updated').waitFor();
  await item.getByText('Paused', { exact: true }).waitFor();
  const [saved] = (await account.get('/user/webhook-endpoints')).body.data;
  expect(saved).toMatchObject({
    events: ['lead.updated'],
    description: 'CRM',
    is_active: false,
    headers: [{ name: 'X-Api-Key', value: 'secret 1' }],
  });

  await item.getByRole('button', { name: 'Delete endpoint' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete endpoint' }).click();
  await item.getByText('Webhooks of assistants').waitFor();
  expect((await account.get('/user/webhook-endpoints')).body.data).toEqual([]);
  expect(errors).toEqual([]);
});

test('explains each event with its fields and an example, and shows the deliveries of one endpoint', async () => {
  await tell('/one', 200);
  await tell('/other', 200);
  const { page, context, errors } = await open('/webhooks?tab=events');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const events = page.getByRole('heading', { level: 2 }).getByRole('button');
  await expect.poll(() => events.count()).toBe(EVENT_TYPES.length);
  await page.getByRole('button', { name: 'lead.updated' }).click();
  expect(page.url()).toContain('type=lead.updated');
  await page.getByText(WEBHOOK_EVENTS['lead.updated'].details).waitFor();
  const fields = page.getByRole('region', { name: 'Fields' });
  await fields.getByText('previous_status').waitFor();
  await fields.getByText('campaign.name').waitFor();
  await page.getByRole('button', { name: 'Copy example' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()'));
  expect(eventBody('lead.updated').safeParse(copied).error).toBeUndefined();

  await page.getByRole('tab', { name: 'Endpoints' }).click();
  const item = page.getByRole('listitem').filter({ hasText: `${sink.origin}/other` });
  await item.getByRole('link', { name: 'Deliveries' }).click();
  const table = page.getByRole('table', { name: 'Deliveries' });
  await table.getByText(`${sink.origin}/other`).waitFor();
  await table.getByText(`${sink.origin}/one`).waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Endpoint' }).getByText(`${sink.origin}/other`).waitFor();
  expect(errors).toEqual([]);
});

const oldSecret = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'both the previous and the new secret' });

test('shows the signing secret on request and rotates it', async () => {
  const { page, context, errors } = await open('/webhooks?tab=secret');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { secret } = (await account.get('/user/webhook-secret')).body.data;
  await page.getByRole('button', { name: 'Show secret' }).waitFor();
  expect(await page.content()).not.toContain(secret);
  await page.getByRole('button', { name: 'Show secret' }).click();
  await page.getByText(secret).waitFor();
  await page.getByRole('button', { name: 'Copy secret' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);

  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click();
  await oldSecret(page).waitFor();
  await page.getByText(secret).waitFor({ state: 'detached' });
  const { secret: next } = (await account.get('/user/webhook-secret')).body.data;
  expect(next).not.toBe(secret);
  await page.getByText(next).waitFor();
  await page.getByRole('button', { name: 'Hide secret' }).click();
  await page.getByText(next).waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

test('shows until when a rotated secret is valid, even after a reload, and nothing once it has expired', async () => {
  const visitor = await server.account();
  const path = '/webhooks?tab=secret';
  const { page, errors } = await openConsole(browser, { server, account: visitor, path });
  await page.getByRole('button', { name: 'Show secret' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await oldSecret(page).count()).toBe(0);
  await visitor.get('/user/webhook-secret');
  await visitor.post('/user/webhook-secret/rotate');
  // Open pages are updated, too.
  await oldSecret(page).waitFor();
  await page.reload();
  await oldSecret(page).waitFor();
  const [row] = await server.database.query<{ until: Date }>(
    'select retires_at as until from webhook_secrets where user_id = $1 and retires_at is not null',
    [visitor.userId],
  );
  const told = await oldSecret(page).locator('time').getAttribute('datetime');
  expect(Date.parse(told ?? '')).toBe(row?.until.getTime());
  await keepScreenshot(page, 'webhooks-old-secret');
  await server.database.query(
    `update webhook_secrets set retires_at = clock_timestamp() - interval '1 second'
     where user_id = $1 and retires_at is not null`,
    [visitor.userId],
  );
  await oldSecret(page).waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

async function screens(): Promise<Screen[]> {
  await tell('/screens', 500, '{"error":"We are down."}');
  await tell('/screens-gone', 410);
  const { id } = await newestDelivery(account, () => true);
  const shown: [string, string, (page: Page) => Locator][] = [
    ['deliveries', '/webhooks', (page) => page.getByRole('table', { name: 'Deliveries' })],
    ['targets', '/webhooks?tab=targets', (page) => page.getByText('Disabled', { exact: true })],
    [
      'events',
      '/webhooks?tab=events&type=call.ended',
      (page) => page.getByRole('button', { name: 'Copy example' }),
    ],
    ['secret', '/webhooks?tab=secret', (page) => page.getByRole('button', { name: 'Show secret' })],
    ['new-endpoint', '/webhooks?open=new-endpoint', (page) => page.getByRole('dialog')],
    ['replay', '/webhooks?open=replay', (page) => page.getByRole('dialog')],
    ['delivery', `/webhooks/${id}`, (page) => page.getByRole('heading', { name: 'Payload' })],
  ];
  return shown.map(([name, path, part]) => ({
    name: `webhooks-${name}`,
    path,
    show: (page) => part(page).waitFor(),
  }));
}

test('the webhook pages are accessible in both themes and fit a phone', async () => {
  expect(await screenProblems(browser, { server, account }, await screens())).toEqual([]);
});
