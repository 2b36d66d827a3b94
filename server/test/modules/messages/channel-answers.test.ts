import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../kit/eventually.ts';
import { customerPhone, customerWrites, sandboxSender, setBalance } from '../../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import type { Client } from '../../kit/test-server.ts';

let installation: ModelInstallation;
beforeAll(async () => {
  installation = await startModelInstallation();
});
afterAll(() => installation.stop());

interface Message {
  role: string;
  author: string;
  content: string;
  unanswered_reason: string | null;
  delivery: { state: string } | null;
}

async function prepare(fields: Record<string, unknown> = {}) {
  const account = await installation.server.account();
  const assistant = await installation.assistant(account, fields);
  const sender = await sandboxSender(account, { assistant_id: assistant.id });
  return { account, assistant, sender, from: customerPhone() };
}

const messagesOf = async (account: Client, conversationId: number | string): Promise<Message[]> =>
  (await account.get(`/user/msgapp/conversations/${conversationId}/messages`)).body.data;

const untilLength = (account: Client, conversationId: number, length: number): Promise<Message[]> =>
  eventually(
    () => messagesOf(account, conversationId),
    (messages) => messages.length >= length,
  );

const untilReason = (account: Client, conversationId: number): Promise<Message[]> =>
  eventually(
    () => messagesOf(account, conversationId),
    (messages) => messages.at(-1)?.unanswered_reason !== null,
  );

const waiting = (): Promise<unknown[]> => installation.server.database.query('select from pending_answers');

describe('the sender’s assistant', () => {
  test('answers a customer once, over the channel, for the price of a message', async () => {
    const { account, sender, from } = await prepare();
    installation.model.replace({ kind: 'answer', text: 'We open at **nine**.' });
    const asked = installation.model.requests.length;
    const { data } = (await customerWrites(account, sender.id, { from, message: 'When do you open?' })).body;
    const messages = await untilLength(account, data.conversation_id, 2);
    expect(messages.map(({ author, content }) => [author, content])).toEqual([
      ['customer', 'When do you open?'],
      // In the markup of the channel.
      ['ai', 'We open at *nine*.'],
    ]);
    await eventually(waiting, (rows) => rows.length === 0);
    expect(installation.model.requests.length).toBe(asked + 1);
    expect((await account.get('/user/me')).body.total_balance).toBe(99.99);
    const [conversation] = (await account.get('/user/conversations?type=msgapp')).body.data;
    expect(conversation).toMatchObject({ message_count: 2, total_cost: 0.01, assistant_name: 'Reception' });
    await eventually(
      () => messagesOf(account, data.conversation_id),
      (all) => all[1]?.delivery?.state === 'read',
    );
  });

  test('gets the history, message by message', async () => {
    const { account, sender, from } = await prepare();
    installation.model.replace({ kind: 'answer', text: 'One.' }, { kind: 'answer', text: 'Two.' });
    const { data } = (await customerWrites(account, sender.id, { from, message: 'First?' })).body;
    await untilLength(account, data.conversation_id, 2);
    await customerWrites(account, sender.id, { from, message: 'Second?' });
    await untilLength(account, data.conversation_id, 4);
    const said = installation.model.requests.at(-1)?.messages.filter(({ role }) => role !== 'system');
    expect(said?.map(({ content }) => JSON.stringify(content))).toEqual([
      expect.stringContaining('First?'),
      expect.stringContaining('One.'),
      expect.stringContaining('Second?'),
    ]);
  });

  test('answers a burst of messages together', async () => {
    const { account, sender, from } = await prepare();
    installation.model.replace(
      { kind: 'drip', text: 'Too early' },
      { kind: 'answer', text: 'To all three.' },
    );
    const arrival = installation.model.nextRequest();
    const { data } = (await customerWrites(account, sender.id, { from, message: 'One' })).body;
    await arrival;
    await customerWrites(account, sender.id, { from, message: 'Two' });
    await customerWrites(account, sender.id, { from, message: 'Three' });
    while (installation.model.next());
    await untilLength(account, data.conversation_id, 4);
    await eventually(waiting, (rows) => rows.length === 0);
    const messages = await messagesOf(account, data.conversation_id);
    expect(messages.map(({ content }) => content)).toEqual(['One', 'Two', 'Three', 'To all three.']);
    const last = JSON.stringify(installation.model.requests.at(-1)?.messages.at(-1));
    for (const word of ['One', 'Two', 'Three']) expect(last).toContain(word);
    expect((await account.get('/user/me')).body.total_balance).toBe(99.99);
  });

  test('serves many customers in parallel, each with one answer', async () => {
    const { account, sender } = await prepare();
    installation.model.replace();
    const inbound = await Promise.all(
      Array.from({ length: 20 }, () => customerWrites(account, sender.id, { from: customerPhone() })),
    );
    for (const { body } of inbound) await untilLength(account, body.data.conversation_id, 2);
    await eventually(waiting, (rows) => rows.length === 0);
    for (const { body } of inbound) {
      expect((await messagesOf(account, body.data.conversation_id)).length).toBe(2);
    }
    expect((await account.get('/user/me')).body.total_balance).toBe(99.8);
  });

  test('retries when the model fails, and answers once', async () => {
    const { account, sender, from } = await prepare();
    installation.model.replace({ kind: 'status', status: 400 }, { kind: 'answer', text: 'Here I am.' });
    const { data } = (await customerWrites(account, sender.id, { from })).body;
    const messages = await untilLength(account, data.conversation_id, 2);
    expect(messages.at(-1)).toMatchObject({ author: 'ai', content: 'Here I am.' });
    expect((await account.get('/user/me')).body.total_balance).toBe(99.99);
  });
});

