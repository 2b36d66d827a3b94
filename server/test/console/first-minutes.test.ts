import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepScreenshot, startBrowser, type TestBrowser } from '../kit/browser.ts';
import { clicks, countClicks, drops } from '../kit/clicks.ts';
import { fixtureFile } from '../kit/documents.ts';
import { dropFile } from '../kit/drop-file.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { TestServer } from '../kit/test-server.ts';

/** Clicks of a newcomer, including the login and the drop of a file. */
const MOST_TO_ANSWER = 8;
const MOST_TO_PHONE_CALL = 11;

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  server = await sharedServer();
  // A separate browser: its pages count clicks.
  browser = await startBrowser();
});
afterAll(() => browser.close());

const deeds = async (page: Page) => (await clicks(page)) + (await drops(page));
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

test('a newcomer gets an answer from their own document, and then a phone call, with few clicks', async () => {
  const account = await server.account();
  const { page, errors } = await browser.open({ viewport: { width: 1440, height: 900 } });
  await countClicks(page);
  await page.goto(server.address);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('link', { name: 'Create assistant' }).click();
  await page.getByRole('button', { name: 'Use template: Support from your documents' }).click();
  await page.getByLabel('Company name').fill('Espresso Works');
  await page.getByLabel('Products or services').fill('Espresso machines for offices.');
  await page.getByRole('button', { name: 'Create assistant' }).click();
  await page.getByRole('tab', { name: 'Knowledge', exact: true }).click();
  const handbook = { name: 'handbook.pdf', mimeType: 'application/pdf', buffer: fixtureFile('handbook.pdf') };
  await dropFile(page.getByRole('heading', { name: 'Drop a document here' }), handbook);
  await page.getByText(/^\d+ pages?, \d+ passages$/).waitFor();
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.click();
  await message.fill('When does the safety valve open?');
  await message.press('Enter');
  const chat = page.getByRole('log', { name: 'Test conversation' });
  await chat.locator('p').filter({ hasText: '11.5 bar' }).first().waitFor();
  expect(await deeds(page)).toBeLessThanOrEqual(MOST_TO_ANSWER);
  await chat.getByText('Hello, Espresso Works support. What can I help you with?').first().waitFor();
  // The first assistant has a sandbox number.
  await page.getByRole('button', { name: /^Channels/ }).waitFor();
  await keepScreenshot(page, 'first-minutes-answer');

  await goTo(page, 'Sandbox');
  await page.getByRole('button', { name: /^Call \+\d+/ }).click();
  const said = page.getByRole('log', { name: 'Transcript' });
  await said.getByText('This call is recorded.').first().waitFor();
  await said.getByText('Hello, Espresso Works support. What can I help you with?').first().waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
  expect(await deeds(page)).toBeLessThanOrEqual(MOST_TO_PHONE_CALL);
  // The session request before the login is rejected.
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
});
