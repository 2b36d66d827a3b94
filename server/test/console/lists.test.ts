import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { keepScreenshot, PHONE, type TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { newKnowledgebase } from '../kit/documents.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

const MANY = 220;

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
  const { id } = await createAssistant(account, { name: 'Front desk' });
  await server.database.query(
    `insert into calls (user_id, assistant_id, type, status, client_phone_number, ringing_time_ms, variables,
       ended_at, end_reason, recorded_at, evaluation)
     select $1, $2, 'outbound', 'no-answer', '+4072100' || (1000 + number), 30000, '{}', clock_timestamp(),
       'Nobody answered.', clock_timestamp(), '[]'
     from generate_series(1, $3::int) as number`,
    [account.userId, id, MANY],
  );
});

const open = (path: string, options = {}) => openConsole(browser, { server, account, path, options });
const table = (page: Page) => page.getByRole('table', { name: 'Calls' });
const scrollTo = (page: Page, top: number) =>
  table(page).evaluate((element, to) => {
    element.scrollTop = to;
  }, top);

test('refetches a failed page in the middle of a long list', async () => {
  const { page } = await open('/calls');
  await table(page).getByRole('link', { name: '+40721001220' }).waitFor();
  let isBroken = true;
  await page.route(/\/api\/user\/calls\?.*\bpage=4\b/, (route) =>
    isBroken ? route.fulfill({ status: 503, json: { message: 'Come back soon.' } }) : route.continue(),
  );
  await scrollTo(page, 1_000_000);
  // The last twenty rows are on the fifth page. The rows before them are marked as not loaded.
  await table(page).getByRole('link', { name: '+40721001001' }).waitFor();
  await scrollTo(page, 170 * 40);
  await table(page).getByRole('row').getByText('Not loaded').first().waitFor();
  // There is one button to retry, however many rows are missing.
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.poll(() => again.count()).toBe(1);
  await keepScreenshot(page, 'list-failed-page');
  isBroken = false;
  await again.click();
  await table(page).getByRole('link', { name: '+40721001045' }).waitFor();
  expect([await again.count(), await table(page).getByText('Not loaded').count()]).toEqual([0, 0]);
});

test('on a phone a table scrolls within its frame and keeps its first column in place', async () => {
  const { page } = await open('/calls', PHONE);
  const row = table(page).getByRole('row').filter({ hasText: '+40721001220' });
  const link = row.getByRole('link', { name: '+40721001220' });
  const cost = row.getByRole('cell').last();
  const before = await link.boundingBox();
  expect((await cost.boundingBox())?.x).toBeGreaterThan(390);
  await table(page).evaluate((element) => {
    element.scrollLeft = 10_000;
  });
  const box = await cost.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  expect((await link.boundingBox())?.x).toBe(before?.x);
  await keepScreenshot(page, 'list-phone-scrolled');
  // Column headers stay above their columns.
  const head = table(page).getByRole('columnheader').last();
  expect((await head.boundingBox())?.x).toBe(box?.x);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
});

test('on a phone the retry button stays in view in a list taller than the screen', async () => {
  const { page } = await open('/calls', PHONE);
  await table(page).getByRole('link', { name: '+40721001220' }).waitFor();
  await page.route(/\/api\/user\/calls\?.*\bpage=[3-5]\b/, (route) =>
    route.fulfill({ status: 503, json: { message: 'Come back soon.' } }),
  );
  await scrollTo(page, 1_000_000);
  await table(page).getByText('Not loaded').first().waitFor();
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
  const box = await page.getByRole('button', { name: 'Try again' }).boundingBox();
  expect(box !== null && box.y >= 0 && box.y + box.height <= 844).toBe(true);
  await keepScreenshot(page, 'list-failed-phone');
});

test('a thousand documents scroll while few rows are rendered, and failed ones show their reason', async () => {
  const reader = await server.account();
  const base = await newKnowledgebase(reader);
  await server.database.query(
    `insert into documents (user_id, knowledgebase_id, name, type, status, stage, error)
     select $1, base.id, 'Page ' || place, 'txt', case when place % 2 = 0 then 'failed' else 'active' end, 'ready',
       case when place % 2 = 0 then 'It holds no text.' end
     from knowledgebases base, generate_series(1, 1000) as place where base.user_id = $1`,
    [reader.userId],
  );
  const { page, errors } = await openConsole(browser, {
    server,
    account: reader,
    path: base.replace('/user/knowledgebases', '/knowledge'),
  });
  const list = page.getByRole('list', { name: 'Documents' });
  await list.getByRole('listitem').first().waitFor();
  const names = new Set<string>();
  for (const share of [0, 0.5, 1]) {
    await list.evaluate((element, to) => {
      const scroller = element.parentElement;
      if (scroller !== null) scroller.scrollTop = scroller.scrollHeight * to;
    }, share);
    const shown = list.getByRole('listitem').nth(10);
    // The list renders new rows shortly after scrolling.
    await expect.poll(async () => names.has(await shown.innerText())).toBe(false);
    expect(await list.getByRole('listitem').count()).toBeLessThan(60);
    names.add(await shown.innerText());
  }
  expect(names.size).toBe(3);
  await list.getByText('It holds no text.').first().waitFor();
  expect(errors).toEqual([]);
});
