import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { accessibilityViolations, keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { createCampaign, createLead } from '../kit/campaigns.ts';
import { openConsole } from '../kit/console-page.ts';
import { newKnowledgebase, searchable, upload } from '../kit/documents.ts';
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

const SMALL_LAPTOP = { width: 1280, height: 800 };

const open = (path: string, viewport: { width: number; height: number }) =>
  openConsole(browser, { server, account, path, options: { viewport, reducedMotion: 'reduce' } });

/** True if an element is completely inside another one. */
async function isWithin(thing: Locator, frame: Locator): Promise<boolean> {
  const [inner, outer] = [await thing.boundingBox(), await frame.boundingBox()];
  if (inner === null || outer === null) return false;
  const isAcross = inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width + 0.5;
  return isAcross && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height + 0.5;
}

test.each([
  [1440, 900],
  [1360, 850],
  [1366, 768],
  [1280, 800],
  [1280, 720],
])('the side bar shows every page at %i × %i', async (width, height) => {
  const { page } = await open('/', { width, height });
  const bar = page.getByRole('complementary', { name: 'Console' });
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await links.last().waitFor();
  expect(await links.count()).toBeGreaterThan(14);
  expect(await isWithin(links.last(), bar)).toBe(true);
  // Nothing is scrolled away, so no link is faded.
  const hidden = await page.evaluate(`(() => {
    const { scrollHeight, clientHeight } = document.querySelector('nav[aria-label=Main]').parentElement;
    return scrollHeight - clientHeight;
  })()`);
  expect(hidden).toBe(0);
});

const settings = (page: Page) => page.getByRole('tablist', { name: 'Settings' });

test('the editor shows all its tabs and both figures of the estimate on a small laptop', async () => {
  const { id } = await createAssistant(account, { name: 'Front desk' });
  const { page } = await open(`/assistants/${id}`, SMALL_LAPTOP);
  await settings(page).waitFor();
  await expect.poll(() => isWithin(settings(page).getByRole('tab').last(), settings(page))).toBe(true);
  await expect.poll(() => settings(page).getByRole('tab').last().textContent()).toBe('Chat & widget');
  expect(await page.getByTitle('More tabs').count()).toBe(0);
  await page.getByText(/^Answer in about \d+ ms · .*0\.10 a minute · vendors: free$/).waitFor();
  await keepScreenshot(page, 'widths-editor-1280');
});

test('tabs that do not fit show that there are more and scroll to them', async () => {
  const { id } = await createAssistant(account, { name: 'Front desk' });
  const { page } = await open(`/assistants/${id}`, { width: 390, height: 844 });
  const last = settings(page).getByRole('tab').last();
  await page.getByTitle('More tabs').waitFor();
  expect(await isWithin(last, settings(page))).toBe(false);
  expect(await accessibilityViolations(page)).toEqual([]);
  await keepScreenshot(page, 'widths-editor-390');
  await expect
    .poll(async () => {
      const more = page.getByTitle('More tabs');
      if ((await more.count()) > 0) await more.click();
      return isWithin(last, settings(page));
    })
    .toBe(true);
  await page.getByTitle('Earlier tabs').waitFor();
});

test('the list of assistants has room for its menus on a small laptop', async () => {
  await createAssistant(account, { name: 'Appointments of the dental practice in the mill' });
  const { page } = await open('/assistants', SMALL_LAPTOP);
  const table = page.getByRole('table', { name: 'Assistants' });
  const menu = table.getByRole('button').last();
  await menu.waitFor();
  await expect.poll(() => isWithin(menu, table)).toBe(true);
  await keepScreenshot(page, 'widths-assistants-1280');
});

test('the list of assistants cuts no word on a desktop', async () => {
  await createAssistant(account, { name: 'Reminders', type: 'outbound' });
  const { page } = await open('/assistants', { width: 1440, height: 900 });
  await page.getByRole('cell', { name: 'Outbound' }).waitFor();
  const cut = `[...document.querySelectorAll('[role=cell]')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)`;
  expect(await page.evaluate<string[]>(cut)).toEqual([]);
  await keepScreenshot(page, 'widths-assistants-1440');
});

test('a tool’s URL field has room next to its test on a small laptop', async () => {
  const { body } = await account.post('/user/tools', {
    name: 'find_order',
    description: 'Tells where an order is.',
    method: 'GET',
    endpoint: 'https://shop.example/orders',
  });
  const { page } = await open(`/tools/${body.data.id}`, SMALL_LAPTOP);
  const field = page.getByLabel('URL', { exact: true });
  await field.waitFor();
  expect((await field.boundingBox())?.width).toBeGreaterThan(300);
  await keepScreenshot(page, 'widths-tool-1280');
});

test('the filters of calls fit in one row on a small laptop', async () => {
  const { page } = await open('/calls', SMALL_LAPTOP);
  const tops = async () =>
    Promise.all(
      ['From', 'To'].map(async (name) => (await page.getByLabel(name, { exact: true }).boundingBox())?.y),
    );
  await page.getByLabel('To', { exact: true }).waitFor();
  const [from, to] = await tops();
  expect(to).toBe(from);
  await keepScreenshot(page, 'widths-calls-1280');
});

test('the side bar shows the current page and that it scrolls', async () => {
  for (const height of [500, 768, 800, 864]) {
    const { page, context } = await open('/settings', { width: 1366, height });
    const bar = page.getByRole('complementary', { name: 'Console' });
    const entry = bar.getByRole('link', { name: 'Settings' });
    await entry.waitFor();
    const live = bar.getByRole('status').first();
    const isClear = async (): Promise<boolean> => {
      const [inner, end] = [await entry.boundingBox(), await live.boundingBox()];
      return inner !== null && end !== null && inner.y >= 0 && inner.y + inner.height <= end.y;
    };
    await expect.poll(isClear, { message: `at ${height}` }).toBe(true);
    await keepScreenshot(page, `widths-side-bar-${height}`);
    await context.close();
  }
});

/** True if the first letter of a name is visible, in either writing direction. */
const showsBeginning = (link: Locator): Promise<boolean> =>
  link.evaluate((name) => {
    const letter = name.ownerDocument.createRange();
    letter.setStart(name.firstChild ?? name, 0);
    letter.setEnd(name.firstChild ?? name, 1);
    const [inner, outer] = [letter.getBoundingClientRect(), name.getBoundingClientRect()];
    return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
  });

test('a long name shows its beginning in lists in any script, and all of it on its own page', async () => {
  const name = 'مكتب الاستقبال المسائي في فندق الطاحونة القديمة على ضفاف النهر';
  const { body } = await account.post('/user/knowledgebases', { name });
  const { page } = await open('/knowledge', { width: 390, height: 844 });
  const link = page.getByRole('link', { name });
  await link.waitFor();
  expect(await showsBeginning(link)).toBe(true);
  await page.goto(`${server.address}/knowledge/${body.data.id}`);
  const title = page.getByRole('heading', { level: 1, name });
  await title.waitFor();
  const isWhole = await title.evaluate(
    (heading) =>
      heading.scrollWidth <= heading.clientWidth && heading.scrollHeight <= heading.clientHeight + 1,
  );
  expect(isWhole).toBe(true);
  await keepScreenshot(page, 'widths-long-name-390');
});

test('on a phone an assistant’s name is not cut off within a word', async () => {
  const { name } = await createAssistant(account, { name: 'Rechtsschutzversicherungsgesellschaften' });
  const { page } = await open('/assistants', { width: 390, height: 844 });
  const link = page.getByRole('link', { name: String(name) });
  await link.waitFor();
  expect(await link.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
});

const fitsAcross = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => element.scrollWidth <= element.clientWidth);

test('a long name without spaces wraps in dialogs', async () => {
  const name = 'x'.repeat(200);
  await createAssistant(account, { name });
  const { page } = await open('/assistants', { width: 390, height: 844 });
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText(name).first().waitFor();
  expect(await fitsAcross(question)).toBe(true);
  await keepScreenshot(page, 'widths-long-question-390');
  await page.goto(`${server.address}/keys?open=new-key`);
  await page.getByRole('dialog').getByLabel('Name').fill('k'.repeat(100));
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: /^API key “k+”$/ });
  await shown.waitFor();
  expect(await fitsAcross(shown)).toBe(true);
  const close = shown.getByRole('button', { name: 'Close' });
  expect(await isWithin(close, shown)).toBe(true);
  await keepScreenshot(page, 'widths-long-key-390');
});

