import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { accessibilityViolations, keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { choose, openConsole } from '../kit/console-page.ts';
import { eventually } from '../kit/eventually.ts';
import { insertEndedCall } from '../kit/owned-rows.ts';
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
  const { id } = await createAssistant(account, { name: 'Front desk' });
  const call = await insertEndedCall(server, account, id);
  await server.database.query("update calls set created_at = '2026-03-10T22:30:00Z' where id = $1", [call]);
});

const CATALOGUES = path.join(import.meta.dirname, '../../../console/src/lib/i18n/catalogues');

/** Translates an English text as the console does. */
function translator(language: string): (text: string) => string {
  const catalogue: Record<string, string> = JSON.parse(
    readFileSync(path.join(CATALOGUES, `${language}.json`), 'utf8'),
  );
  return (text) => {
    const translation = catalogue[text];
    if (translation === undefined) throw new Error(`${language} has no translation of “${text}”.`);
    return translation;
  };
}

test('the console follows the language of the browser, with its dates, numbers and errors', async () => {
  const german = translator('de');
  const { page, errors } = await openConsole(browser, {
    server,
    account,
    path: '/calls',
    options: { locale: 'de-DE' },
  });
  await page.getByRole('heading', { name: german('Calls'), level: 1 }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await page.getByRole('link', { name: '+40721000001' }).click();
  await page.getByText('10.03.2026, 22:30').first().waitFor();
  await page.goto(`${server.address}/billing`);
  await page
    .getByText(/^\d+,\d{2}\u00a0\$$/)
    .first()
    .waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await keepScreenshot(page, 'languages-billing-de');

  await page.goto(`${server.address}/tools/new`);
  await page.getByRole('button', { name: german('Save tool') }).click();
  await page.getByText(german('This is required.'), { exact: true }).first().waitFor();
  expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
});

test('a language chosen in the settings stays after a reload, also on the login page', async () => {
  const romanian = translator('ro');
  const { page, context, errors } = await openConsole(browser, { server, account, path: '/settings' });
  await choose(page, 'Language', 'Română');
  await page.getByRole('heading', { name: romanian('Settings'), level: 1 }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await eventually(
    () =>
      server.database.query<{ language: string | null }>(
        'select language from people join memberships on person_id = people.id where user_id = $1',
        [account.userId],
      ),
    ([person]) => person?.language === 'ro',
  );
  await context.clearCookies();
  await page.goto(`${server.address}/login`);
  await page.getByRole('heading', { name: romanian('Log in to Parley') }).waitFor();
  await keepScreenshot(page, 'languages-login-ro');
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
});

test('shows no page before its texts are there, and translates errors of the login page', async () => {
  const german = translator('de');
  const { page } = await browser.open({ locale: 'de-DE' });
  const arrived = Promise.withResolvers<void>();
  await page.route(/\/de-[\w-]+\.js$/, async (route) => {
    const answer = await route.fetch();
    // The part with the texts of all pages.
    if ((await answer.text()).length > 30_000) await arrived.promise;
    await route.fulfill({ response: answer });
  });
  await page.goto(`${server.address}/forgot-password`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByLabel(german('Email')).fill('a@example.com');
  await page.getByRole('button').last().click();
  arrived.resolve();
  await page.getByText(german('This installation sends no email.')).waitFor();
});

test('a catalogue that cannot be loaded leaves the page in English', async () => {
  const { page } = await browser.open({ locale: 'fr-FR' });
  await page.route(/\/fr-[\w-]+\.js$/, (route) => route.abort());
  await page.goto(`${server.address}/login`);
  await page.getByRole('heading', { name: 'Log in to Parley' }).waitFor();
});
