import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityViolations,
  keepScreenshot,
  PHONE,
  type TestBrowser,
  untilAtRest,
} from '../kit/browser.ts';
import { IS_CHROMIUM_INSTALLED } from '../kit/chromium.ts';
import { fixtureFile } from '../kit/documents.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import type { Client } from '../kit/test-server.ts';
import { widgetOn } from '../kit/widget-page.ts';
import { startWidgetInstallation, type WidgetInstallation } from '../kit/widget-site.ts';

const REPLY =
  'We are **open**:\n\n1. Monday to Thursday\n2. Friday until `14:00`\n\nSee [our page](https://shop.example/) or\n```\ncode\n```';

describe.skipIf(!IS_CHROMIUM_INSTALLED)('the widget', () => {
  let installation: WidgetInstallation;
  let account: Client;
  let browser: TestBrowser;

  beforeAll(async () => {
    installation = await startWidgetInstallation();
    account = await installation.server.account();
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await installation.stop();
  });

  async function visit(settings: Record<string, unknown> = {}, options: BrowserContextOptions = {}) {
    const assistant = await installation.assistant(account, {
      name: 'Harbour Books',
      widget_settings: settings,
    });
    const address = installation.site.publish({ assistants: [assistant.uuid] });
    const opened = await browser.open(options);
    await opened.page.goto(address);
    return { ...opened, assistant, chat: widgetOn(opened.page) };
  }

  async function talk(settings?: Record<string, unknown>, options?: BrowserContextOptions) {
    const visitor = await visit(settings, options);
    await visitor.chat.open();
    installation.model.script({ kind: 'answer', text: REPLY });
    await visitor.chat.say('When are you open?');
    await visitor.chat.log.getByRole('link', { name: 'our page' }).waitFor();
    return visitor;
  }

  /** Visible settings: background, launcher color, side of the page. */
  const look = (page: Page): Promise<string> =>
    page.evaluate(`(() => {
      const root = document.querySelector('parley-chat').shadowRoot;
      const { left, right } = root.querySelector('.launcher').getBoundingClientRect();
      const ground = getComputedStyle(root.querySelector('.panel')).backgroundColor;
      const colour = getComputedStyle(root.querySelector('.launcher')).backgroundColor;
      return [ground, colour, left < innerWidth - right ? 'left' : 'right'].join(' ');
    })()`);
  const LIGHT = 'rgb(255, 255, 255)';
  const DARK = 'rgb(23, 27, 34)';
  const OWN = 'rgb(37, 99, 235)';

  test.each([
    ['light', { theme: 'light' }, {}, `${LIGHT} ${OWN} right`],
    ['dark', { theme: 'dark', color: '#0f766e' }, {}, `${DARK} rgb(15, 118, 110) right`],
    [
      'auto-dark',
      { theme: 'auto', color: '#facc15', position: 'bottom-left' },
      { colorScheme: 'dark' as const },
      `${DARK} rgb(250, 204, 21) left`,
    ],
    [
      'auto-light',
      { theme: 'auto', color: '#fde68a' },
      { colorScheme: 'light' as const },
      `${LIGHT} rgb(253, 230, 138) right`,
    ],
    ['black', { theme: 'dark', color: '#000000' }, {}, `${DARK} rgb(0, 0, 0) right`],
    // Forced colors: the device's palette applies.
    ['forced-colors', {}, { forcedColors: 'active' as const }, /right$/],
    ['phone', { color: '#7c3aed' }, PHONE, `${LIGHT} rgb(124, 58, 237) right`],
  ])('has its assistant’s look, and axe finds no violations: %s', async (name, settings, options, shown) => {
    const { page, chat } = await visit(settings, options);
    await chat.launcher.waitFor();
    expect(await look(page)).toMatch(shown);
    expect(await accessibilityViolations(page)).toEqual([]);
    await chat.open();
    installation.model.script({ kind: 'answer', text: REPLY });
    await chat.say('When are you open?');
    await chat.log.getByRole('link', { name: 'our page' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, `widget-${name}`);
  });

  test('follows the device’s theme and opens its panel on the launcher’s side', async () => {
    const { page, chat } = await visit({ theme: 'auto', position: 'bottom-left' }, { colorScheme: 'light' });
    await chat.open();
    expect(await look(page)).toBe(`${LIGHT} ${OWN} left`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => look(page)).toBe(`${DARK} ${OWN} left`);
    await untilAtRest(page);
    expect((await chat.panel.boundingBox())?.x).toBeLessThan(40);
  });

  test('can be opened, used and closed by keyboard, and returns the focus to the launcher', async () => {
    const { page, chat } = await visit();
    await chat.launcher.waitFor();
    const focused = () =>
      page.evaluate(`(() => {
        const inner = document.activeElement.shadowRoot?.activeElement;
        return inner === null || inner === undefined ? document.activeElement.tagName
          : inner.getAttribute('aria-label') ?? inner.textContent;
      })()`);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('A');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Open chat');
    await page.keyboard.press('Enter');
    await chat.log.locator('.message').first().waitFor();
    expect(await focused()).toBe('Write a message');
    installation.model.script({ kind: 'answer', text: 'Read me.' });
    await page.keyboard.type('One');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('Two');
    await page.keyboard.press('Enter');
    await expect
      .poll(chat.said)
      .toEqual(['assistant: Hello! How can I help you?', 'user: One\nTwo', 'assistant: Read me.']);
    expect(await focused()).toBe('Write a message');
    const stops: unknown[] = [];
    for (let index = 0; index < 4; index += 1) {
      await page.keyboard.press('Shift+Tab');
      stops.push(await focused());
    }
    expect(stops).toEqual(['Attach files', 'Conversation', 'Close chat', 'Start a new conversation']);
    // Keys reach the page only when the widget does not handle them.
    await page.evaluate(`{
      window.heard = [];
      document.addEventListener('keydown', ({ key }) => heard.push(key));
    }`);
    await page.keyboard.press('Shift');
    await page.keyboard.press('Escape');
    await chat.panel.waitFor({ state: 'hidden' });
    expect(await focused()).toBe('Open chat');
    expect(await page.evaluate('heard')).toEqual(['Shift']);
    await page.keyboard.press('Escape');
    expect(await page.evaluate('heard')).toEqual(['Shift', 'Escape']);
  });

  test.each([
    ['light', {}, {}, 'Attach files'],
    ['dark-phone', { theme: 'dark', language: 'de' }, PHONE, 'Dateien anhängen'],
    ['right-to-left', { color: '#0f766e', language: 'ar' }, PHONE, 'إرفاق ملفات'],
  ])(
    'shows files of the visitor, and axe finds no violations: %s',
    async (name, settings, options, attach) => {
      const { page, chat } = await visit(settings, options);
      await chat.open();
      const choose = chat.panel.locator('input[type=file]');
      await chat.button(attach).waitFor();
      const picture = { name: 'Garden.png', mimeType: 'image/png', buffer: fixtureFile('picture.png') };
      const letter = {
        name: 'A long name of a letter to Harbour Books.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Dear all'),
      };
      await choose.setInputFiles([picture, letter]);
      await choose.setInputFiles({ ...letter, name: 'page.txt', buffer: Buffer.from('<html>') });
      await chat.panel.locator('.attachment-problem', { hasText: 'page.txt' }).waitFor();
      await expect.poll(() => chat.panel.locator('.attachment progress').count()).toBe(0);
      await untilAtRest(page);
      expect(await accessibilityViolations(page)).toEqual([]);
      await keepScreenshot(page, `widget-attachments-${name}`);
      installation.model.script({ kind: 'answer', text: REPLY });
      await chat.say('Here you are');
      await chat.log.getByRole('link', { name: 'our page' }).waitFor();
      await chat.log.locator('.thumbnail canvas').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await keepScreenshot(page, `widget-files-${name}`);
    },
  );

  test('announces a reply only once, when it is complete', async () => {
    const { page, chat } = await visit();
    await chat.open();
    await page.evaluate(`{
      window.announced = [];
      const log = document.querySelector('parley-chat').shadowRoot.querySelector('[role=log]');
      const isHidden = (node) => node.nodeType === 1 ? node.closest('[aria-hidden=true]') !== null : isHidden(node.parentNode);
      new MutationObserver((changes) => {
        if (log.getAttribute('aria-live') === 'off') return;
        for (const { addedNodes, target } of changes) {
          for (const node of addedNodes) if (!isHidden(target) && !isHidden(node)) announced.push(node.textContent);
        }
      }).observe(log, { childList: true, subtree: true });
    }`);
    const { model } = installation;
    model.script({ kind: 'drip', text: 'One two three' });
    const asked = model.nextRequest();
    await chat.say('Count');
    await asked;
    model.next();
    await chat.log.locator('.message[aria-hidden]', { hasText: 'One' }).waitFor();
    while (model.next());
    await expect.poll(chat.said).toContain('assistant: One two three');
    expect(await page.evaluate('announced')).toEqual(['You: Count', 'Harbour Books: One two three']);
  });

  test('covers the screen of a phone and keeps the focus inside', async () => {
    const { page, chat } = await talk({}, PHONE);
    await untilAtRest(page);
    expect(await chat.panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await expect.poll(() => chat.panel.getAttribute('aria-modal')).toBe('true');
    await expect.poll(() => chat.launcher.isVisible()).toBe(false);
    const isInside = (): Promise<boolean> =>
      page.evaluate(`document.activeElement.tagName === 'PARLEY-CHAT'`);
    for (let index = 0; index < 8; index += 1) {
      await page.keyboard.press('Tab');
      expect(await isInside()).toBe(true);
    }
    for (const button of await chat.panel.getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await chat.button('Close chat').click();
    await chat.launcher.waitFor();
    await keepScreenshot(page, 'widget-phone-closed');
  });

  test('respects reduced motion', async () => {
    const { page, chat } = await visit({}, { reducedMotion: 'reduce' });
    await chat.open();
    expect(
      await page.evaluate(`document.querySelector('parley-chat').shadowRoot.getAnimations().length`),
    ).toBe(0);
  });

  test('is laid out from right to left on a right-to-left page', async () => {
    const { page, chat } = await visit();
    await page.evaluate(`document.documentElement.setAttribute('dir', 'rtl')`);
    await page.reload();
    await page.addInitScript(
      `document.addEventListener('readystatechange', () => document.documentElement.dir = 'rtl')`,
    );
    await page.reload();
    await chat.open();
    await expect.poll(() => chat.host.locator('.root').getAttribute('dir')).toBe('rtl');
    // A left-to-right name is truncated at its own end.
    const name = chat.panel.getByRole('heading');
    expect(await name.evaluate((node) => node.matches(':dir(ltr)'))).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'widget-right-to-left');
  });
});