test('passages with long words fit a phone in search results and lists', async () => {
  const path = await newKnowledgebase(account, 'Checksums');
  const hash = '9f86d081884c7d659a2feaa0c55ad015'.repeat(5);
  const text = `The checksum of the pump is ${hash}, and https://mill.example/${'pump/'.repeat(40)} has it.`;
  const name = `${'checksums_of_the_pump_'.repeat(4)}.txt`;
  const document = await upload(account, path, { type: 'txt', name, bytes: Buffer.from(text) });
  await searchable(account, document);
  const page = path.replace('/user/knowledgebases', '/knowledge');
  const { page: phone } = await open(`${page}?tab=try&q=checksum`, { width: 390, height: 844 });
  const passage = phone.getByRole('listitem').filter({ hasText: hash });
  await passage.waitFor();
  const isWithinScreen = () => phone.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
  expect(await isWithinScreen()).toBe(true);
  const box = await passage.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await keepScreenshot(phone, 'widths-found-passage-390');
  await phone.goto(`${server.address}${page}?open=document.${document.split('/').at(-1)}`);
  const dialog = phone.getByRole('dialog', { name });
  await dialog.getByText(hash).waitFor();
  expect(await fitsAcross(dialog)).toBe(true);
  expect(await fitsAcross(dialog.getByRole('list', { name: 'Passages' }))).toBe(true);
  expect(await isWithinScreen()).toBe(true);
  await keepScreenshot(phone, 'widths-passages-390');
});

