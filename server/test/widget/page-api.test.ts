import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestBrowser } from '../kit/browser.ts';
import { IS_CHROMIUM_INSTALLED } from '../kit/chromium.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import type { Client } from '../kit/test-server.ts';
import { widgetOn } from '../kit/widget-page.ts';
import { startWidgetInstallation, type WidgetInstallation } from '../kit/widget-site.ts';

const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenOf(user: string, { uuid, secret }: { uuid: string; secret: string }): string {
  const exp = Math.floor(Date.now() / 1000) + 300;
  const claims = { sub: user, name: `Name of ${user}`, aud: uuid, exp, jti: randomUUID() };
  const content = `${coded({ alg: 'HS256' })}.${coded(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

describe.skipIf(!IS_CHROMIUM_INSTALLED)('scripts of the page', () => {
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

  async function site() {
    const assistant = await installation.assistant(account, { name: 'Harbour Books' });
    const { body } = await account.post(`/user/assistant/${assistant.id}/widget-secret`);
    const address = installation.site.publish({ assistants: [assistant.uuid] });
    return { assistant, address, secret: String(body.data.secret) };
  }

  async function visit(address: string, script = '') {
    const opened = await browser.open();
    if (script !== '') await opened.page.addInitScript(script);
    await opened.page.goto(address);
    const chat = widgetOn(opened.page);
    await chat.launcher.waitFor();
    return { ...opened, chat };
  }

  const talksOf = async (assistant: { id: number }) =>
    (await account.get(`/user/conversations?assistant_id=${assistant.id}`)).body.data;

  test('open, close and toggle the chat, and hear its events in both ways', async () => {
    const { address } = await site();
    const { page, chat, errors } = await visit(address);
    await page.evaluate(`{
      window.heard = [];
      window.listener = () => heard.push('listener open');
      ParleyChat.on('open', listener);
      ParleyChat.on('message', ({ role, text }) => heard.push(role + ': ' + text));
      for (const name of ['open', 'close']) {
        addEventListener('parley-chat-' + name, ({ detail }) => heard.push('event ' + name + ' ' + typeof detail.assistant));
      }
      ParleyChat.open();
      ParleyChat.off('open', listener);
      ParleyChat.close();
      ParleyChat.toggle();
    }`);
    await chat.log.locator('.message').first().waitFor();
    expect(await page.evaluate('heard')).toEqual([
      'listener open',
      'event open string',
      'event close string',
      'event open string',
    ]);
    installation.model.script({ kind: 'answer', text: 'Here.' });
    await page.evaluate(`ParleyChat.send('Hello?')`);
    await expect.poll(() => page.evaluate('heard.slice(4)')).toEqual(['user: Hello?', 'assistant: Here.']);
    expect(errors).toEqual([]);
  });

  test('queue calls before the widget is loaded, and a wrong call does not stop the others', async () => {
    const { address, assistant } = await site();
    const { page, chat } = await visit(
      address,
      `window.ParleyChatQueue = [['setVariables', { page: 'checkout' }], ['fly'], ['open']];`,
    );
    await chat.log.locator('.message').first().waitFor();
    await page.evaluate(`ParleyChatQueue.push(['close'])`);
    await chat.panel.waitFor({ state: 'hidden' });
    const [{ id }] = await talksOf(assistant);
    expect((await account.get(`/user/conversations/${id}`)).body.data.variables).toMatchObject({
      page: 'checkout',
    });
  });

  test('set variables for an open conversation, which the next message brings', async () => {
    const { address, assistant } = await site();
    const { page, chat } = await visit(address);
    await chat.open();
    await page.evaluate(`ParleyChat.setVariables({ cart: 'two books' })`);
    installation.model.script({ kind: 'answer', text: 'I see.' });
    await chat.say('What is in my cart?');
    await expect.poll(chat.said).toContain('assistant: I see.');
    const [{ id }] = await talksOf(assistant);
    expect((await account.get(`/user/conversations/${id}`)).body.data.variables).toMatchObject({
      cart: 'two books',
    });
  });

  test('identify a signed user, who finds the conversation on another device', async () => {
    const { address, assistant, secret } = await site();
    const signed = { uuid: assistant.uuid, secret };
    const identify = (user: string) =>
      `ParleyChat.identify({ userId: '${user}', token: '${tokenOf(user, signed)}' })`;
    const desk = await visit(address);
    expect(await desk.page.evaluate(identify('ana'))).toEqual({ isVerified: true });
    await desk.chat.open();
    installation.model.script({ kind: 'answer', text: 'On both devices.' });
    await desk.chat.say('Remember me?');
    await expect.poll(desk.chat.said).toContain('assistant: On both devices.');
    // After a reload, the user is known, and the unused token of the new page is not needed.
    await desk.page.reload();
    await desk.chat.launcher.waitFor();
    expect(await desk.page.evaluate(identify('ana'))).toEqual({ isVerified: true });

    const context = await desk.context.browser()?.newContext();
    const phone = await context?.newPage();
    if (phone === undefined) throw new Error('The browser is closed.');
    await phone.goto(address);
    const chat = widgetOn(phone);
    await chat.launcher.waitFor();
    expect(await phone.evaluate(identify('ana'))).toEqual({ isVerified: true });
    await chat.open();
    await expect.poll(chat.said).toContain('assistant: On both devices.');
    // Another user of the same browser sees none of it.
    await phone.evaluate(identify('bob'));
    await expect.poll(chat.said).toHaveLength(1);
    expect(await phone.evaluate(`Object.keys(localStorage).length`)).toBeGreaterThan(0);
    await context?.close();
    expect(await talksOf(assistant)).toHaveLength(2);
  });

  test('identify a signed user and open the chat at the same time', async () => {
    const { address, assistant, secret } = await site();
    const token = tokenOf('ana', { uuid: assistant.uuid, secret });
    const { chat } = await visit(
      address,
      `window.ParleyChatQueue = [['identify', { userId: 'ana', token: '${token}' }], ['open']];`,
    );
    await chat.log.locator('.message').first().waitFor();
    installation.model.script({ kind: 'answer', text: 'Hello, Ana.' });
    await chat.say('Who am I?');
    await expect.poll(chat.said).toContain('assistant: Hello, Ana.');
    const talks = await talksOf(assistant);
    const written = talks.find(({ message_count: count }: { message_count: number }) => count > 1);
    expect((await account.get(`/user/conversations/${written.id}`)).body.data).toMatchObject({
      customer_identifier: 'ana',
      visitor: { is_verified: true },
    });
  });

  test('refuse a wrong token without harm to the chat', async () => {
    const { address, assistant } = await site();
    const { page, chat } = await visit(address);
    const wrong = tokenOf('ana', { uuid: assistant.uuid, secret: 'guessed' });
    const outcome = await page.evaluate(
      `ParleyChat.identify({ userId: 'ana', token: '${wrong}' }).then(() => 'accepted', (error) => error.message)`,
    );
    expect(outcome).toBe('identity-refused');
    await chat.open();
    const [{ id }] = await talksOf(assistant);
    expect((await account.get(`/user/conversations/${id}`)).body.data.visitor).toBeNull();
  });

  test('show the team who an unverified visitor says they are, and forget them on reset', async () => {
    const { address, assistant } = await site();
    const { page, chat, context } = await visit(address);
    await chat.open();
    expect(await page.evaluate(`ParleyChat.identify({ userId: '7', name: 'Ion' })`)).toEqual({
      isVerified: false,
    });
    const [{ id }] = await talksOf(assistant);
    const view = async () => (await account.get(`/user/conversations/${id}`)).body.data;
    expect((await view()).visitor).toMatchObject({ user_id: '7', name: 'Ion', is_verified: false });
    installation.model.script({ kind: 'answer', text: 'Noted.' });
    await chat.say('My secret');
    await expect.poll(chat.said).toContain('assistant: Noted.');
    const tab = await context.newPage();
    await tab.goto(address);
    const there = widgetOn(tab);
    await there.open();
    await expect.poll(there.said).toContain('user: My secret');
    await page.evaluate('ParleyChat.reset()');
    await expect.poll(chat.said).toHaveLength(1);
    await expect.poll(there.said).toHaveLength(1);
    const [{ id: newId }] = await talksOf(assistant);
    expect((await account.get(`/user/conversations/${newId}`)).body.data.visitor).toBeNull();
  });
});