describe('an unanswered message gives the reason', () => {
  test('when the sender has no assistant', async () => {
    const account = await installation.server.account();
    const sender = await sandboxSender(account);
    const { data } = (await customerWrites(account, sender.id, { from: customerPhone() })).body;
    expect(await messagesOf(account, data.conversation_id)).toMatchObject([
      { unanswered_reason: 'NO_ASSISTANT' },
    ]);
  });

  test('when the assistant is deleted', async () => {
    const { account, assistant, sender, from } = await prepare();
    await account.delete(`/user/assistant/${assistant.id}`);
    const { data } = (await customerWrites(account, sender.id, { from })).body;
    expect(await messagesOf(account, data.conversation_id)).toMatchObject([
      { unanswered_reason: 'NO_ASSISTANT' },
    ]);
  });

  test('when the balance is spent; no model is asked', async () => {
    const { account, sender, from } = await prepare();
    await setBalance(account, 0.009999);
    const asked = installation.model.requests.length;
    const { data } = (await customerWrites(account, sender.id, { from })).body;
    const [message] = await untilReason(account, data.conversation_id);
    expect(message?.unanswered_reason).toBe('INSUFFICIENT_BALANCE');
    expect(installation.model.requests.length).toBe(asked);
  });

  test('when the customer has sent STOP, or the sender is offline', async () => {
    const { account, sender, from } = await prepare();
    const stop = (await customerWrites(account, sender.id, { from, message: 'STOP' })).body.data;
    expect(await messagesOf(account, stop.conversation_id)).toMatchObject([
      { unanswered_reason: 'OPTED_OUT' },
    ]);
    await account.put(`/sandbox/msgapp/senders/${sender.id}`, { status: 'offline' });
    const other = (await customerWrites(account, sender.id, { from: customerPhone() })).body.data;
    const [message] = await untilReason(account, other.conversation_id);
    expect(message?.unanswered_reason).toBe('SENDER_OFFLINE');
  });

  test('when the customer opts back in after STOP; without a STOP the same word is an ordinary message', async () => {
    const { account, sender, from } = await prepare();
    const writes = async (message: string) =>
      (await customerWrites(account, sender.id, { from, message })).body.data.conversation_id;
    installation.model.replace({ kind: 'answer', text: 'Noted.' }, { kind: 'answer', text: 'Welcome back.' });
    const asked = installation.model.requests.length;
    const id = await writes('Yes');
    await untilLength(account, id, 2);
    await writes('STOP');
    await untilLength(account, id, 4);
    await writes('Are you there?');
    await writes('Yes');
    const confirmed = await untilLength(account, id, 7);
    expect(confirmed.slice(2).map((message) => message.unanswered_reason ?? message.content)).toEqual([
      'OPTED_OUT',
      expect.stringContaining('START'),
      'OPTED_OUT',
      'OPTED_IN',
      expect.stringContaining('STOP'),
    ]);
    await writes('START');
    const messages = await untilLength(account, id, 9);
    expect(messages.slice(-2).map(({ content }) => content)).toEqual(['START', 'Welcome back.']);
    await eventually(waiting, (rows) => rows.length === 0);
    expect(installation.model.requests.length).toBe(asked + 2);
    expect((await account.get('/user/me')).body.total_balance).toBe(99.98);
  });

  test('when a teammate has taken over, until the AI is enabled again', async () => {
    const { account, sender, from } = await prepare();
    installation.model.replace({ kind: 'answer', text: 'Hello.' }, { kind: 'answer', text: 'Back again.' });
    const { data } = (await customerWrites(account, sender.id, { from })).body;
    await untilLength(account, data.conversation_id, 2);
    const path = `/user/conversations/${data.conversation_uuid}`;
    await account.post(`${path}/disable-ai`);
    await customerWrites(account, sender.id, { from, message: 'Are you there?' });
    const [, , unanswered] = await messagesOf(account, data.conversation_id);
    expect(unanswered?.unanswered_reason).toBe('AI_DISABLED');
    const written = await account.post(`${path}/messages`, { message: 'A person here.' });
    expect(written.status, written.text).toBe(200);
    const { message_id, msgapp_message_id } = written.body.data;
    // Both the id and the UUID work.
    for (const name of [data.conversation_id, data.conversation_uuid]) {
      expect((await messagesOf(account, name)).at(-1)).toMatchObject({
        id: message_id,
        author: 'human',
        delivery: { msgapp_message_id, message_sid: expect.stringMatching(/^sandbox-/) },
      });
    }
    const followed = await account.get(`/user/msgapp/messages/${msgapp_message_id}`);
    expect(followed.body.data).toMatchObject({ message_id, message: 'A person here.' });
    expect((await account.get('/user/me')).body.total_balance).toBe(99.98);
    await account.post(`${path}/enable-ai`);
    await customerWrites(account, sender.id, { from, message: 'Thanks' });
    const all = await untilLength(account, data.conversation_id, 6);
    expect(all.at(-1)?.content).toBe('Back again.');
  });

  test('when a teammate takes over while the assistant is generating', async () => {
    const { account, sender, from } = await prepare();
    installation.model.replace({ kind: 'drip', text: 'Too late' });
    const arrival = installation.model.nextRequest();
    const { data } = (await customerWrites(account, sender.id, { from })).body;
    await arrival;
    await account.post(`/user/conversations/${data.conversation_uuid}/disable-ai`);
    while (installation.model.next());
    const messages = await untilReason(account, data.conversation_id);
    expect(messages).toMatchObject([{ author: 'customer', unanswered_reason: 'AI_DISABLED' }]);
    expect((await account.get('/user/me')).body.total_balance).toBe(100);
  });
});

