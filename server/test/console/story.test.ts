import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepScreenshot, type OpenedPage, startBrowser, type TestBrowser } from '../kit/browser.ts';
import { IS_COMPLETE_RUN } from '../kit/complete-run.ts';
import { choose } from '../kit/console-page.ts';
import { fixtureFile } from '../kit/documents.ts';
import { dropFile } from '../kit/drop-file.ts';
import { eventually } from '../kit/eventually.ts';
import { startMain } from '../kit/server-process.ts';
import { type SlowWebsite, startSlowWebsite } from '../kit/slow-website.ts';
import { speakingMicrophone } from '../kit/speaking-microphone.ts';
import { widgetOn } from '../kit/widget-page.ts';
import { type ForeignSite, startForeignSite } from '../kit/widget-site.ts';

/** Speech for the browser's microphone. */
const SPOKEN = 'When does the safety valve open?';
/** Phrases that the recognizer must tell apart. */
const PHRASES = [SPOKEN, 'Where is the workshop?', 'Which adapter do older machines need?', 'Goodbye.'];
/** Debian's speech recognizer needs no API key. In a complete run it must be installed. */
const HAS_EARS = IS_COMPLETE_RUN || existsSync('/usr/bin/pocketsphinx_continuous');

let browser: TestBrowser;
let microphone: Awaited<ReturnType<typeof speakingMicrophone>>;
let folder: string;
let parley: ChildProcess;
/** Output of the first start. */
let printed: { address: string; email: string; password: string };
let site: ForeignSite;
/** The customer's own website, a source of the knowledge base. */
let shop: SlowWebsite;

