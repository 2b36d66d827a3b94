import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { accessibilityViolations, keepScreenshot, PHONE, type TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { phoneProblems, screenProblems } from '../kit/console-screens.ts';
import { openConversation } from '../kit/events.ts';
import { eventually } from '../kit/eventually.ts';
import { customerPhone, customerWrites, reportsOf, sandboxSender, TYPED } from '../kit/messaging.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;
let assistant: { id: number; uuid: string };

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
  assistant = await createAssistant(account, {
    name: 'Front desk',
    initial_message: 'Mill Inn, good evening.',
    system_prompt: 'You help guests. Breakfast is at seven.',
  });
});

const open = (path: string, options = {}, visitor = account) =>
  openConsole(browser, { server, account: visitor, path, options });

test('a teammate takes over a website chat, writes, and hands it back to the AI', async () => {
  const path = await openConversation(server.visitor, assistant, 'widget');
  const uuid = path.split('/').at(-1) ?? '';
  await server.visitor.post(`${path}/messages`, { message: 'When is breakfast?' });
  const { page, errors } = await open('/conversations');
  await page.getByRole('link', { name: /Visitor.*Website · Front desk/s }).click();
  const log = page.getByRole('log', { name: 'Messages' });
  await log.getByText('When is breakfast?').waitFor();
  expect(page.url()).toBe(`${server.address}/conversations/${uuid}`);

  await page.getByRole('button', { name: 'Take over' }).click();
  const draft = page.getByRole('textbox', { name: 'Message' });
  expect(await page.getByText('Messages here are not delivered automatically').count()).toBe(0);
  await draft.fill('I am Ana. It is at eight on Sundays.');
  await draft.press('Enter');
  await log.getByText('I am Ana. It is at eight on Sundays.').waitFor();
  await expect.poll(() => draft.inputValue()).toBe('');

  // New customer messages appear without a reload, and the AI does not answer.
  await server.visitor.post(`${path}/messages`, { message: 'Thank you, Ana!' });
  await log.getByText('Thank you, Ana!').waitFor();
  // Five messages, and a line that says who took the conversation.
  await log.getByText(/took this conversation/).waitFor();
  await expect.poll(() => log.getByRole('listitem').count()).toBe(6);
  await keepScreenshot(page, 'conversation-light');

  await page.getByRole('button', { name: 'Hand back to assistant' }).click();
  await page.getByRole('button', { name: 'Take over' }).waitFor();
  expect((await account.get(`/user/conversations/${uuid}`)).body.data.ai_enabled).toBe(true);
  expect(errors).toEqual([]);
});

async function channelTalk(): Promise<{ senderId: number; from: string; uuid: string }> {
  const sender = await sandboxSender(account, { display_name: 'Mill Inn', assistant_id: null });
  await account.post(`/sandbox/msgapp/senders/${sender.id}/templates`, {
    name: 'room_ready',
    language: 'en',
    category: 'UTILITY',
    status: 'approved',
    body_text: 'Hello {{1}}, your room {{2}} is ready.',
    variables: ['guest', 'room'],
  });
  const from = customerPhone();
  const { body, text } = await customerWrites(account, sender.id, {
    from,
    name: 'Maria Pop',
    message: 'Is my room ready?',
  });
  expect(body.data, text).toBeDefined();
  const uuid: string = body.data.conversation_uuid;
  return { senderId: sender.id, from, uuid };
}

