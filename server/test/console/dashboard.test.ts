import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { prepareInstallation } from '../../src/demo/prepare-installation.ts';
import { createAssistant } from '../kit/assistants.ts';
import { keepScreenshot, PHONE, type TestBrowser } from '../kit/browser.ts';
import { callOnce, makeCall, mobileNumber, outboundAssistant } from '../kit/calls.ts';
import { openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { fixtureFile, newKnowledgebase, upload } from '../kit/documents.ts';
import { openConversation } from '../kit/events.ts';
import { eventually } from '../kit/eventually.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  server = await startTestServer();
  browser = await sharedBrowser();
});
afterAll(async () => {
  await server.stop();
});

const open = (account: Client, path = '/', options = {}) =>
  openConsole(browser, { server, account, path, options });

test('shows first steps with their state and lets the user dismiss them', async () => {
  const account = await server.account();
  const { page, errors } = await open(account);
  await page.getByRole('heading', { level: 2, name: 'Getting started' }).waitFor();
  await page.getByText('0 of 6 done').waitFor();
  await keepScreenshot(page, 'dashboard-new');

  await createAssistant(account, { name: 'Front desk' });
  await page.getByText('1 of 6 done').waitFor();
  await account.post('/user/knowledgebases', { name: 'Handbook' });
  await page.getByText('2 of 6 done').waitFor();

  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.reload();
  await page.getByText('No failures.').waitFor();
  expect(await page.getByText('Getting started').count()).toBe(0);
  expect(errors).toEqual([]);
});

test('demo objects do not complete first steps', async () => {
  const { config, secrets } = readConfig({ PARLEY_OWNER_PASSWORD: 'correct horse' });
  const { email } = await prepareInstallation(server, config, secrets);
  const login = await server.visitor.post('/login', { email, password: 'correct horse' });
  const owner = { ...server.client(login.body.token), email, userId: login.body.user.id };
  expect((await owner.get('/user/assistants')).body).toHaveLength(2);
  const { page } = await open(owner);
  await page.getByText('0 of 6 done').waitFor();
  await owner.post('/user/knowledgebases', { name: 'Handbook' });
  await page.getByText('1 of 6 done').waitFor();
  // Opening the widget without writing does not count and creates no listed conversation.
  const { uuid } = await createAssistant(owner, { name: 'Front desk' });
  const path = await openConversation(server.visitor, { uuid }, 'widget');
  await page.getByText('2 of 6 done').waitFor();
  await page.reload();
  const tile = page.locator('dl > div', { hasText: 'Conversations' });
  await expect.poll(() => tile.innerText()).toMatch(/Conversations\s+0/);
  await page.goto(`${server.address}/conversations`);
  await page.getByText('No conversations yet.').waitFor();
  await server.visitor.post(`${path}/messages`, { message: 'Hello?' });
  await page.getByRole('link', { name: /Visitor/ }).waitFor();
});

/** Creates an account with two calls to busy numbers, which end at once. */
async function accountWithCalls(): Promise<Client> {
  const account = await server.account();
  const assistant = await outboundAssistant(account, { name: 'Reminder' });
  for (const _ of [1, 2]) {
    const number = `${mobileNumber().slice(0, -2)}01`;
    const id = await makeCall(account, { assistant_id: assistant.id, phone_number: number });
    await callOnce(account, id, ({ status }) => status === 'busy');
  }
  return account;
}

test('counts a first call of less than a minute', async () => {
  const account = await accountWithCalls();
  await server.database.query(
    `update calls set status = 'completed', answered_at = ended_at - interval '18 seconds'
     where id = (select max(id) from calls where user_id = $1)`,
    [account.userId],
  );
  const { page } = await open(account);
  const tile = page.locator('dl > div', { hasText: 'Call minutes' });
  await expect.poll(() => tile.innerText()).toMatch(/Call minutes\s+0[.,]3/);
});

/** Calls a number that the carrier cannot connect. */
async function failedCall(account: Client): Promise<{ id: number; number: string }> {
  const assistant = await outboundAssistant(account);
  const number = `${mobileNumber().slice(0, -2)}06`;
  const id = await makeCall(account, { assistant_id: assistant.id, phone_number: number });
  await callOnce(account, id, ({ status }) => status === 'failed');
  return { id, number };
}