beforeAll(async () => {
  // Long enough that the microphone does not interrupt the answer.
  microphone = await speakingMicrophone(SPOKEN, { silenceS: 25, voice: 'slt' });
  browser = await startBrowser(microphone.flags);
  shop = await startSlowWebsite(
    '<title>Service</title><h1>Service</h1><p>The workshop is in Mill Lane 4.</p>',
  );
  folder = mkdtempSync(path.join(tmpdir(), 'parley-story-'));
  const running = startMain({
    PARLEY_DATA: folder,
    PARLEY_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8',
    PARLEY_POCKETSPHINX_PHRASES: PHRASES.join(','),
  });
  parley = running.child;
  const words = await eventually(
    async () => running.words(),
    (text) => text.includes('Stop with Ctrl+C') || running.child.exitCode !== null,
    120_000,
  );
  const word = (name: string): string => new RegExp(`^ *${name} +(\\S+)`, 'm').exec(words)?.[1] ?? '';
  printed = { address: word('Console'), email: word('Owner'), password: word('Password') };
  site = await startForeignSite(printed.address);
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await shop.close();
  rmSync(microphone.folder, { recursive: true, force: true });
  const ended = once(parley, 'exit');
  if (parley.exitCode === null && parley.kill('SIGTERM')) await ended;
  rmSync(folder, { recursive: true, force: true });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

async function logInAsPrinted(page: Page): Promise<void> {
  await page.goto(printed.address);
  await page.getByLabel('Email').fill(printed.email);
  await page.getByLabel('Password').fill(printed.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await heading(page, 'Dashboard').waitFor();
  // Demo objects do not count.
  await page.getByText('0 of 6 done').waitFor();
}

const documentRow = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: name });

/** Adds a PDF by drag and drop, and a website whose first fetch fails: shows stages and the error, and retries. */
async function feedKnowledge(page: Page): Promise<void> {
  await goTo(page, 'Knowledge');
  await page.getByRole('button', { name: 'New knowledge base' }).click();
  await page.getByLabel('Name').fill('Espresso handbooks');
  await page.getByRole('button', { name: 'Create knowledge base' }).click();
  const buffer = fixtureFile('handbook.pdf');
  const empty = page.getByRole('heading', { name: 'Drop your first document here' });
  await dropFile(empty, { name: 'handbook.pdf', mimeType: 'application/pdf', buffer });
  await documentRow(page, 'handbook.pdf').getByText('Active').waitFor();

  await page.getByRole('button', { name: 'Add website' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add website' });
  await dialog.getByLabel('URL').fill(`${shop.origin}/`);
  await dialog.getByLabel('Name').fill('Our website');
  await dialog.getByRole('button', { name: 'Add website' }).click();
  await page.getByRole('progressbar', { name: 'Progress of Our website: Fetching pages' }).waitFor();
  shop.answer(500);
  const website = documentRow(page, 'Our website');
  await website.getByText('500').waitFor();
  await page.getByText('1 of 2 failed').waitFor();
  shop.answer(200);
  await website.getByRole('button', { name: 'Retry' }).click();
  await website.getByText('Active').waitFor();
  await keepScreenshot(page, 'story-1-knowledge');
}

/** Looks at passages, search results and their scores. */
async function lookIntoKnowledge(page: Page): Promise<void> {
  await documentRow(page, 'handbook.pdf').getByRole('button', { name: 'handbook.pdf', exact: true }).click();
  const chunks = page.getByRole('dialog', { name: 'handbook.pdf' });
  await chunks.getByText(/^\d+ passages$/).waitFor();
  const passage = chunks.getByRole('listitem').filter({ hasText: '11.5 bar' }).first();
  await passage.waitFor();
  await keepScreenshot(page, 'story-1-passages');
  await page.keyboard.press('Escape');
  await chunks.waitFor({ state: 'detached' });

  await page.getByRole('tab', { name: 'Try a question' }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill('When does the safety valve open?');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const found = page.getByRole('list', { name: 'Passages' }).getByRole('listitem');
  const best = found.filter({ hasText: '11.5 bar' }).first();
  await best.waitFor();
  const marked = (await best.locator('mark').allInnerTexts()).map((word) => word.toLowerCase());
  expect(marked).toEqual(expect.arrayContaining(['safety', 'valve']));
  await expect.poll(() => best.getByRole('heading').innerText()).toContain('handbook.pdf');
  await expect.poll(() => best.innerText()).toMatch(/Relevance\s+[\d.]+%\s+Keyword match\s+[\d.]+%/);
  // One note says that similarity is unavailable, because there are too few passages.
  await expect.poll(() => page.getByText(/^Semantic similarity unavailable/).count()).toBe(1);
  await keepScreenshot(page, 'story-1-question');
}

async function useTemplate(page: Page, title: string): Promise<void> {
  await goTo(page, 'Assistants');
  await page.getByRole('link', { name: 'New assistant' }).first().click();
  await page.getByRole('button', { name: `Use template: ${title}` }).click();
  await page.getByLabel('Company name').fill('Mill Inn');
  await page.getByLabel('Products or services').fill('Rooms with breakfast.');
  await page.getByRole('button', { name: 'Create assistant' }).click();
  await page.getByText('All changes saved').waitFor();
}

async function buildAssistant(page: Page): Promise<void> {
  await useTemplate(page, 'Support from your documents');
  await page.getByRole('tab', { name: 'Knowledge', exact: true }).click();
  await choose(page, 'Knowledge base', /^Espresso handbooks/);
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await page.getByText('All changes saved').waitFor();
}

const chat = (page: Page) => page.getByRole('log', { name: 'Test conversation' });
const saidInChat = (page: Page, words: string) => chat(page).locator('p').filter({ hasText: words }).first();
const messageBox = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

async function ask(page: Page, question: string): Promise<void> {
  await messageBox(page).fill(question);
  await messageBox(page).press('Enter');
}

/** Chats by text, goes back to an earlier turn, and edits it. */
async function talkByText(page: Page): Promise<void> {
  await ask(page, 'When does the safety valve open?');
  await saidInChat(page, '11.5 bar').waitFor();
  await ask(page, 'Which adapter do older machines need?');
  await saidInChat(page, 'HB-7731').waitFor();
  await page.getByRole('button', { name: 'Edit and continue from here' }).last().click();
  await expect.poll(() => messageBox(page).inputValue()).toBe('Which adapter do older machines need?');
  await ask(page, 'Which adapter do machines with the older pump need?');
  await saidInChat(page, 'Which adapter do machines with the older pump need?').waitFor();
  await saidInChat(page, 'HB-7731').waitFor();
  expect(await chat(page).getByText('Which adapter do older machines need?').count()).toBe(0);
  await keepScreenshot(page, 'story-2-talk');
}

/** Asks a question by microphone and hears the answer. */
async function talkByVoice(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Test call' }).click();
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await page.getByText('Connected').waitFor();
  const said = page.getByRole('log', { name: 'Transcript' });
  const loudness = (name: string) => async () =>
    Number(await page.getByRole('meter', { name: `Volume: ${name}` }).getAttribute('aria-valuenow'));
  await expect.poll(loudness('Support')).toBeGreaterThan(35);
  await expect.poll(loudness('You')).toBeGreaterThan(35);
  await said
    .getByText(/when does the safety valve open/i)
    .first()
    .waitFor();
  await said.getByText('11.5 bar').first().waitFor();
  await keepScreenshot(page, 'story-2-voice');
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByRole('link', { name: 'View call details' }).waitFor();
  await page.getByRole('tab', { name: 'Test chat' }).click();
}

/** Adds a missing fact to the prompt and reruns the conversation. */
async function fixAndCompare(page: Page): Promise<void> {
  await ask(page, 'What does a yearly service cost?');
  await expect.poll(() => page.getByRole('button', { name: 'Run again' }).isEnabled()).toBe(true);
  expect(await chat(page).innerText()).not.toContain('45 euros');
  await page.getByRole('tab', { name: 'Prompt', exact: true }).click();
  const prompt = page.getByRole('textbox', { name: 'System prompt' });
  await prompt.fill(`${await prompt.inputValue()}\n\n# Prices\nA yearly service costs 45 euros.`);
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await page.getByText('All changes saved').waitFor();
  await page.getByText(/^The assistant has changed since/).waitFor();
  await page.getByRole('button', { name: 'Run again' }).click();
  const dialog = page.getByRole('dialog');
  // The greeting and three answers are compared.
  await dialog.getByText('Done: 1 of 4 answers changed.').waitFor();
  expect((await dialog.locator('ins').allInnerTexts()).join('')).toContain('45 euros');
  await keepScreenshot(page, 'story-2-compare');
  await dialog.getByRole('button', { name: 'Continue with the new answers' }).click();
  await saidInChat(page, 'A yearly service costs 45 euros.').waitFor();
}

/** Embeds the assistant on a website, where a visitor asks a question. */
async function publishWidget(page: Page): Promise<OpenedPage> {
  await page.getByRole('tab', { name: 'Chat & widget' }).click();
  await page.getByLabel('Allowed sites').fill(site.origin);
  await page.getByLabel('Allowed sites').press('Tab');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await page.getByText('All changes saved').waitFor();
  const tag = await page.getByText('<script src=').innerText();
  expect(tag).toContain(`src="${printed.address}/widget.js"`);
  const uuid = /data-assistant="([^"]+)"/.exec(tag)?.[1] ?? '';

  const visitor = await browser.open();
  await visitor.page.goto(site.publish({ assistants: [uuid] }));
  const widget = widgetOn(visitor.page);
  await widget.open();
  await widget.say('When does the safety valve open?');
  await expect.poll(async () => (await widget.said()).at(-1)).toContain('11.5 bar');
  await keepScreenshot(visitor.page, 'story-3-widget');

  // The visitor's conversation appears immediately.
  await goTo(page, 'Conversations');
  await page.getByText('11.5 bar').first().waitFor();
  return visitor;
}

async function connectNumberAndSender(page: Page): Promise<void> {
  await goTo(page, 'Phone numbers');
  await page.getByRole('button', { name: 'Get a sandbox number' }).click();
  const told = await page
    .getByText(/\d added\.$/)
    .first()
    .innerText();
  const number = /\d{6,}/.exec(told)?.[0] ?? 'none';
  await goTo(page, 'Assistants');
  await page.getByRole('link', { name: 'Support', exact: true }).click();
  await page.getByRole('tab', { name: 'Call rules' }).click();
  await choose(page, 'Phone number', new RegExp(number));
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await page.getByText('All changes saved').waitFor();
  await goTo(page, 'Phone numbers');
  await page.getByRole('row').filter({ hasText: number }).getByText('Support').waitFor();
  await goTo(page, 'Messaging');
  await page.getByRole('button', { name: 'New sender' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New sender' });
  await dialog.getByLabel('Name').fill('Espresso help');
  await choose(page, 'Assistant', 'Support');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await heading(page, 'Espresso help').waitFor();
}

/** Leads: a person who asks not to be called, and a number that does not exist. */
const CSV = 'phone;name;invoice\r\n+40721000114;Ana;A-17\r\n+40721000105;Bogdan;A-18\r\n';

async function runCampaign(page: Page): Promise<void> {
  await useTemplate(page, 'Polite payment reminder');
  await goTo(page, 'Campaigns');
  await page.getByRole('link', { name: 'New campaign' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Open invoices');
  await choose(page, 'Assistant', 'Payment reminder');
  await page.getByLabel('From', { exact: true }).fill('00:00');
  await page.getByLabel('Until', { exact: true }).fill('23:59');
  await page.getByLabel('Saturday').check();
  await page.getByLabel('Sunday').check();
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await heading(page, 'Open invoices').waitFor();

  await page.getByRole('button', { name: 'Import leads' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import leads' });
  const file = { name: 'invoices.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
  await dropFile(dialog.getByRole('button', { name: 'Choose a CSV file' }).first(), file);
  await dialog.getByRole('button', { name: 'Import 2 leads' }).click();
  await dialog.getByText('2 leads were imported.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('tab', { name: 'Monitor' }).click();
  await page.getByRole('button', { name: 'Start campaign' }).click();
  await page.getByRole('button', { name: 'Start calling' }).click();
  await page.getByText('Completed', { exact: true }).waitFor({ timeout: 180_000 });
  await expect.poll(() => page.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('2 of 2, 100%');
  await keepScreenshot(page, 'story-4-campaign');
}

/** Opens the call of the lead that answered: transcript, recording and latency. */
async function lookAtCall(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Leads' }).click();
  await page.getByRole('link', { name: '+40721000114' }).click();
  await page
    .getByRole('dialog', { name: '+40721000114' })
    .getByRole('link', { name: /^Call \d+$/ })
    .click();
  await heading(page, '+40721000114').waitFor();
  await page
    .getByText(/Hello, this is the digital/)
    .first()
    .waitFor();
  await keepScreenshot(page, 'story-5-call');
}

test('takes a user from an empty folder to a finished campaign in one browser', async () => {
  const { page, errors } = await browser.open({ viewport: { width: 1440, height: 900 } });
  await logInAsPrinted(page);
  // The session request before the login is rejected.
  expect(errors.splice(0)).toEqual([expect.stringContaining('401')]);
  await feedKnowledge(page);
  await lookIntoKnowledge(page);
  await buildAssistant(page);
  await talkByText(page);
  if (HAS_EARS) await talkByVoice(page);
  await fixAndCompare(page);
  const visitor = await publishWidget(page);
  await connectNumberAndSender(page);
  await runCampaign(page);
  await lookAtCall(page);
  await goTo(page, 'Dashboard');
  await heading(page, 'Dashboard').waitFor();
  await keepScreenshot(page, 'story-6-dashboard');
  expect(errors).toEqual([]);
  expect(visitor.errors).toEqual([]);
}, 600_000);
