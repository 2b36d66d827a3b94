import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { IS_CHROMIUM_INSTALLED } from '../kit/chromium.ts';
import { IS_COMPLETE_RUN } from '../kit/complete-run.ts';
import { dropFile } from '../kit/drop-file.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { addTeammate } from '../kit/teammates.ts';
import type { Client } from '../kit/test-server.ts';
import { widgetOn } from '../kit/widget-page.ts';
import { startWidgetInstallation, type WidgetInstallation } from '../kit/widget-site.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A PNG of random pixels, which no format makes small. */
function noise(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const rows = Array.from({ length: height }, () => Buffer.concat([Buffer.alloc(1), randomBytes(width * 3)]));
  const data = deflateSync(Buffer.concat(rows), { level: 1 });
  return Buffer.concat([
    PNG.subarray(0, 8),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

let installation: WidgetInstallation;
let account: Client;
let browser: TestBrowser;

test.skipIf(!IS_COMPLETE_RUN)('Chromium is installed if tests must not be skipped', () => {
  expect(IS_CHROMIUM_INSTALLED).toBe(true);
});

describe.skipIf(!IS_CHROMIUM_INSTALLED)('the chat widget', () => {
  beforeAll(async () => {
    installation = await startWidgetInstallation();
    account = await installation.server.account();
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await installation.stop();
  });

  async function visit(fields: Record<string, unknown> = {}, attributes: Record<string, string> = {}) {
    const assistant = await installation.assistant(account, { name: 'Harbour Books', ...fields });
    const address = installation.site.publish({ assistants: [assistant.uuid], attributes });
    const opened = await browser.open();
    await opened.page.goto(address);
    return { ...opened, assistant, address, chat: widgetOn(opened.page) };
  }

  const hasFocus = (field: Locator): Promise<boolean> => field.evaluate((node) => node.matches(':focus'));

  test('shrinks a large picture, and does not upload a file that was removed in time', async () => {
    const { chat, page, errors, assistant } = await visit();
    const uploads: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/files')) uploads.push(request.url());
    });
    const opening = Promise.withResolvers<void>();
    await page.route('**/api/conversations', async (route) => {
      await opening.promise;
      await route.continue();
    });
    await page.evaluate(`{
      window.heard = [];
      addEventListener('parley-chat-message', ({ detail }) => heard.push(...(detail.files ?? [])));
    }`);
    await chat.launcher.click();
    const choose = chat.panel.locator('input[type=file]');
    await choose.setInputFiles([{ name: 'secret.txt', mimeType: 'text/plain', buffer: Buffer.from('1') }]);
    await chat.button('Remove secret.txt').click();
    opening.resolve();
    const large = noise(4096, 500);
    await choose.setInputFiles([{ name: 'roof.png', mimeType: 'image/png', buffer: large }]);
    installation.model.script({ kind: 'answer', text: 'A roof.' });
    await chat.panel.locator('.attachment .file-size', { hasText: 'B' }).waitFor();
    await chat.say('Look.');
    await chat.log.locator('.message:not([aria-hidden])', { hasText: 'A roof.' }).waitFor();
    expect(uploads).toHaveLength(1);
    const [{ id }] = await conversations(assistant);
    const { transcript } = (await account.get(`/user/conversations/${id}`)).body.data;
    const [picture] = transcript.at(-2).attachments;
    expect(picture).toMatchObject({ file_name: 'roof.jpg', content_type: 'image/jpeg' });
    expect(picture.byte_count).toBeLessThan(large.length / 2);
    const size = await page.evaluate(`(async () => {
      const [{ url }] = heard;
      const { width, height } = await createImageBitmap(await (await fetch(url)).blob());
      return [width, height];
    })()`);
    expect(size).toEqual([4096, 500]);
    expect(errors).toEqual([]);
  });

  const countOf = ({ message_count: count }: { message_count: number }): number => count;
  const conversations = async (assistant: { id: number; uuid: string }) =>
    (await account.get(`/user/conversations?assistant_id=${assistant.id}`)).body.data;

  test('sends files that the visitor drops, chooses and pastes, and says which ones it cannot send', async () => {
    const { chat, page, errors, assistant } = await visit();
    await chat.open();
    await page.evaluate(`{
      window.heard = [];
      addEventListener('parley-chat-message', ({ detail }) => heard.push(detail));
    }`);
    const picture = { name: 'sink.png', mimeType: 'image/png', buffer: PNG };
    const attached = chat.panel.locator('.attachment');
    const problem = chat.panel.locator('.attachment-problem');
    const choose = chat.panel.locator('input[type=file]');
    await dropFile(chat.panel, picture);
    await attached.locator('.preview canvas').waitFor();
    await choose.setInputFiles([
      { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html>') },
      { name: 'none.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ]);
    await expect.poll(() => problem.innerText()).toMatch(/page.png: This type of file can’t be sent\./);
    await choose.setInputFiles([
      { name: 'film.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(11 * 1_048_576) },
    ]);
    expect(await problem.innerText()).toBe('film.pdf: The file is larger than 10 MB.');

    // A failed upload is repeated; until then the message waits.
    await page.route('**/files', (route) => route.abort());
    await choose.setInputFiles([
      { name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('12 euros') },
    ]);
    const again = attached.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    // The browser reports the aborted request.
    expect(errors.splice(0)).toContain('Failed to load resource: net::ERR_FAILED');
    await chat.say('What is wrong?');
    expect(await chat.said()).toHaveLength(1);
    await page.unroute('**/files');
    await again.press('Enter');
    expect(await hasFocus(chat.field)).toBe(true);
    await attached
      .locator('.file-size', { hasText: /^1 kB$/ })
      .nth(1)
      .waitFor();

    await choose.setInputFiles(
      Array.from({ length: 4 }, (_, index) => ({ ...picture, name: `${index}.png` })),
    );
    expect(await problem.innerText()).toBe('You can send up to 5 files at once.');
    for (const index of [0, 1, 2]) {
      await chat.button(`Remove ${index}.png`).press('Enter');
      expect(await hasFocus(chat.field)).toBe(true);
    }
    expect(await attached.count()).toBe(2);
    installation.model.script({ kind: 'answer', text: 'The tap drips.' });
    await chat.field.press('Enter');
    await chat.log.locator('.message:not([aria-hidden])', { hasText: 'The tap drips.' }).waitFor();
    const links = chat.log.locator('.message.user .file');
    await links.locator('canvas').waitFor();
    expect(
      await links.evaluateAll((all) =>
        all.map((link) => link.getAttribute('aria-label') ?? link.textContent),
      ),
    ).toEqual(['sink.png', 'bill.txt1 kB']);
    const [{ id }] = await conversations(assistant);
    const address = await links.first().getAttribute('href');
    expect(address).toContain(`/api/conversations/${id}/files/`);
    expect((await fetch(address ?? '')).headers.get('content-type')).toBe('image/png');
    expect(await page.evaluate('heard')).toMatchObject([
      {
        role: 'user',
        text: 'What is wrong?',
        files: [{ name: 'sink.png', type: 'image/png', size: PNG.length }, { name: 'bill.txt' }],
      },
      { role: 'assistant' },
    ]);

    // The history has the same messages, so a reload shows neither the files as text nor a message twice.
    await page.reload();
    await links.locator('canvas').waitFor();
    expect(await chat.said()).toEqual([
      'assistant: Hello! How can I help you?',
      'user: What is wrong?',
      'assistant: The tap drips.',
    ]);
    expect(errors).toEqual([]);
  });

  test('streams a formatted answer, and creates no conversation before its window is opened', async () => {
    const { chat, page, errors, assistant } = await visit({ initial_message: 'Welcome aboard!' });
    await chat.launcher.waitFor();
    expect(await conversations(assistant)).toEqual([]);
    await chat.open();
    expect(await chat.said()).toEqual(['assistant: Welcome aboard!']);
    installation.model.script({
      kind: 'drip',
      text: 'We are **open**:\n\n- Monday\n- [Tuesday](https://a.example/)',
    });
    const asked = installation.model.nextRequest();
    await chat.say('When are you open?');
    await asked;
    await chat.log.locator('.typing', { hasText: 'Harbour Books is typing' }).waitFor();
    for (let word = 0; word < 3; word += 1) installation.model.next();
    await chat.log.locator('.message strong', { hasText: 'open' }).waitFor();
    expect(await chat.said()).toHaveLength(2);
    while (installation.model.next());
    const link = chat.log.getByRole('link', { name: 'Tuesday' });
    await link.waitFor();
    await expect.poll(() => link.getAttribute('rel')).toContain('noopener');
    await expect
      .poll(chat.said)
      .toEqual([
        'assistant: Welcome aboard!',
        'user: When are you open?',
        'assistant: We are open: MondayTuesday',
      ]);
    await keepScreenshot(page, 'widget-desktop');
    const [{ type, message_count: count }] = await conversations(assistant);
    expect({ type, count }).toEqual({ type: 'widget', count: 3 });
    expect(errors).toEqual([]);
  });

  test('restores the conversation in an open window after a reload, and in another tab', async () => {
    const { chat, page, context, address, assistant } = await visit();
    await chat.open();
    installation.model.script({ kind: 'answer', text: 'First answer.' });
    await chat.say('First?');
    await expect.poll(chat.said).toContain('assistant: First answer.');
    const before = await chat.said();
    await page.reload();
    await chat.panel.waitFor();
    await expect.poll(chat.said).toEqual(before);
    const tab = await context.newPage();
    await tab.goto(address);
    const other = widgetOn(tab);
    await other.launcher.click();
    await expect.poll(other.said).toEqual(before);
    // Messages of one tab appear in the other.
    installation.model.script({ kind: 'answer', text: 'Second answer.' });
    await other.say('Second?');
    await expect.poll(other.said).toContain('assistant: Second answer.');
    await expect.poll(chat.said).toEqual(await other.said());
    expect(await conversations(assistant)).toHaveLength(1);
  });

  test('shows messages of a teammate, and the number of unread ones on the closed button', async () => {
    const { chat, page, assistant } = await visit();
    await chat.open();
    const [{ id }] = await conversations(assistant);
    expect((await account.post(`/user/conversations/${id}/disable-ai`)).status).toBe(200);
    await chat.panel.getByText('A person is answering').waitFor();
    await chat.say('Is anybody there?');
    await expect.poll(async () => (await account.get(`/conversations/${id}`)).body.history.length).toBe(2);
    await account.post(`/user/conversations/${id}/messages`, { message: 'Ana here.' });
    await expect.poll(chat.said).toContain('assistant: Ana here.');
    await chat.button('Close chat').click();
    await account.post(`/user/conversations/${id}/messages`, { message: 'Still there?' });
    await chat.host.getByRole('button', { name: 'Open chat. 1 new message' }).waitFor();
    await keepScreenshot(page, 'widget-unread');
    await chat.launcher.click();
    await expect.poll(chat.said).toContain('assistant: Still there?');
    const zoe = await addTeammate(installation.server, account, { name: 'Zoe' });
    await zoe.ask('POST', `/user/conversations/${id}/messages`, { message: 'I take over.' });
    await chat.log
      .locator('.message', { hasText: 'I take over.' })
      .getByText('Zoe', { exact: true })
      .waitFor();
    await expect.poll(() => chat.launcher.getAttribute('aria-label')).toBe('Close chat');
  });

  test('starts over and keeps the old conversation', async () => {
    const { chat, assistant } = await visit();
    await chat.open();
    installation.model.script({ kind: 'answer', text: 'Yes.' });
    await chat.say('Anyone?');
    await expect.poll(chat.said).toContain('assistant: Yes.');
    await chat.button('Start a new conversation').click();
    await expect.poll(chat.said).toEqual(['assistant: Hello! How can I help you?']);
    const counts = (await conversations(assistant)).map(
      ({ message_count: n }: { message_count: number }) => n,
    );
    expect(counts).toEqual([1, 3]);
  });

  test('offers a way back to the previous conversation, even after a reload, until the visitor writes in the new one', async () => {
    const { chat, assistant, page, errors } = await visit();
    await chat.open();
    installation.model.script({ kind: 'answer', text: 'Yes.' });
    await chat.say('Anyone?');
    const talk = ['assistant: Hello! How can I help you?', 'user: Anyone?', 'assistant: Yes.'];
    await expect.poll(chat.said).toEqual(talk);
    await chat.button('Start a new conversation').click();
    await chat.alert.getByText('You started a new conversation.').waitFor();
    // A second click does not replace the previous conversation.
    await chat.button('Start a new conversation').click();
    await expect.poll(chat.said).toEqual(talk.slice(0, 1));
    await keepScreenshot(page, 'widget-begun-anew');
    await page.reload();
    await chat.button('Back to previous conversation').click();
    await expect.poll(chat.said).toEqual(talk);
    expect(await chat.alert.innerText()).toBe('');
    installation.model.script({ kind: 'answer', text: 'Until six.' });
    await chat.say('Until when?');
    await expect.poll(chat.said).toEqual([...talk, 'user: Until when?', 'assistant: Until six.']);

    await chat.button('Start a new conversation').click();
    const back = chat.button('Back to previous conversation');
    await back.waitFor();
    installation.model.script({ kind: 'answer', text: 'Again yes.' });
    await chat.say('Somebody else?');
    await back.waitFor({ state: 'detached' });
    await expect.poll(chat.said).toEqual([talk[0], 'user: Somebody else?', 'assistant: Again yes.']);
    expect(Math.max(...(await conversations(assistant)).map(countOf))).toBe(5);
    expect(errors).toEqual([]);
  });

  test('starts over during a reply without leaking it into the new conversation', async () => {
    const { chat, assistant } = await visit();
    await chat.open();
    const [{ id: left }] = await conversations(assistant);
    installation.model.script({ kind: 'drip', text: 'Late words.' });
    const asked = installation.model.nextRequest();
    await chat.say('First?');
    await asked;
    installation.model.next();
    await chat.log.getByText('Late').waitFor();
    await chat.button('Start a new conversation').click();
    await expect.poll(chat.said).toEqual(['assistant: Hello! How can I help you?']);
    installation.model.script({ kind: 'answer', text: 'To the second.' });
    await chat.say('Second?');
    while (installation.model.next());
    const heard = async () => (await account.get(`/conversations/${left}`)).body.history.at(-1).content;
    await expect.poll(heard).toBe('Late words.');
    const talk = ['assistant: Hello! How can I help you?', 'user: Second?', 'assistant: To the second.'];
    await expect.poll(chat.said).toEqual(talk);
  });

  async function visitEnded() {
    const visited = await visit();
    await visited.chat.open();
    const [{ id }] = await conversations(visited.assistant);
    const statement = 'update conversations set ended_at = clock_timestamp() where uuid = $1';
    await installation.server.database.query(statement, [id]);
    await visited.chat.alert.getByText('This conversation has ended.').waitFor();
    return visited;
  }

  test('shows that the conversation has ended and continues it', async () => {
    const { chat, page } = await visitEnded();
    await keepScreenshot(page, 'widget-ended');
    installation.model.script({ kind: 'answer', text: 'Welcome back.' });
    await chat.say('One more thing');
    await expect.poll(chat.said).toContain('assistant: Welcome back.');
    await expect.poll(() => chat.alert.textContent()).toBe('');
  });

  test('shows that the conversation has ended and starts over', async () => {
    const { chat, assistant } = await visitEnded();
    await chat.alert.getByRole('button', { name: 'Start a new conversation' }).click();
    await expect.poll(chat.said).toEqual(['assistant: Hello! How can I help you?']);
    expect(await conversations(assistant)).toHaveLength(2);
  });

  test('passes the page’s variables to the assistant, in the language chosen by the page', async () => {
    const fields = { initial_message: 'Buna, {{name}}!' };
    const { chat, errors } = await visit(fields, {
      'data-variables': '{"name":"Ana"}',
      'data-language': 'ro',
      'data-open': '',
    });
    await expect.poll(chat.said).toEqual(['assistant: Buna, Ana!']);
    await expect.poll(() => chat.field.getAttribute('placeholder')).toBe('Scrieți un mesaj');
    expect(errors).toEqual([]);
  });

  test('shows the maximum length of a message and does not send a longer one', async () => {
    const { chat, page } = await visit();
    await chat.open();
    await chat.field.fill('x'.repeat(2001));
    await chat.panel.getByText('2001 of 2000 characters').waitFor();
    await chat.field.press('Enter');
    expect(await chat.said()).toHaveLength(1);
    await keepScreenshot(page, 'widget-too-long');
    await chat.field.fill('y'.repeat(2000));
    // In Safari only the key code distinguishes an Enter that ends a composition.
    await chat.field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
    await expect.poll(() => chat.field.inputValue()).toHaveLength(2000);
    installation.model.script({ kind: 'answer', text: 'That was long.' });
    await chat.field.press('Enter');
    await expect.poll(chat.said).toContain('assistant: That was long.');
  });

  test('lets scripts of the page open it, send messages and receive events', async () => {
    const { chat, page } = await visit();
    await chat.launcher.waitFor();
    installation.model.script({ kind: 'answer', text: 'From the page.' });
    await page.evaluate(`
      window.heard = [];
      ParleyChat.on('open', () => heard.push('open'));
      ParleyChat.on('message', ({ role, text }) => heard.push(role + ': ' + text));
      ParleyChat.on('close', () => heard.push('close'));
      ParleyChat.open();`);
    await expect.poll(chat.said).toHaveLength(1);
    await page.evaluate(`ParleyChat.send('Hello from the page')`);
    await expect.poll(chat.said).toContain('assistant: From the page.');
    await page.evaluate('ParleyChat.close()');
    expect(await page.evaluate('heard')).toEqual([
      'open',
      'user: Hello from the page',
      'assistant: From the page.',
      'close',
    ]);
    expect(await page.evaluate(`try { ParleyChat.send(' ') } catch (error) { error.name }`)).toBe(
      'RangeError',
    );
  });

  test('continues the conversation when event listeners of the page throw', async () => {
    const { chat, page } = await visit();
    await chat.launcher.waitFor();
    installation.model.script(
      { kind: 'answer', text: 'The first.' },
      { kind: 'answer', text: 'The second.' },
    );
    await page.evaluate(`
      window.failures = [];
      addEventListener('error', (event) => failures.push(event.message));
      const fail = () => { throw new Error('The page is broken.') };
      ParleyChat.on('open', fail);
      ParleyChat.on('message', fail);
      ParleyChat.send('One');`);
    await expect.poll(chat.said).toContain('assistant: The first.');
    await page.evaluate(`ParleyChat.send('Two')`);
    await expect.poll(chat.said).toContain('assistant: The second.');
    expect(
      await page.evaluate('failures.length > 0 && failures.every((text) => text.includes("broken"))'),
    ).toBe(true);
  });
});
