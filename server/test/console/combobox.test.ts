import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { accessibilityViolations, keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
  const { id } = await createAssistant(account, { name: 'Desk 0' });
  await copyRows(id, 1_200);
});

/** Copies an assistant `count` times under other names. */
async function copyRows(id: number, count: number): Promise<void> {
  const [row] = await server.database.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_name = 'assistants' and table_schema = current_schema() and is_identity = 'NO'
       and is_generated = 'NEVER' and column_name not in ('uuid', 'name')`,
  );
  await server.database.query(
    `insert into assistants (name, ${row?.columns}) select 'Desk ' || n, ${row?.columns}
     from assistants, generate_series(1, ${count}) n where id = $1`,
    [id],
  );
}

const open = (path: string) => openConsole(browser, { server, account, path });

/** Waits until the assistants are loaded; before that the field has nothing to search. */
const filled = (field: Locator) => expect.poll(() => field.getAttribute('aria-autocomplete')).toBeNull();

test('finds one of more than a thousand assistants by a part of its name', async () => {
  const { page, errors } = await open('/calls');
  const filter = page.getByRole('combobox', { name: 'Assistant' });
  await filled(filter);
  await filter.click();
  const search = page.getByRole('combobox', { name: 'Search' });
  const options = page.getByRole('option');
  await options.first().waitFor();
  await expect.poll(() => options.count()).toBe(50);
  await page.getByText('1152 more. Type to narrow the list.').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await keepScreenshot(page, 'combobox-open');
  await search.fill('1199');
  await page.getByRole('option', { name: 'Desk 1199' }).click();
  await expect.poll(() => filter.innerText()).toBe('Desk 1199');
  expect(new URL(page.url()).searchParams.get('assistant_id')).toMatch(/^\d+$/);

  await filter.click();
  await page.getByRole('option', { name: 'Desk 1199', selected: true }).waitFor();
  await search.fill('nothing of it');
  await page.getByText('No results.').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  await expect.poll(() => filter.innerText()).toBe('Desk 1199');
  await filter.click();
  await page.getByRole('option', { name: 'All', exact: true }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(errors).toEqual([]);
});

test('in a dialog, opens and searches by keyboard and returns the focus', async () => {
  const { page, errors } = await open('/messaging?open=new-sender');
  const dialog = page.getByRole('dialog', { name: 'New sender' });
  const field = dialog.getByRole('combobox', { name: 'Assistant' });
  await filled(field);
  await field.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('desk 77');
  await page.getByRole('option', { name: 'Desk 77', exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => field.innerText()).toBe('Desk 77');
  await expect.poll(() => field.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  // Text in the search field does not count as unsaved input.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});
