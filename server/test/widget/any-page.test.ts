import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { IS_CHROMIUM_INSTALLED } from '../kit/chromium.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import type { Client } from '../kit/test-server.ts';
import { widgetOn } from '../kit/widget-page.ts';
import { type SitePage, startWidgetInstallation, type WidgetInstallation } from '../kit/widget-site.ts';

/** Maximum size of the compressed script. */
const MOST_BYTES = 30_000;

let installation: WidgetInstallation;
let account: Client;

beforeAll(async () => {
  installation = await startWidgetInstallation();
  account = await installation.server.account();
});
afterAll(() => installation.stop());

test('the script is one small file without server packages', async () => {
  const response = await fetch(`${installation.server.address}/widget.js`);
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
  const text = await response.text();
  expect(gzipSync(text).length).toBeLessThan(MOST_BYTES);
  expect(text).not.toMatch(/\bzod\b|ZodError|\beval\(|new Function|innerHTML/);
});

describe.skipIf(!IS_CHROMIUM_INSTALLED)('on any page', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(() => browser.close());

  async function visit(page: Omit<SitePage, 'assistants'>, uuids?: readonly string[]) {
    const assistants = uuids ?? [(await installation.assistant(account)).uuid];
    const address = installation.site.publish({ ...page, assistants });
    // Animations cannot be compared.
    const opened = await browser.open({ reducedMotion: 'reduce' });
    await opened.page.goto(address);
    return { ...opened, assistants, chat: widgetOn(opened.page) };
  }

  const look = `(() => {
    const root = document.querySelector('parley-chat').shadowRoot;
    return ['.launcher', '.panel', '.header', '.message', 'textarea', '.send'].map((selector) => {
      const node = root.querySelector(selector);
      const { color, backgroundColor, fontSize, fontFamily, borderRadius, position, letterSpacing } = getComputedStyle(node);
      const { width, height, right, bottom } = node.getBoundingClientRect();
      return { selector, color, backgroundColor, fontSize, fontFamily, borderRadius, position, letterSpacing, width, height, right, bottom };
    });
  })()`;

  test('the widget looks the same under hostile page styles', async () => {
    const plain = await visit({});
    await plain.chat.open();
    const expected = await plain.page.evaluate(look);
    const style = `* { all: unset !important; color: red !important; font-size: 40px !important; display: inline !important;
        letter-spacing: 1em !important; visibility: hidden !important; opacity: 0.1 !important; pointer-events: none !important; }
      html body { transform: translateX(50px) !important; overflow: hidden !important; height: 10px !important; }
      html parley-chat { display: none !important; z-index: -1 !important; }
      *::backdrop { display: block !important; background: red !important; }`;
    const { page, chat, errors } = await visit({ style });
    await chat.open();
    expect(await page.evaluate(look)).toEqual(expected);
    installation.model.script({ kind: 'answer', text: 'Unharmed.' });
    await chat.say('How are you?');
    await expect.poll(chat.said).toContain('assistant: Unharmed.');
    await keepScreenshot(page, 'widget-hostile-page');
    expect(errors).toEqual([]);
  });

  test('repeated tags of an assistant make one widget', async () => {
    const { uuid } = await installation.assistant(account);
    const { page, chat, errors } = await visit({}, [uuid, uuid.toUpperCase()]);
    await chat.launcher.waitFor();
    await page.evaluate(`{
      const tag = document.querySelector('script[data-assistant]');
      const again = document.createElement('script');
      again.dataset.assistant = tag.dataset.assistant;
      window.again = new Promise((resolve) => { again.onload = resolve; });
      // The site's Content Security Policy requires Trusted Types for script addresses.
      again.src = trustedTypes.createPolicy('site', { createScriptURL: (url) => url }).createScriptURL(tag.src);
      document.head.append(again);
    }`);
    await page.evaluate('window.again');
    await chat.open();
    await expect.poll(() => page.locator('parley-chat').count()).toBe(1);
    expect(errors).toEqual([]);
  });

  test('stacks two assistants with separate conversations', async () => {
    const names = ['Sales', 'Service'];
    const made = await Promise.all(names.map((name) => installation.assistant(account, { name })));
    const { page } = await visit(
      {},
      made.map(({ uuid }) => uuid),
    );
    const [one, other] = [widgetOn(page, 0), widgetOn(page, 1)];
    await other.launcher.waitFor();
    const boxes = await Promise.all([one, other].map(({ launcher }) => launcher.boundingBox()));
    expect(Math.abs((boxes[0]?.y ?? 0) - (boxes[1]?.y ?? 0))).toBeGreaterThan(boxes[0]?.height ?? 0);
    for (const chat of [one, other]) {
      await chat.open();
      expect(await chat.said()).toHaveLength(1);
      await chat.button('Close chat').click();
    }
    const uuids = await page.evaluate('Object.keys(ParleyChat.all).sort()');
    expect(uuids).toEqual(made.map(({ uuid }) => uuid).sort());
  });

  test('keeps the widget and the conversation when the page replaces its body', async () => {
    const { page, chat } = await visit({});
    await chat.open();
    await page.evaluate(`document.body = document.createElement('body')`);
    await chat.panel.waitFor();
    await page.evaluate(`document.body.replaceChildren()`);
    await chat.panel.waitFor();
    expect(await chat.said()).toHaveLength(1);
    await chat.button('Close chat').click();
    await chat.panel.waitFor({ state: 'hidden' });
  });

  test('never renders a model’s text as HTML', async () => {
    const { page, chat, errors } = await visit({});
    await chat.open();
    const text = '<img src=x onerror=alert(1)> [click](javascript:alert(1)) <script>alert(1)</script>';
    installation.model.script({ kind: 'answer', text });
    page.on('dialog', () => errors.push('a dialog'));
    await chat.say('Attack!');
    await expect.poll(chat.said).toContain(`assistant: ${text}`);
    expect(await chat.log.locator('img, script, a').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('a tag without an assistant adds no widget and warns in the console', async () => {
    const { page } = await browser.open();
    const warned = page.waitForEvent('console', (message) => message.text().includes('data-assistant'));
    await page.goto(installation.site.publish({ assistants: [''] }));
    await warned;
    expect(await page.locator('parley-chat').count()).toBe(0);
  });

  test('sends requests only to Parley and sets no cookie', async () => {
    const assistants = [(await installation.assistant(account)).uuid];
    const { page, context } = await browser.open();
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.goto(installation.site.publish({ assistants }));
    await widgetOn(page).open();
    expect([...origins].sort()).toEqual([installation.server.address, installation.site.origin].sort());
    expect(await context.cookies()).toEqual([]);
  });
});