test('error messages next to the pages are not cut off', async () => {
  const { name } = await createAssistant(account, { name: 'Told at length' });
  const { page, context } = await open('/assistants', SMALL_LAPTOP);
  const message = `${'This server is being looked after, and comes back as soon as that is done. '.repeat(3)}Sorry.`;
  await context.route('**/activate', (route) => route.fulfill({ status: 503, json: { message } }));
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Activate', exact: true }).click();
  const told = page.getByRole('region', { name: /^Notifications/ }).getByText('Sorry.');
  await told.waitFor();
  expect(await told.evaluate((text) => text.scrollHeight <= text.clientHeight)).toBe(true);
  await keepScreenshot(page, 'widths-toast-1280');
  await page.setViewportSize({ width: 390, height: 844 });
  // With the phone's top bar there is less room, so a long message scrolls and its end fades.
  await expect.poll(() => told.getAttribute('class')).toContain('mask-b-from');
  await keepScreenshot(page, 'widths-toast-390');
});

test('the list of leads shows until when a lead waits on a small laptop', async () => {
  const campaign = await createCampaign(account);
  const lead = await createLead(account, { campaign_id: campaign.id, phone_number: '+40721000001' });
  const { page } = await open('/campaigns', SMALL_LAPTOP);
  const text = 'The retry interval ends outside the hours in which this number may be called.';
  await page.route('**/api/user/leads?**', async (route) => {
    const answer = await route.fetch();
    const found = await answer.json();
    const until = new Date(Date.now() + 630_000).toISOString();
    const data = found.data.map((one: object) => ({ ...one, waiting: { ...lead.waiting, text, until } }));
    await route.fulfill({ response: answer, json: { ...found, data } });
  });
  await page.goto(`${server.address}/campaigns/${campaign.id}?tab=leads`);
  const cell = page.getByRole('cell').filter({ hasText: text });
  await cell.waitFor();
  expect(await isWithin(cell.getByText(/^in \d+ minutes$/), cell)).toBe(true);
  expect((await cell.boundingBox())?.height).toBeLessThan(40);
  expect(await fitsAcross(page.getByRole('table', { name: 'Leads' }))).toBe(true);
  await keepScreenshot(page, 'widths-leads-1280');
});
