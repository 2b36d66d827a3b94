import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { createCampaign } from '../kit/campaigns.ts';
import { openConsole } from '../kit/console-page.ts';
import { openConversation } from '../kit/events.ts';
import { insertNumber } from '../kit/owned-rows.ts';
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
});

const open = (path: string) => openConsole(browser, { server, account, path });

/** The focused element as role and name, such as `button Delete` or `body `. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const { localName, id, ariaLabel, textContent } = document.activeElement;
    return localName + ' ' + (['main', 'body'].includes(localName) ? '' : (ariaLabel ?? textContent).trim());
  })()`);

test('returns focus after cancel and moves it to the next row after a deletion', async () => {
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

/** Adds two rows, removes both from the last on, and returns where the focus was after each removal. */
async function removeAll(page: Page, add: string, remove: RegExp): Promise<string[]> {
  const adding = page.getByRole('button', { name: add, exact: true });
  const removing = page.getByRole('button', { name: remove });
  await adding.press('Enter');
  await adding.press('Enter');
  await expect.poll(() => removing.count()).toBe(2);
  const places: string[] = [];
  for (const left of [1, 0]) {
    await removing.last().press('Enter');
    await expect.poll(() => removing.count()).toBe(left);
    places.push(await focused(page));
  }
  return places;
}

test('moves focus to the previous row when a row of a form is removed, and from the last row to the add button', async () => {
  const { page } = await open('/tools/new');
  expect(await removeAll(page, 'Add parameter', /^Remove parameter/)).toEqual([
    'button Remove parameter 1',
    'button Add parameter',
  ]);
  expect(await removeAll(page, 'Add header', /^Remove header/)).toEqual([
    'button Remove header 1',
    'button Add header',
  ]);

  const schema = [{ name: 'resolved', type: 'bool', description: 'Whether it was.' }];
  const { id } = await createAssistant(account, {
    variables: { guest: 'Ana' },
    post_call_schema: schema,
    tools: [{ type: 'end_call' }],
  });
  for (const [tab, remove, add] of [
    ['variables', 'Remove guest', 'button Add variable'],
    ['after', 'Remove resolved', 'button Add field'],
    ['tools', 'Remove End call', 'button Add tool'],
  ] as const) {
    await page.goto(`${server.address}/assistants/${id}?tab=${tab}`);
    await page.getByRole('button', { name: remove }).press('Enter');
    await page.getByRole('button', { name: remove }).waitFor({ state: 'detached' });
    expect(await focused(page), tab).toBe(add);
  }

  const campaign = await createCampaign(account, { phone_number_ids: [await insertNumber(account)] });
  await page.goto(`${server.address}/campaigns/${campaign.id}?tab=settings`);
  const order = page.getByRole('list', { name: 'Selected numbers, in order' });
  await order.getByRole('button', { name: /^Remove/ }).press('Enter');
  await order.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('button Add number…');

  // The same in a dialog with nested rows.
  await page.goto(`${server.address}/campaigns/${campaign.id}?tab=leads&open=new-lead`);
  const others = page.getByRole('group', { name: 'Additional numbers' });
  await others.getByRole('button', { name: 'Add number' }).press('Enter');
  const own = others.getByRole('group', { name: 'Variables of number 2' });
  await own.getByRole('button', { name: 'Add variable' }).press('Enter');
  await own.getByRole('button', { name: 'Remove variable 1' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('button Add variable');
  await others.getByRole('button', { name: 'Remove number 2' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('button Add number');
});

test('the command palette returns the focus when it is closed, and moves it to the opened page', async () => {
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

test('a page that is opened by a link gets the focus', async () => {
  const { id } = await createAssistant(account, { name: 'Day desk' });
  const { page } = await open('/assistants');
  await page.getByRole('link', { name: 'Day desk' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Day desk' }).waitFor();
  expect(page.url()).toContain(`/assistants/${id}`);
  await expect.poll(() => focused(page)).toBe('main ');
});

test('a busy button keeps the focus and ignores a second press', async () => {
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
  // The answer is typed next.
  await page.getByRole('textbox', { name: 'Message' }).and(page.locator(':focus')).waitFor();
  expect(requests).toBe(1);
});

test('a click reaches its button although the error of the field that it leaves moves the button', async () => {
  const { page } = await open('/mcp-servers/new');
  const add = page.getByRole('button', { name: 'Add header', exact: true });
  const headers = page.getByLabel('Value', { exact: true });
  await page.getByLabel('Name', { exact: true }).focus();
  /** Presses the upper edge of the button, and returns its position. */
  const press = async (): Promise<number> => {
    const { x = 0, y = 0 } = (await add.boundingBox()) ?? {};
    await page.mouse.move(x + 8, y + 4);
    await page.mouse.down();
    return y;
  };
  const before = await press();
  await expect.poll(async () => (await add.boundingBox())?.y).toBeGreaterThan(before + 8);
  await page.mouse.up();
  await headers.waitFor();
  // Leaving the button before the release cancels the click.
  await page.getByLabel('Value', { exact: true }).fill('Bearer 1');
  await press();
  await page.mouse.move(0, 0, { steps: 2 });
  await page.mouse.up();
  await add.press('Enter');
  await expect.poll(() => headers.count()).toBe(2);
});
