import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser, type TestBrowser } from '../kit/browser.ts';
import { clicks, countClicks } from '../kit/clicks.ts';
import { fixtureFile } from '../kit/documents.ts';
import { dropFile } from '../kit/drop-file.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { TestServer } from '../kit/test-server.ts';
import { widgetOn } from '../kit/widget-page.ts';
import { type ForeignSite, startForeignSite } from '../kit/widget-site.ts';

/** Typing, keys and dropped files do not count as clicks. */
const MOST_CLICKS = 30;
const QUESTION = 'When does the safety valve open?';
const ANSWER = '11.5 bar';
const CSV = 'phone;name;invoice\r\n+40721000114;Ana;A-17\r\n+40721000107;Bogdan;A-18\r\n';

let server: TestServer;
let browser: TestBrowser;
let site: ForeignSite;

beforeAll(async () => {
  server = await sharedServer();
  // A separate browser: its pages count clicks.
  browser = await startBrowser();
  site = await startForeignSite(server.address);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

/** Types into a field that has the keyboard focus already. */
async function type(field: Locator, text: string): Promise<void> {
  await expect.poll(() => field.evaluate((element) => element.matches(':focus'))).toBe(true);
  await field.page().keyboard.insertText(text);
}

/** Presses Enter on a button that has the focus already. */
async function enter(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
}

async function setUpTemplate(page: Page): Promise<void> {
  await type(page.getByLabel('Company name'), 'Espresso Works');
  await page.keyboard.press('Tab');
  await type(page.getByLabel('Products or services'), 'Espresso machines for offices.');
  await page.keyboard.press('Enter');
}

const chat = (page: Page) => page.getByRole('log', { name: 'Test conversation' });

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(server.address);
  await type(page.getByLabel('Email'), email);
  await page.keyboard.press('Tab');
  await type(page.getByLabel('Password'), 'correct horse');
  await page.keyboard.press('Enter');
  await heading(page, 'Dashboard').waitFor();
}

async function useTemplate(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Create assistant' }).click();
  await press(page, 'Use template: Support from your documents');
  await setUpTemplate(page);
  await page.getByText('All changes saved').waitFor();
}

async function addDocument(page: Page): Promise<void> {
  await tab(page, 'Knowledge');
  const handbook = { name: 'handbook.pdf', mimeType: 'application/pdf', buffer: fixtureFile('handbook.pdf') };
  await dropFile(page.getByRole('heading', { name: 'Drop a document here' }), handbook);
  await page.getByText(/^\d+ pages?, \d+ passages$/).waitFor();
}

async function tryQuestion(page: Page): Promise<void> {
  await press(page, 'Try a question');
  const dialog = page.getByRole('dialog', { name: 'Try a question' });
  await type(dialog.getByLabel('Question'), QUESTION);
  await page.keyboard.press('Enter');
  await dialog.getByRole('list', { name: 'Passages' }).getByText(ANSWER).first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

async function testByChat(page: Page): Promise<void> {
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.click();
  for (const [question, answer] of [
    [QUESTION, ANSWER],
    ['What does a yearly service cost?', ''],
  ] as const) {
    await type(message, question);
    await message.press('Enter');
    await chat(page).locator('p').filter({ hasText: answer }).last().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Run again' }).isEnabled()).toBe(true);
  }
}

async function fixPrompt(page: Page): Promise<void> {
  await tab(page, 'Prompt');
  const prompt = page.getByRole('textbox', { name: 'System prompt' });
  await prompt.click();
  await page.keyboard.press('Control+End');
  await type(prompt, '\n\n# Prices\nA yearly service costs 45 euros.');
  await page.keyboard.press('Control+s');
  await page.getByText(/^The assistant has changed since/).waitFor();
  await press(page, 'Run again');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Done: 1 of 3 answers changed.').waitFor();
  expect((await dialog.locator('ins').allInnerTexts()).join('')).toContain('45 euros');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** Asks by keyboard in a running call. */
async function askInCall(page: Page): Promise<void> {
  const words = page.getByRole('textbox', { name: 'Type a message' });
  await words.waitFor();
  await type(words, QUESTION);
  await page.keyboard.press('Enter');
  await page.getByRole('log', { name: 'Transcript' }).getByText(ANSWER).first().waitFor();
}

async function testByCall(page: Page): Promise<void> {
  await tab(page, 'Test call');
  await press(page, 'Call');
  await askInCall(page);
  await press(page, 'Hang up');
  await page.getByRole('link', { name: 'View call details' }).waitFor();
}

/** @returns the widget in a visitor's browser */
async function publishWidget(page: Page) {
  await tab(page, 'Chat & widget');
  const tag = await page.getByText('<script src=').innerText();
  await page.getByRole('button', { name: /^Copy/ }).first().click();
  await page.getByText('Copied').first().waitFor();
  const uuid = /data-assistant="([^"]+)"/.exec(tag)?.[1] ?? '';
  const visitor = await browser.open();
  await visitor.page.goto(site.publish({ assistants: [uuid] }));
  const widget = widgetOn(visitor.page);
  await widget.open();
  await widget.say('Can a person help me?');
  return widget;
}

async function takeOver(page: Page): Promise<void> {
  await goTo(page, 'Conversations');
  await page
    .getByRole('link', { name: /Visitor/ })
    .first()
    .click();
  await press(page, 'Take over');
  await type(page.getByRole('textbox', { name: 'Message' }), 'Yes, how can I help?');
  await page.keyboard.press('Enter');
}

async function callFromSandbox(page: Page): Promise<void> {
  await goTo(page, 'Sandbox');
  await page.getByRole('button', { name: /^Call \+\d+/ }).click();
  const said = page.getByRole('log', { name: 'Transcript' });
  await said.getByText('Hello, Espresso Works support.').first().waitFor();
  await press(page, 'Hang up');
}

async function connectSender(page: Page): Promise<void> {
  await goTo(page, 'Messaging');
  await press(page, 'New sender');
  const dialog = page.getByRole('dialog', { name: 'New sender' });
  await dialog.getByRole('combobox', { name: 'Assistant' }).getByText('Support').waitFor();
  await type(dialog.getByLabel('Name'), 'Espresso help');
  await page.keyboard.press('Enter');
  await heading(page, 'Espresso help').waitFor();
}

async function startCampaign(page: Page): Promise<void> {
  await goTo(page, 'Campaigns');
  await page.getByRole('link', { name: 'New campaign' }).first().click();
  await press(page, 'Use template: Polite payment reminder');
  await setUpTemplate(page);
  await page.getByRole('combobox', { name: 'Assistant' }).getByText('Payment reminder').waitFor();
  await type(page.getByLabel('Name', { exact: true }), 'Open invoices');
  await page.keyboard.press('Enter');
  await heading(page, 'Open invoices').waitFor();
  const file = { name: 'invoices.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
  await dropFile(page.getByRole('heading', { name: 'No leads yet' }), file);
  await enter(page, 'Import 2 leads');
  await page.getByText('2 leads were imported.').waitFor();
  await enter(page, 'Start campaign');
  await press(page, 'Start calling');
  await page.getByRole('button', { name: 'Stop campaign' }).waitFor();
}

test('the whole story takes few clicks', async () => {
  const { email } = await server.account();
  const { page, context, errors } = await browser.open({ viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(['clipboard-write']);
  await countClicks(page);
  const figures: [string, number][] = [];
  const step = async <Result>(name: string, act: () => Promise<Result>): Promise<Result> => {
    const before = figures.reduce((sum, [, count]) => sum + count, 0);
    const result = await act();
    figures.push([name, (await clicks(page)) - before]);
    return result;
  };
  await step('Log in', () => logIn(page, email));
  await step('Assistant from a template, with a number', () => useTemplate(page));
  await step('PDF document', () => addDocument(page));
  await step('Try a question', () => tryQuestion(page));
  await step('Test chat', () => testByChat(page));
  await step('Fix the prompt, run again', () => fixPrompt(page));
  await step('Test call', () => testByCall(page));
  const widget = await step('Widget', () => publishWidget(page));
  await step('Take over', () => takeOver(page));
  await expect.poll(() => widget.said()).toContainEqual(expect.stringContaining('Yes, how can I help?'));
  await step('Sandbox phone call', () => callFromSandbox(page));
  await step('Call page', () =>
    page
      .getByRole('link', { name: /^To Support/ })
      .first()
      .click(),
  );
  await step('Latency', () => page.getByRole('tab', { name: /^Latency/ }).click());
  await step('Sender', () => connectSender(page));
  await step('Campaign', () => startCampaign(page));
  for (const name of ['Webhooks', 'Usage and billing', 'API keys', 'Settings']) {
    await step(name, async () => {
      await goTo(page, name);
      await heading(page, name).waitFor();
    });
  }
  console.table(Object.fromEntries(figures));
  expect(await clicks(page)).toBeLessThanOrEqual(MOST_CLICKS);
  // The session request before the login is rejected.
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
});
