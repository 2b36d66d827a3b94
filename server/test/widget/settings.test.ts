import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityViolations, keepScreenshot, PHONE, type TestBrowser } from '../kit/browser.ts';
import { IS_CHROMIUM_INSTALLED } from '../kit/chromium.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import type { Client } from '../kit/test-server.ts';
import { widgetOn } from '../kit/widget-page.ts';
import { startWidgetInstallation, type WidgetInstallation } from '../kit/widget-site.ts';

const EVERYTHING = {
  title: 'Harbour desk',
  subtitle: 'Books since 1843',
  starters: ['When are you open?', 'Do you buy old books?'],
  greeting_bubble: 'Looking for a book?',
  placeholder: 'Ask about a book',
  consent_text: 'We keep chats for a month. [Privacy](https://shop.example/privacy)',
  working_hours: [],
  away_text: 'The shop is closed.',
  away_contact: 'desk@shop.example',
};

/** One red, half transparent pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Hours on a day other than today, anywhere. */
function hoursElsewhere(): { day: string; opens: string; closes: string }[] {
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000);
  const day = new Intl.DateTimeFormat('en', { weekday: 'long' }).format(inThreeDays).toLowerCase();
  return [{ day, opens: '09:00', closes: '17:00' }];
}

describe.skipIf(!IS_CHROMIUM_INSTALLED)('the settings of a widget', () => {
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

  async function visit(
    settings: Record<string, unknown>,
    about: {
      attributes?: Record<string, string>;
      options?: BrowserContextOptions;
      hasPicture?: boolean;
      language?: string;
    } = {},
  ) {
    const assistant = await installation.assistant(account, {
      name: 'Harbour Books',
      widget_settings: settings,
    });
    if (about.hasPicture === true) {
      const body = new FormData();
      body.set('file', new Blob([PICTURE], { type: 'image/png' }), 'red.png');
      await account.put(`/user/assistant/${assistant.id}/widget-picture`, body);
    }
    const address = installation.site.publish({
      assistants: [assistant.uuid],
      attributes: about.attributes ?? {},
      language: about.language ?? 'en',
    });
    const opened = await browser.open(about.options ?? {});
    await opened.page.goto(address);
    return { ...opened, assistant, address, chat: widgetOn(opened.page) };
  }

  const subtitle = (chat: ReturnType<typeof widgetOn>) => chat.panel.locator('.subtitle').textContent();

  test('are shown on a page with a strict policy, and axe finds no violations', async () => {
    const { page, chat, errors } = await visit(
      { ...EVERYTHING, working_hours: hoursElsewhere() },
      { hasPicture: true },
    );
    const bubble = chat.host.getByRole('button', { name: 'Looking for a book?' });
    await bubble.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'widget-greeting');
    await bubble.click();
    await chat.log.locator('.message').first().waitFor();
    expect(await chat.panel.getByRole('heading').textContent()).toBe('Harbour desk');
    expect(await subtitle(chat)).toBe('Books since 1843');
    expect(await chat.field.getAttribute('placeholder')).toBe('Ask about a book');
    expect(await chat.panel.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe(
      'https://shop.example/privacy',
    );
    const away = chat.panel.getByRole('note');
    expect(await away.textContent()).toBe('The shop is closed. desk@shop.example');
    expect(await away.getByRole('link').getAttribute('href')).toBe('mailto:desk@shop.example');
    await chat.panel.locator('.face canvas').waitFor();
    const pixel = await page.evaluate(
      `[...document.querySelector('parley-chat').shadowRoot.querySelector('canvas').getContext('2d').getImageData(48, 48, 1, 1).data]`,
    );
    expect(pixel).toEqual([255, 0, 0, 127]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'widget-settings');
    expect(errors).toEqual([]);
  });

  test('a starter question is sent with a click, and the others disappear', async () => {
    const { chat } = await visit(EVERYTHING);
    await chat.open();
    const starters = chat.panel.getByRole('group', { name: 'Suggested questions' });
    installation.model.script({ kind: 'answer', text: 'Yes, all of them.' });
    await starters.getByRole('button', { name: 'Do you buy old books?' }).click();
    await expect.poll(chat.said).toContain('assistant: Yes, all of them.');
    expect((await chat.said()).slice(1, 2)).toEqual(['user: Do you buy old books?']);
    expect(await starters.count()).toBe(0);
    await chat.button('Start a new conversation').click();
    await starters.waitFor();
  });

  test('the greeting stays away after it was dismissed, and after the chat was opened', async () => {
    const { page, chat } = await visit(EVERYTHING);
    const bubble = chat.host.locator('.bubble');
    await chat.host.getByRole('button', { name: 'Dismiss' }).click();
    await bubble.waitFor({ state: 'hidden' });
    await page.reload();
    await chat.launcher.waitFor();
    expect(await bubble.isVisible()).toBe(false);
  });

  test('new settings are seen at the next page load', async () => {
    const { page, chat, assistant } = await visit({ subtitle: 'Before' });
    await chat.open();
    await account.put(`/user/assistant/${assistant.id}`, { widget_settings: { subtitle: 'After' } });
    await page.reload();
    await expect.poll(() => subtitle(chat)).toBe('After');
  });

  test('attributes of the tag replace them', async () => {
    const attributes = {
      'data-title': 'Only here',
      'data-color': '#00ff00',
      'data-position': 'bottom-left',
      'data-language': 'pt-BR',
      'data-greeting': '',
    };
    const { chat } = await visit(EVERYTHING, { attributes });
    await chat.open();
    expect(await chat.panel.getByRole('heading').textContent()).toBe('Only here');
    expect(await chat.host.locator('.root').getAttribute('data-position')).toBe('bottom-left');
    expect(await chat.host.locator('.root').getAttribute('lang')).toBe('pt');
    expect(await chat.button('Fechar o chat').count()).toBe(1);
    expect(await chat.host.locator('.bubble').count()).toBe(0);
  });

  test('the language of the widget and its direction can be fixed', async () => {
    const { page, chat } = await visit({ language: 'ar', starters: ['متى تفتحون؟'] }, { options: PHONE });
    await chat.open();
    const root = chat.host.locator('.root');
    expect([await root.getAttribute('lang'), await root.getAttribute('dir')]).toEqual(['ar', 'rtl']);
    expect(await chat.button('إغلاق المحادثة').count()).toBe(1);
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'widget-arabic');
  });

  test('without a fixed language, the widget speaks that of the page', async () => {
    const { chat } = await visit({}, { language: 'da-DK' });
    await chat.launcher.waitFor();
    expect(await chat.launcher.getAttribute('aria-label')).toBe('Åbn chatten');
  });
});