test('names a failed call from a withheld number differently from a browser call', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account);
  await server.database.query(
    `insert into calls (user_id, assistant_id, type, status, ringing_time_ms, variables, ended_at, end_reason)
     select $1, $2, type, 'failed', 30000, '{}', clock_timestamp(), 'the line was lost'
     from unnest(array['inbound', 'web']) as type`,
    [account.userId, id],
  );
  const { page } = await open(account);
  await page.getByRole('link', { name: 'Call with a withheld number failed' }).waitFor();
  await page.getByRole('link', { name: 'Call with a browser failed' }).waitFor();
});

test('shows statistics as charts and tables, and links failures to the page that fixes them', async () => {
  const account = await accountWithCalls();
  const { page, errors } = await open(account);
  const tile = page.locator('dl > div', { hasText: 'Calls' }).first();
  await expect.poll(() => tile.innerText()).toMatch(/Calls\s+2/);
  await page.getByRole('img', { name: 'Calls by day, chart', exact: true }).locator('svg').first().waitFor();

  await page.getByRole('button', { name: 'Calls as table', exact: true }).click();
  const table = page.getByRole('table', { name: 'Calls by day', exact: true });
  await table.waitFor();
  await expect.poll(() => table.getByRole('row').count()).toBe(31);
  await expect.poll(() => table.getByRole('row').nth(1).innerText()).toMatch(/0\s+2\s+0/);
  await page.getByRole('radio', { name: '7 days' }).click();
  await expect.poll(() => table.getByRole('row').count()).toBe(8);
  await page.getByRole('button', { name: 'Errors as table' }).click();
  await expect.poll(() => page.url()).toContain('days=7&tables=calls.errors');

  const { id, number } = await failedCall(account);
  await page.getByRole('link', { name: `Call with ${number} failed` }).click();
  await page.getByText('End reason').waitFor();
  expect(page.url()).toBe(`${server.address}/calls/${id}`);
  expect(errors).toEqual([]);
});

test('shows why a document failed, links to its knowledge base, and retries it', async () => {
  const account = await server.account();
  const path = await newKnowledgebase(account, 'Harbour');
  const bytes = fixtureFile('encrypted.pdf');
  const document = await upload(account, path, { type: 'pdf', name: 'locked.pdf', bytes });
  const { page, errors } = await open(account);
  const failure = page
    .getByRole('listitem')
    .filter({ hasText: '“locked.pdf” in “Harbour” couldn’t be processed' });
  await failure.getByText('protected by a password').waitFor();
  await keepScreenshot(page, 'dashboard-document');
  const before = (await account.get(document)).body.data.updated_at;
  await failure.getByRole('button', { name: 'Retry locked.pdf' }).click();
  await page.getByText('Processing “locked.pdf” again.').first().waitFor();
  // The document is still password-protected, so it fails again.
  await eventually(
    () => account.get(document),
    ({ body: { data } }) => data.status === 'failed' && data.updated_at > before,
  );
  await failure.getByRole('button', { name: 'Retry locked.pdf' }).waitFor();
  await failure.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor();
  // Deleted objects no longer count as failures.
  await account.delete(document);
  await page.goto(server.address);
  await page.getByText('No failures.').waitFor();
  expect(errors).toEqual([]);
});

test('the dashboard is accessible in both themes and fits a phone', async () => {
  const account = await accountWithCalls();
  await failedCall(account);
  const show = async (page: Page): Promise<void> => {
    const chart = page.getByRole('img', { name: 'Calls by day, chart', exact: true });
    await chart.locator('svg').first().waitFor();
    await page.getByRole('link', { name: /failed$/ }).waitFor();
  };
  const problems = await screenProblems(browser, { server, account }, [
    { name: 'dashboard', path: '/', show },
    {
      name: 'dashboard-table',
      path: '/',
      show: async (page) => {
        await show(page);
        await page.getByRole('button', { name: 'Errors as table' }).click();
        await page.getByRole('table', { name: 'Errors by day' }).waitFor();
      },
    },
  ]);
  expect(problems).toEqual([]);
});

test('the dashboard of a new account fits a phone', async () => {
  const { page } = await open(await server.account(), '/', PHONE);
  await page.getByText('No failures.').waitFor();
  await keepScreenshot(page, 'dashboard-phone');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
});
