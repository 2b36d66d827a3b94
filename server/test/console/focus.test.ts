import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { startBrowser, type TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { openConversation } from '../kit/events.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await startTestServer();
  browser = await startBrowser();
  account = await server.account();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const open = (path: string) => openConsole(browser, { server, account, path });

/** What the keyboard would press now: `button Delete`, `body `. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const { localName, id, ariaLabel, textContent } = document.activeElement;
    return localName + ' ' + (['main', 'body'].includes(localName) ? '' : (ariaLabel ?? textContent).trim());
  })()`);

test('who does not delete is where they were, who does is at the row that takes its place', async () => {
  for (const name of ['Early desk', 'Late desk', 'Night desk']) await createAssistant(account, { name });
  const { page } = await open('/assistants');
  await page.getByRole('link', { name: 'Late desk' }).waitFor();
  const [first = '', second = '', third = ''] = await page
    .getByRole('link', { name: /desk$/ })
    .allInnerTexts();
  const asked = page.getByRole('alertdialog');
  const answer = async (name: string, words: 'Cancel' | 'Delete'): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${name}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await asked.getByRole('button', { name: words }).press('Enter');
    await asked.waitFor({ state: 'detached' });
    if (words === 'Delete') await page.getByRole('link', { name }).waitFor({ state: 'detached' });
  };
  await answer(second, 'Cancel');
  await expect.poll(() => focused(page)).toBe(`button Actions for ${second}`);
  await answer(second, 'Delete');
  await expect.poll(() => focused(page)).toBe(`button Actions for ${third}`);
  await answer(third, 'Delete');
  await expect.poll(() => focused(page)).toBe(`button Actions for ${first}`);
  await answer(first, 'Delete');
  await expect.poll(() => focused(page)).toBe('main ');
});

test('the palette gives the focus back, and leads the keyboard to where one goes', async () => {
  const { page } = await open('/settings');
  const search = page.getByRole('button', { name: 'Search Ctrl K' });
  await search.press('Enter');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('button SearchCtrl K');
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('new tool');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New tool' }).waitFor();
  await expect.poll(() => focused(page)).toBe('main ');
});

test('a page that a link of the page before leads to has the focus', async () => {
  const { id } = await createAssistant(account, { name: 'Day desk' });
  const { page } = await open('/assistants');
  await page.getByRole('link', { name: 'Day desk' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Day desk' }).waitFor();
  expect(page.url()).toContain(`/assistants/${id}`);
  await expect.poll(() => focused(page)).toBe('main ');
});

test('a button that works keeps the focus, and takes no second press', async () => {
  const assistant = await createAssistant(account, { name: 'Website' });
  const path = await openConversation(server.visitor, assistant, 'widget');
  const { page } = await open(`/conversations/${path.split('/').at(-1)}`);
  let requests = 0;
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/disable-ai/, async (route) => {
    requests += 1;
    await held;
    await route.continue();
  });
  const take = page.getByRole('button', { name: 'Take over' });
  await take.press('Enter');
  await page.locator('button[aria-busy]').waitFor();
  expect(await focused(page)).toBe('button Take over');
  await page.keyboard.press('Enter');
  answer();
  await page.getByRole('button', { name: 'Hand back to the AI' }).waitFor();
  expect(await focused(page)).toBe('button Hand back to the AI');
  expect(requests).toBe(1);
});