test('the composer shows a channel’s messaging window and switches to templates when it closes', async () => {
  const { uuid } = await channelTalk();
  const { page, errors } = await open(`/conversations/${uuid}?tab=about`);
  // The remaining window time is always visible.
  const timer = page.getByRole('timer').getByText(/Window open for (23 h 59|24 h 0) min/);
  await timer.waitFor();
  await page.getByRole('button', { name: 'Messages' }).click();
  await page.getByRole('button', { name: 'Take over' }).click();
  await timer.waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill('One moment, please.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const log = page.getByRole('log', { name: 'Messages' });
  await log.getByText('One moment, please.').waitFor();
  // The sandbox carrier reports the message as delivered and then as read.
  await log
    .getByText(/^(Delivered|Read)$/)
    .first()
    .waitFor({ state: 'attached' });

  // Undelivered messages show the reason, including in the list.
  await page.getByRole('textbox', { name: 'Message' }).fill('It is ready. sandbox:undelivered');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await log
    .getByText('Not delivered: The sandbox does not deliver messages that contain "sandbox:undelivered".', {
      exact: true,
    })
    .waitFor();
  const row = page.getByRole('link', { name: /Maria Pop.*You: It is ready\..*Not delivered/ });
  await row.waitFor();

  // A template can still be chosen, and the URL shows it.
  await page.getByRole('button', { name: 'Use a template' }).click();
  await page.reload();
  await page.getByRole('combobox', { name: 'Template' }).waitFor();
  await page.goBack();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();

  // The window closes while the page is open.
  await page.clock.setSystemTime(Date.now() + 25 * 3_600_000);
  await page.getByText('Window closed').waitFor();
  expect(await page.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: /room_ready/ }).click();
  await page.getByRole('textbox', { name: 'guest' }).fill('Maria');
  await page.reload();
  await page.getByText('Hello Maria, your room {{2}} is ready.').waitFor();
  const send = page.getByRole('button', { name: 'Send template' });
  await expect.poll(() => send.isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'room' }).fill('12');
  await page.getByText('Hello Maria, your room 12 is ready.').waitFor();
  await keepScreenshot(page, 'conversation-template');
  await send.click();
  await log.getByText('Hello Maria, your room 12 is ready.').waitFor();
  await page.getByText('Choose a template').waitFor();
  expect(errors).toEqual([]);
});

test('sends a message with a lost response once, and the same text written again as a new message', async () => {
  const { uuid } = await channelTalk();
  await account.post(`/user/conversations/${uuid}/disable-ai`);
  const { page } = await open(`/conversations/${uuid}`);
  let tries = 0;
  await page.route(/\/messages$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    tries += 1;
    if (tries > 1) return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
  });
  const draft = page.getByRole('textbox', { name: 'Message' });
  const log = page.getByRole('log', { name: 'Messages' });
  const told = log.getByText('See you at seven.');
  await draft.fill('See you at seven.');
  await draft.press('Enter');
  // The message was stored, and a change notification makes it appear.
  await told.waitFor();
  // The draft is then cleared.
  await expect.poll(() => draft.inputValue()).toBe('');
  expect(await told.count()).toBe(1);
  await draft.fill('See you at seven.');
  await draft.press('Enter');
  await expect.poll(() => told.count()).toBe(2);
  expect(tries).toBe(2);
});

test('marks a message with unknown delivery state and sends it once, even after a reload', async () => {
  const { uuid } = await channelTalk();
  await account.post(`/user/conversations/${uuid}/disable-ai`);
  const { page } = await open(`/conversations/${uuid}`);
  const keys: (string | undefined)[] = [];
  let isLost = true;
  await page.route(/\/messages$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key']);
    await (isLost ? route.abort('connectionreset') : route.fallback());
  });
  const draft = page.getByRole('textbox', { name: 'Message' });
  await draft.fill('See you at eight.');
  await draft.press('Enter');
  const doubt = page.getByText('This message may have been sent.');
  await doubt.waitFor();
  await page.getByRole('button', { name: 'About', exact: true }).click();
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  await doubt.waitFor();
  await page.reload();
  await doubt.waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await keepScreenshot(page, 'conversation-unanswered');
  await draft.fill('See you at nine.');
  await page.getByText('“See you at eight.” may have been sent.').waitFor();
  await draft.fill('See you at eight.');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => keys.length).toBe(2);
  await doubt.waitFor();
  isLost = false;
  await page.getByRole('button', { name: 'Send again' }).click();
  const told = page.getByRole('log', { name: 'Messages' }).getByText('See you at eight.');
  await told.waitFor();
  await expect.poll(() => draft.inputValue()).toBe('');
  await doubt.waitFor({ state: 'detached' });
  expect(await told.count()).toBe(1);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toBeTypeOf('string');
});