describe('a teammate who writes in a conversation of the channel', () => {
  test('is bound by the window, the balance and the customer’s STOP', async () => {
    const account = await installation.server.account();
    const sender = await sandboxSender(account);
    const from = customerPhone();
    const { data } = (await customerWrites(account, sender.id, { from })).body;
    const write = () =>
      account.post(`/user/conversations/${data.conversation_uuid}/messages`, { message: 'Hi' });
    await setBalance(account, 0);
    expect((await write()).status).toBe(402);
    await setBalance(account, 1);
    await account.put(`/sandbox/msgapp/senders/${sender.id}`, { status: 'offline' });
    expect((await write()).status).toBe(503);
    await account.put(`/sandbox/msgapp/senders/${sender.id}`, { status: 'online' });
    await installation.server.database.query(
      `update channel_customers set last_message_at = last_message_at - interval '24 hours' where sender_id = $1`,
      [sender.id],
    );
    expect((await write()).status).toBe(403);
    await customerWrites(account, sender.id, { from, message: 'STOP' });
    expect((await write()).status).toBe(403);
    await customerWrites(account, sender.id, { from, message: 'START' });
    expect((await write()).status).toBe(200);
    await account.delete(`/user/msgapp/senders/${sender.id}`);
    expect((await write()).status).toBe(503);
    // The history stays.
    const said = (await messagesOf(account, data.conversation_id)).filter(({ author }) => author !== 'ai');
    expect(said.length).toBe(4);
  });
});
