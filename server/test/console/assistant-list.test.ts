import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { assistantFields, createAssistant } from '../kit/assistants.ts';
import { keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
});

const open = (account: Client, path: string) => openConsole(browser, { server, account, path });

async function choose(page: Page, name: string, deed: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: deed, exact: true }).click();
}

test('the menus of the list and the editor activate and deactivate an assistant', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account, { name: 'Front desk', type: 'inbound' });
  const status = async () => (await account.get(`/user/assistant/${id}`)).body.data.status;
  const { page, errors } = await open(account, '/assistants');
  const row = page
    .getByRole('table', { name: 'Assistants' })
    .getByRole('row')
    .filter({ hasText: 'Front desk' });
  await row.getByText('Inactive').waitFor();
  await choose(page, 'Front desk', 'Activate');
  await page.getByText('“Front desk” is active.').first().waitFor();
  await row.getByText('Active', { exact: true }).waitFor();
  expect(await status()).toBe('active');

  await page.goto(`${server.address}/assistants/${id}`);
  await badge(page, 'Draft').waitFor();
  // Uses only the keyboard.
  await page.getByRole('button', { name: 'Actions for Front desk' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Deactivate' }).press('Enter');
  await page.getByText('“Front desk” is inactive and doesn’t answer incoming calls.').first().waitFor();
  await page.getByText(/^Incoming calls are off/).waitFor();
  expect(await status()).toBe('inactive');
  expect(errors).toEqual([]);
});

const badge = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true }).first();

/** Collects the page's Audio elements, which it never adds to the document. */
const KEEP_SOUNDS = `{
  const { play } = HTMLMediaElement.prototype;
  window.playedSounds = [];
  HTMLMediaElement.prototype.play = function () {
    window.playedSounds.push(this);
    return play.call(this);
  };
}`;

test('plays the sample of a voice and stops it', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account);
  const { page, context, errors } = await open(account, '/settings');
  await context.addInitScript(KEEP_SOUNDS);
  await page.goto(`${server.address}/assistants/${id}`);
  const sound = <Value>(expression: string) =>
    page.evaluate<Value>(`(([sound]) => ${expression})(window.playedSounds.slice(-1))`);
  await page.getByRole('button', { name: /^Preview voice: / }).click();
  const stop = page.getByRole('button', { name: 'Stop preview' });
  await stop.waitFor();
  expect(await sound('sound.error')).toBeNull();
  expect(await sound<number>('sound.duration')).toBeGreaterThan(0.5);
  await expect.poll(() => sound<number>('sound.currentTime')).toBeGreaterThan(0);
  // After the end of the sample, the button offers to play it again.
  await expect.poll(() => sound<boolean>('sound.ended')).toBe(true);
  await page.getByRole('button', { name: /^Preview voice: / }).click();
  await stop.click();
  expect(await sound<boolean>('sound.paused')).toBe(true);
  await page.getByRole('button', { name: /^Preview voice: / }).waitFor();
  expect(errors).toEqual([]);
});

test('shows an error if a voice cannot be played', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account);
  const { page } = await open(account, `/assistants/${id}`);
  await page.route(/preview/, (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.getByRole('button', { name: /^Preview voice: / }).click();
  await page.getByText('The voice couldn’t be played.').first().waitFor();
  await page.getByRole('button', { name: /^Preview voice: / }).waitFor();
});

const MANY = 1_200;

test('a list of more than a thousand assistants renders few rows and finds each one by name', async () => {
  const account = await server.account();
  const fields = { ...(await assistantFields(account)), system_prompt: 'You help customers. '.repeat(300) };
  for (let first = 0; first < MANY; first += 20) {
    const names = Array.from({ length: 20 }, (_, index) => `Assistant ${first + index}.`);
    await Promise.all(names.map((name) => account.post('/user/assistant', { ...fields, name })));
  }
  // Requests stay small, however long the prompts are.
  const summaries = await account.get('/user/assistants/summaries');
  expect(summaries.body).toHaveLength(MANY);
  expect(summaries.text.length).toBeLessThan(MANY * 300);

  const { page, errors } = await open(account, '/assistants');
  const table = page.getByRole('table', { name: 'Assistants' });
  await table.waitFor();
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe(String(MANY + 1));
  const rows = table.getByRole('row');
  await expect.poll(() => rows.count()).toBeLessThan(60);
  const oldest = rows.filter({ hasText: 'Assistant 0.' });
  await page.evaluate('document.querySelector("[role=table]").scrollTo(0, 1e6)');
  await oldest.waitFor();
  await expect.poll(() => rows.count()).toBeLessThan(60);
  await keepScreenshot(page, 'assistants-many');

  await page.getByLabel('Search by name').fill('assistant 777.');
  await expect.poll(() => table.getByRole('link').allInnerTexts()).toEqual(['Assistant 777.']);
  // Duplicating needs all fields of the assistant, which the list does not have.
  await choose(page, 'Assistant 777.', 'Duplicate');
  await page.getByRole('heading', { level: 1, name: 'Copy of Assistant 777.' }).waitFor();
  expect((await account.get('/user/assistants/summaries')).body).toHaveLength(MANY + 1);
  expect(errors).toEqual([]);
});
