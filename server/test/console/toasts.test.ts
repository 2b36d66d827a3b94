import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { keepScreenshot, PHONE, type TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { coveredControls, isPressable } from '../kit/covered-controls.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
});

const SCREENS: [string, BrowserContextOptions][] = [
  ['1280x720', { viewport: { width: 1280, height: 720 } }],
  ['1440x900', { viewport: { width: 1440, height: 900 } }],
  ['390x844', PHONE],
];

interface Visit {
  account: Client;
  path: string;
  options: BrowserContextOptions;
}

/** Opens a page without animations, so that measured positions do not change. */
const visit = ({ account, path, options }: Visit) =>
  openConsole(browser, { server, account, path, options: { ...options, reducedMotion: 'reduce' } });

const TOASTS = '[data-toasts]';

/**
 * Moves the pointer over a toast, because it disappears after some seconds otherwise. On a phone an older toast with
 * the same text may be hidden.
 */
async function holdToast(page: Page, text: string): Promise<void> {
  await page.locator(`${TOASTS} li:last-child`).getByText(text).hover();
}

describe.each(SCREENS)('at %s', (name, options) => {
  test('toasts cover no controls', async () => {
    const account = await server.account();
    const { id } = await createAssistant(account, { name: 'Front desk' });
    const { page, errors } = await visit({ account, path: `/assistants/${id}`, options });
    await page.getByLabel('First message').fill('Good day!');
    await page.keyboard.press('Control+s');
    await holdToast(page, 'Saved. Applies to new calls and chats.');
    expect(await coveredControls(page, TOASTS)).toEqual([]);
    await keepScreenshot(page, `toast-editor-${name}`);
    // Toasts cover nothing at other scroll positions.
    await page.mouse.wheel(0, 400);
    await page.evaluate('scrollBy(0, 400)');
    expect(await coveredControls(page, TOASTS)).toEqual([]);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    expect(await coveredControls(page, TOASTS)).toEqual([]);

    await page.goto(`${server.address}/assistants`);
    for (const [deed, told] of [
      ['Activate', '“Front desk” is active.'],
      ['Deactivate', '“Front desk” is inactive and doesn’t answer incoming calls.'],
      ['Activate', '“Front desk” is active.'],
    ] as const) {
      await page.getByRole('button', { name: 'Actions for Front desk' }).click();
      await page.getByRole('menuitem', { name: deed, exact: true }).click();
      await holdToast(page, told);
    }
    expect(await coveredControls(page, TOASTS)).toEqual([]);
    await keepScreenshot(page, `toasts-list-${name}`);
    expect(errors).toEqual([]);
  });

  test('the save bar does not cover the message field and its send button', async () => {
    const account = await server.account();
    const { id } = await createAssistant(account);
    const isBeside = (options.viewport?.width ?? 0) >= 1280;
    const { page } = await visit({
      account,
      options,
      path: `/assistants/${id}${isBeside ? '' : '?tab=talk'}`,
    });
    const talk = page.getByRole('region', { name: 'Test Reception' });
    const message = talk.getByRole('textbox', { name: 'Message' });
    await message.fill('Hello');
    const send = talk.getByRole('button', { name: 'Send' });
    if (!isBeside) await send.scrollIntoViewIfNeeded();
    expect([await isPressable(message), await isPressable(send)]).toEqual([true, true]);
    await keepScreenshot(page, `talk-${name}`);
    await send.click();
    await talk.getByRole('log').getByText('Hello').first().waitFor();
  });
});

test('a toast leaves every link of the side bar reachable', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account);
  const options = { viewport: { width: 1280, height: 720 } };
  const { page } = await visit({ account, path: `/assistants/${id}`, options });
  await page.getByLabel('First message').fill('Good day!');
  await page.keyboard.press('Control+s');
  await holdToast(page, 'Saved.');
  const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' });
  await last.scrollIntoViewIfNeeded();
  expect(await isPressable(last)).toBe(true);
});

test('Escape closes an open dialog before a toast above it', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account, { variables: { guest: 'Ana' } });
  const { page } = await visit({ account, path: `/assistants/${id}`, options: {} });
  await page.getByLabel('First message').fill('Good day!');
  await page.getByRole('button', { name: 'Variables', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Variables' });
  await dialog.waitFor();
  await page.keyboard.press('Control+s');
  const toast = page.locator(TOASTS).getByText('Saved. Applies to new calls and chats.');
  await toast.hover();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await toast.count()).toBe(1);
  await page.keyboard.press('Escape');
  await toast.waitFor({ state: 'detached' });
});

test('error toasts stay until dismissed, and success toasts are removed first', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account, { name: 'Front desk' });
  const { page, context } = await visit({ account, path: '/assistants', options: {} });
  await page.clock.install();
  await page.goto(`${server.address}/assistants`);
  const deed = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions for Front desk' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await context.route(`**/api/user/assistant/${id}/activate`, (route) =>
    route.fulfill({ status: 503, json: { message: 'Come back soon.' } }),
  );
  await deed('Activate');
  const failed = page.locator(TOASTS).getByText('Come back soon.');
  await failed.waitFor();
  await context.unroute(`**/api/user/assistant/${id}/activate`);
  const succeeded = page.locator(TOASTS).getByText(/is (in)?active/);
  for (const name of ['Activate', 'Deactivate', 'Activate', 'Deactivate']) {
    await deed(name);
    await succeeded
      .and(page.getByText(name === 'Activate' ? 'is active' : 'is inactive'))
      .last()
      .waitFor();
  }
  await page.clock.runFor(60_000);
  await expect.poll(() => succeeded.count()).toBe(0);
  await expect.poll(() => failed.count()).toBe(1);
  await page.locator(TOASTS).getByRole('button', { name: 'Dismiss' }).click();
  await failed.waitFor({ state: 'detached' });
  // The focus was on the removed button, which holds no later toast.
  await deed('Activate');
  await succeeded.waitFor();
  await page.clock.runFor(60_000);
  await expect.poll(() => succeeded.count()).toBe(0);
});
