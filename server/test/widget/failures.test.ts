import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityViolations, keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { IS_CHROMIUM_INSTALLED } from '../kit/chromium.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import type { Client } from '../kit/test-server.ts';
import { widgetOn } from '../kit/widget-page.ts';
import { startWidgetInstallation, type WidgetInstallation } from '../kit/widget-site.ts';

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

  async function visit(fields: Record<string, unknown> = {}) {
    const assistant = await installation.assistant(account, fields);
    const address = installation.site.publish({ assistants: [assistant.uuid] });
    const opened = await browser.open();
    const warnings: string[] = [];
    opened.page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    return { ...opened, assistant, address, warnings, chat: widgetOn(opened.page) };
  }

  async function talk(
    fields: Record<string, unknown> = {},
    prepare: (page: Page) => Promise<unknown> = async () => undefined,
  ) {
    const visitor = await visit(fields);
    await prepare(visitor.page);
    await visitor.page.goto(visitor.address);
    await visitor.chat.open();
    const { body } = await account.get(`/user/conversations?assistant_id=${visitor.assistant.id}`);
    const path = `/conversations/${body.data[0].id}`;
    const history = async (): Promise<string[]> =>
      (await account.get(path)).body.history.map(
        ({ role, content }: { role: string; content: string }) => `${role}: ${content}`,
      );
    return { ...visitor, history };
  }

  test.each([
    [
      'a site that is not allowed',
      { widget_settings: { allowed_origins: ['https://other.example'] } },
      'an allowed origin',
    ],
    ['a site whose assistant is gone', {}, 'no assistant'],
  ])('shows no button on %s and warns in the console', async (_who, fields, why) => {
    const { page, chat, address, assistant, warnings } = await visit(fields);
    if (Object.keys(fields).length === 0) await account.delete(`/user/assistant/${assistant.id}`);
    await page.goto(address);
    await expect.poll(() => warnings.join()).toContain(why);
    expect(await chat.host.count()).toBe(0);
  });

  test('shows a readable error when the site is no longer allowed', async () => {
    const { page, chat, assistant } = await talk();
    const settings = { allowed_origins: ['https://other.example'] };
    await account.put(`/user/assistant/${assistant.id}`, { widget_settings: settings });
    await chat.say('Hello?');
    await chat.alert.getByText('The chat is not available on this website.').waitFor();
    await keepScreenshot(page, 'widget-site-refused');
  });

  test('sends a message written offline once when the network is back', async () => {
    const { page, context, chat, history } = await talk();
    await context.setOffline(true);
    await chat.say('Are you there?');
    await chat.alert.getByText('You are offline. Your message is saved here.').waitFor();
    await expect.poll(() => chat.log.getByText('Not sent').count()).toBe(1);
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'widget-offline');
    installation.model.script({ kind: 'answer', text: 'Here I am.' });
    await context.setOffline(false);
    await expect.poll(chat.said).toContain('assistant: Here I am.');
    await expect.poll(() => chat.alert.textContent()).toBe('');
    expect((await history()).filter((line) => line === 'user: Are you there?')).toHaveLength(1);
  });

  async function loseFirstAnswer(page: Page): Promise<void> {
    let lost = 0;
    await page.route('**/messages', async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort('connectionreset');
    });
  }

  test('resends after a lost answer without a second reply', async () => {
    // Without the event stream the answer does not arrive.
    const { page, chat, history } = await talk({}, (one) => one.route('**/events', (route) => route.abort()));
    await loseFirstAnswer(page);
    installation.model.script({ kind: 'answer', text: 'Only once.' });
    await chat.say('Once?');
    await chat.alert.getByText('The chat is unavailable right now.').waitFor();
    await chat.button('Send again').click();
    await expect.poll(chat.said).toContain('assistant: Only once.');
    expect((await history()).slice(1)).toEqual(['user: Once?', 'assistant: Only once.']);
    expect((await chat.said()).slice(1)).toEqual(['user: Once?', 'assistant: Only once.']);
  });

  test('receives a lost answer through the event stream', async () => {
    const { page, chat, history } = await talk();
    await loseFirstAnswer(page);
    installation.model.script({ kind: 'answer', text: 'By itself.' });
    await chat.say('Hello?');
    await expect.poll(chat.said).toContain('assistant: By itself.');
    await expect.poll(() => chat.alert.textContent()).toBe('');
    expect((await chat.said()).slice(1)).toEqual((await history()).slice(1));
  });

  test('completes an interrupted reply from the history', async () => {
    const { page, chat, history } = await talk();
    await page.route('**/messages', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).split('event: done', 1)[0] ?? '';
      await route.fulfill({ response: answer, body });
    });
    installation.model.script({ kind: 'answer', text: 'All of it, to the end.' });
    await chat.say('Tell me.');
    await expect.poll(chat.said).toContain('assistant: All of it, to the end.');
    await expect.poll(() => chat.alert.textContent()).toBe('');
    expect((await chat.said()).slice(1)).toEqual((await history()).slice(1));
  });

  test('keeps an unsent message after a reload and sends it', async () => {
    const { page, context, chat } = await talk();
    await page.route('**/messages', (route) => route.abort('connectionrefused'));
    await chat.say('Do not lose me');
    await chat.alert.getByText('The chat is unavailable right now.').waitFor();
    await context.unrouteAll();
    await page.unrouteAll();
    await page.reload();
    await chat.alert.getByText('Your last message was not sent.').waitFor();
    await expect.poll(chat.said).toContain('user: Do not lose me');
    installation.model.script({ kind: 'answer', text: 'Found.' });
    await chat.button('Send again').click();
    await expect.poll(chat.said).toContain('assistant: Found.');
  });

  test('reports a failed assistant and gets the answer on retry', async () => {
    const { page, chat, history } = await talk();
    installation.model.replace({ kind: 'status', status: 400 });
    await chat.say('Try me');
    await chat.alert.getByText('The assistant can’t answer right now.').waitFor();
    await keepScreenshot(page, 'widget-no-reply');
    installation.model.replace({ kind: 'answer', text: 'Now it works.' });
    await chat.button('Send again').click();
    await expect.poll(chat.said).toContain('assistant: Now it works.');
    expect((await history()).slice(1)).toEqual(['user: Try me', 'assistant: Now it works.']);
  });

  test('asks to wait after too many messages and keeps the message', async () => {
    const { page, chat } = await talk();
    const body = '{"message":"Too many messages. Please slow down.","retry_after":60}';
    const headers = { 'access-control-allow-origin': '*', 'retry-after': '60' };
    await page.route('**/messages', (route) => route.fulfill({ status: 429, body, headers }));
    await chat.say('Me again');
    await chat.alert.getByText('Too many messages.').waitFor();
    await expect.poll(() => chat.log.getByText('Not sent').count()).toBe(1);
  });

  test('reports a slow server and shows the answer later', async () => {
    const { page, chat } = await talk();
    await page.clock.install();
    installation.model.replace({ kind: 'drip', text: 'Patience pays' });
    const asked = installation.model.nextRequest();
    await chat.say('Quick question');
    await asked;
    await chat.log.getByText('Reception is typing').waitFor();
    await page.clock.runFor(11_000);
    await chat.log.getByText('This is taking longer than usual').waitFor();
    await keepScreenshot(page, 'widget-slow');
    while (installation.model.next()) await page.clock.runFor(100);
    await page.clock.resume();
    await expect.poll(chat.said).toContain('assistant: Patience pays');
  });

  test('reports a deleted assistant', async () => {
    const { chat, assistant } = await talk();
    await account.delete(`/user/assistant/${assistant.id}`);
    await chat.say('Hello?');
    await chat.alert.getByText('This conversation is no longer available.').waitFor();
    await chat.alert.getByRole('button', { name: 'Start a new conversation' }).click();
    await chat.alert.getByText('This assistant is no longer available.').waitFor();
  });

  test('works without browser storage', async () => {
    const { page, address, chat } = await visit();
    await page.addInitScript(`
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });
      }`);
    await page.goto(address);
    await chat.open();
    installation.model.replace({ kind: 'answer', text: 'No cookies needed.' });
    await chat.say('Hello');
    await expect.poll(chat.said).toContain('assistant: No cookies needed.');
  });
});