test('keeps the scroll position when earlier messages are loaded', async () => {
  const { senderId, from, uuid } = await channelTalk();
  for (let number = 1; number <= 60; number += 1) {
    await customerWrites(account, senderId, { from, message: `Question ${number}` });
  }
  const { page, errors } = await open(`/conversations/${uuid}`);
  const log = page.getByRole('log', { name: 'Messages' });
  await log.getByText('Question 60', { exact: true }).waitFor();
  await log.evaluate((element) => {
    element.scrollTop = 0;
  });
  const first = log.getByRole('listitem').first();
  const words = await first.locator('p[dir]').innerText();
  const read = log.getByText(words, { exact: true });
  const before = await read.boundingBox();
  const earlier = log.getByRole('button', { name: 'Earlier messages' });
  await earlier.press('Enter');
  await log.getByText('Is my room ready?').waitFor();
  const after = await read.boundingBox();
  // The button disappears with the last earlier messages.
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  expect(await page.evaluate('document.activeElement.role')).toBe('log');
  expect(errors).toEqual([]);
});

test('offers no composer for a customer who has opted out', async () => {
  const { senderId, from, uuid } = await channelTalk();
  await customerWrites(account, senderId, { from, message: 'STOP' });
  await account.post(`/user/conversations/${uuid}/disable-ai`);
  const { page } = await open(`/conversations/${uuid}`);
  await page.getByText(/has opted out/).waitFor();
  expect(await page.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Send template' }).count()).toBe(0);
  await page
    .getByRole('link', { name: /Opted out/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'About' }).click();
  await page.getByText('Opted out: no first messages, no calls').waitFor();
});

test('says why the assistant does not answer, and stops saying so after a take-over', async () => {
  const limited = await createAssistant(account, { max_replies_per_customer_day: 1 });
  const sender = await sandboxSender(account, { assistant_id: limited.id });
  const from = customerPhone();
  const { conversation_uuid: uuid } = (await customerWrites(account, sender.id, { from })).body.data;
  const view = async () => (await account.get(`/user/conversations/${uuid}`)).body.data;
  await eventually(view, ({ message_count }) => message_count === 2);
  await customerWrites(account, sender.id, { from, message: 'Are you there?' });
  await eventually(view, ({ silence }) => silence !== null);
  const { page, errors } = await open(`/conversations/${uuid}`);
  const reply = page.getByRole('region', { name: 'Reply' });
  const callout = reply.getByText(
    /The customer has received all replies that the assistant may send in 24 hours\. The assistant is paused until \S/,
  );
  await callout.waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await reply.getByRole('button', { name: 'Take over' }).click();
  await callout.waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

test('shows which messages the customer edited, deleted or reacted to', async () => {
  const sender = await sandboxSender(account, { assistant_id: null });
  const from = customerPhone();
  const to = String(sender['phone_number']);
  const receive = (...reports: Parameters<typeof reportsOf>[2]) =>
    reportsOf(server, { id: sender.id, userId: account.userId }, reports);
  const message = (providerMessageId: string, text: string) =>
    ({
      ...TYPED,
      kind: 'message',
      channel: 'msgapp',
      providerMessageId,
      from,
      to,
      customerName: null,
      text,
      media: [],
      sentAt: null,
    }) as const;
  const [stored] = await receive(message('first', 'A table at 3 pm'), message('second', 'My card is 4711'));
  const change = {
    kind: 'change',
    author: 'customer',
    from,
    channelUserId: null,
    to,
    customerName: null,
  } as const;
  const at = new Date();
  await receive(
    { ...change, target: 'first', change: { kind: 'edited', text: 'A table at 5 pm', isTyped: true }, at },
    { ...change, target: 'first', change: { kind: 'reaction', emoji: '👍' }, at },
    { ...change, target: 'second', change: { kind: 'deleted' }, at },
  );
  const [talk] = await server.database.query<{ uuid: string }>(
    'select uuid from conversations where id = $1',
    [stored?.conversationId],
  );
  const { page, errors } = await open(`/conversations/${talk?.uuid}`);
  const bubbles = page.getByRole('log', { name: 'Messages' }).getByRole('listitem');
  const edited = bubbles.filter({ hasText: 'A table at 5 pm' });
  await edited.getByText('Edited ·').waitFor();
  await edited.getByText('Customer’s reaction: 👍').waitFor();
  const deleted = bubbles.filter({ hasText: '[Deleted message]' });
  await deleted.waitFor();
  expect(await deleted.getByText('Edited').count()).toBe(0);
  expect(await page.getByText('A table at 3 pm').count()).toBe(0);
  expect(await page.getByText('4711').count()).toBe(0);
  expect(errors).toEqual([]);
});

test('offers to assign an assistant when the sender has none', async () => {
  const other = await server.account();
  const sender = await sandboxSender(other);
  await customerWrites(other, sender.id, { from: customerPhone() });
  const { data: inbox } = (await other.get('/user/inbox')).body;
  const { page, errors } = await open(`/conversations/${inbox[0].id}?tab=about`, {}, other);
  await page.getByText('No one: the sender has no assistant').waitFor();
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  const answer = page.getByRole('region', { name: 'Reply' });
  await answer.getByText('The sender has no assistant. Take over').waitFor();
  await answer.getByRole('button', { name: 'Take over' }).click();
  await answer.getByText('You are replying. The sender has no assistant.').waitFor();
  await answer.getByRole('link', { name: 'Choose an assistant' }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/messaging/senders/${sender.id}`);
  expect(errors).toEqual([]);
});

test('applies filters from the URL', async () => {
  const { page } = await open('/conversations?type=msgapp');
  await page
    .getByRole('link', { name: /Maria Pop/ })
    .first()
    .waitFor();
  expect(await page.getByRole('link', { name: /Visitor/ }).count()).toBe(0);
  await page.getByRole('searchbox', { name: 'Search customers and messages' }).fill('nobody');
  await page.getByText('No matching conversations.').waitFor();
  expect(page.url()).toContain('search=nobody');
});

test('the conversation pages are accessible in both themes and fit a phone', async () => {
  const { uuid } = await channelTalk();
  await account.post(`/user/conversations/${uuid}/disable-ai`);
  const tabs = ['messages', 'about', 'webhooks'].map((tab) => ({
    name: `conversation-${tab}`,
    path: `/conversations/${uuid}?tab=${tab}`,
    show: async (page: Page) => {
      await page.getByRole('heading', { level: 1, name: 'Maria Pop' }).waitFor();
      await page
        .getByText(/Is my room ready|No charges|No webhooks sent/)
        .first()
        .waitFor();
    },
  }));
  const list = (page: Page) => page.getByRole('link', { name: /Maria Pop/ }).first();
  const problems = await screenProblems(browser, { server, account }, [
    { name: 'conversations', path: '/conversations', show: (page) => list(page).waitFor() },
    ...tabs,
  ]);
  expect(problems).toEqual([]);
});

test('on a phone the list opens a conversation, and a link leads back', async () => {
  const { page } = await open('/conversations', PHONE);
  await page
    .getByRole('link', { name: /Maria Pop/ })
    .first()
    .click();
  await page.getByRole('log', { name: 'Messages' }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  for (const [name, shown] of [
    ['About', 'UUID'],
    ['Webhooks', /^No webhooks sent/],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await page.getByText(shown).first().waitFor();
    expect(await phoneProblems(page), name).toEqual([]);
  }
  await page.getByRole('link', { name: 'Back to list' }).click();
  await page.getByRole('heading', { level: 1, name: 'Conversations' }).waitFor();
});

test('ten thousand conversations scroll while few rows are rendered', async () => {
  const busy = await server.account();
  const { id } = await createAssistant(busy, { name: 'Busy desk' });
  await server.database.query(
    `insert into conversations (user_id, assistant_id, type, customer_identifier, updated_at)
     select $1, $2, 'api', 'Customer ' || number, clock_timestamp() - make_interval(mins => number)
     from generate_series(1, 10000) as number`,
    [busy.userId, id],
  );
  const { page } = await open('/conversations', {}, busy);
  await page.getByRole('link', { name: /^Customer 1 / }).waitFor();
  await page.getByText('10,000 conversations').waitFor();
  const list = page.getByRole('list', { name: /Conversations/ });
  const scroll = async (share: number) =>
    list.evaluate((element, to) => {
      const scroller = element.parentElement;
      if (scroller !== null) scroller.scrollTop = scroller.scrollHeight * to;
    }, share);
  for (const share of [0.25, 0.5, 0.75, 1]) await scroll(share);
  await page.getByRole('link', { name: /^Customer 10000 / }).waitFor();
  await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(60);
  await scroll(0);
  await page.getByRole('link', { name: /^Customer 1 / }).waitFor();
});
