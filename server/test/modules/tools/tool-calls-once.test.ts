import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keyOf, signatureHeader } from '../../../src/modules/webhooks/secrets/signature.ts';
import { BOOKING, BOOKS, bookingAssistant } from '../../kit/booking-assistant.ts';
import { openConversation, streamReply } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import type { FakeReply } from '../../kit/fake-model-server.ts';
import { customerPhone, customerWrites, sandboxSender } from '../../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import type { Client } from '../../kit/test-server.ts';
import { startToolEndpoint, type ToolEndpoint } from '../../kit/tool-endpoint.ts';

/** A model failure after which no retry remains. */
const FAILS: FakeReply = { kind: 'status', status: 400 };
const DONE = { ...BOOKING, result: { status: 200, body: { booked: true } } };

let installation: ModelInstallation;
let endpoint: ToolEndpoint;

beforeAll(async () => {
  endpoint = await startToolEndpoint();
  const shutdownLimits = { turnsMs: 100, totalMs: 5000 };
  installation = await startModelInstallation({ overrides: { shutdownLimits } });
});
beforeEach(() => {
  endpoint.reset();
  endpoint.answer({ body: { booked: true } });
});
afterAll(async () => {
  await installation.stop();
  await endpoint.close();
});

const keys = (): unknown[] => endpoint.calls.map(({ headers }) => headers['idempotency-key']);

async function prepare() {
  const account = await installation.server.account();
  const assistant = await bookingAssistant(installation, { account, endpoint: endpoint.origin });
  return { account, assistant };
}

async function chat() {
  const { account, assistant } = await prepare();
  const { visitor } = installation.server;
  const path = await openConversation(visitor, assistant);
  return {
    account,
    path,
    say: (message: string, key?: string) =>
      visitor.post(`${path}/messages`, { message }, key === undefined ? {} : { 'Idempotency-Key': key }),
    history: async () => (await visitor.get(path)).body.history.slice(1),
  };
}

describe('a request to a tool', () => {
  test('identifies the call and the conversation, and is signed like a webhook', async () => {
    const { account, path, say } = await chat();
    installation.model.replace(BOOKS, { kind: 'answer', text: 'Booked.' });
    await say('Book Friday.');
    const [call] = endpoint.calls;
    const key = String(call?.headers['idempotency-key']);
    expect(call?.headers).toMatchObject({
      'x-parley-conversation-id': path.split('/').at(-1),
      'webhook-id': key,
    });
    expect(call?.headers).not.toHaveProperty('x-parley-customer-phone');
    const { secret } = (await account.get('/user/webhook-secret')).body.data;
    const timestampSeconds = Number(call?.headers['webhook-timestamp']);
    const message = { id: key, timestampSeconds, body: call?.body ?? '' };
    expect(call?.headers['webhook-signature']).toBe(signatureHeader([keyOf(secret)], message));
  });

  test('has a new key for the same call in another turn', async () => {
    const { say } = await chat();
    installation.model.replace(BOOKS, { kind: 'answer', text: 'Booked.' }, BOOKS);
    await say('Book Friday.');
    await say('And once more.');
    expect(new Set(keys()).size).toBe(2);
  });
});

describe('a chat whose model fails after a tool', () => {
  test('keeps the call, and continues from it under its Idempotency-Key', async () => {
    const { say, history } = await chat();
    installation.model.replace(BOOKS, FAILS, BOOKS, FAILS, { kind: 'answer', text: 'Booked.' });
    expect((await say('Book Friday.', 'k')).status).toBe(503);
    const asked = { role: 'user', content: 'Book Friday.' };
    expect(await history()).toEqual([{ ...asked, function_calls: [DONE] }]);
    expect((await say('Book Friday.', 'k')).status).toBe(503);
    const reply = await say('Book Friday.', 'k');
    expect(reply.body).toEqual({ status: true, message: 'Booked.', function_calls: [DONE] });
    expect(await history()).toEqual([
      asked,
      { role: 'assistant', content: 'Booked.', function_calls: [DONE] },
    ]);
    expect(endpoint.calls).toHaveLength(1);
  });

  test('does not repeat the call when the customer asks again without a key', async () => {
    const { say, history } = await chat();
    installation.model.replace(BOOKS, FAILS, BOOKS, FAILS, BOOKS, { kind: 'answer', text: 'Booked.' }, BOOKS);
    for (const status of [503, 503, 200]) expect((await say('Book Friday.')).status).toBe(status);
    const asked = { role: 'user', content: 'Book Friday.' };
    expect(await history()).toEqual([
      { ...asked, function_calls: [DONE] },
      asked,
      asked,
      { role: 'assistant', content: 'Booked.' },
    ]);
    expect(endpoint.calls).toHaveLength(1);
    await say('And once more.');
    expect(new Set(keys()).size).toBe(2);
  });

  test('shows the outcome of a repeated call that an earlier reply shows as failed', async () => {
    const { say } = await chat();
    const BOOKED: FakeReply = { kind: 'answer', text: 'Booked.' };
    endpoint.answer({ status: 500, body: {} });
    installation.model.replace(FAILS, BOOKS, { kind: 'answer', text: 'Not yet.' });
    expect((await say('Book Friday.', 'k')).status).toBe(503);
    expect((await say('Did it work?')).body.message).toBe('Not yet.');
    endpoint.answer({ body: { booked: true } });
    installation.model.replace(BOOKS, FAILS, BOOKS, BOOKED);
    expect((await say('Book Friday.', 'k')).status).toBe(503);
    expect((await say('Book Friday.', 'k')).body).toMatchObject({
      message: 'Booked.',
      function_calls: [DONE],
    });
    expect(new Set(keys()).size).toBe(1);
  });

  test('continues streaming from the call after a retry', async () => {
    const { path, say } = await chat();
    installation.model.replace(BOOKS, FAILS, { kind: 'answer', text: 'Booked.' });
    const events = await streamReply(installation.server.api, `${path}/messages`, 'Book Friday.');
    expect((await events.rest()).at(-1)?.event).toBe('error');
    const after = await say('Did it work?');
    expect(after.body.message).toBe('Booked.');
    const asked = JSON.stringify(installation.model.requests.at(-1)?.messages);
    expect(asked).toContain('booked');
    expect(endpoint.calls).toHaveLength(1);
  });

  test('does not repeat the call of an answer that broke off', async () => {
    const { path, say, history } = await chat();
    installation.model.replace(BOOKS, { kind: 'truncated', text: 'It is' }, FAILS, BOOKS, {
      kind: 'answer',
      text: 'Booked.',
    });
    const events = await streamReply(installation.server.api, `${path}/messages`, 'Book Friday.');
    expect((await events.rest()).at(-1)?.event).toBe('done');
    expect(await history()).toMatchObject([{}, { content: expect.any(String), function_calls: [DONE] }]);
    expect((await say('Book Friday.')).body.message).toBe('Booked.');
    expect(endpoint.calls).toHaveLength(1);
  });

  test('continues from the call when generate-reply is repeated', async () => {
    const { account, assistant } = await prepare();
    installation.model.replace(BOOKS, FAILS, { kind: 'answer', text: 'Booked.' });
    const body = { assistant_id: assistant.id, customer_identifier: 'c', message: 'Book Friday.' };
    const ask = () => account.post('/user/ai/generate-reply', body, { 'Idempotency-Key': 'k' });
    expect((await ask()).status).toBe(503);
    expect((await ask()).body).toMatchObject({ reply: 'Booked.', function_calls: [DONE] });
    expect(endpoint.calls).toHaveLength(1);
  });
});

describe('two messages at once', () => {
  /** Sends the second message while the first one is answered. */
  async function sendBoth(next: string, say: (message: string) => Promise<{ status: number; text: string }>) {
    const { model, server } = installation;
    model.replace(BOOKS, { kind: 'drip', text: 'Booked.' }, BOOKS, { kind: 'answer', text: 'For two.' });
    const before = model.requests.length;
    const first = say('Book Friday.');
    await eventually(
      async () => model.requests.length - before,
      (count) => count === 2,
    );
    const second = say(next);
    await eventually(
      () => server.database.query('select from messages where content = $1', [next]),
      ({ length }) => length === 1,
    );
    expect(model.requests.length - before).toBe(2);
    while (model.next());
    const replies = await Promise.all([first, second]);
    const roles = model.requests[before + 2]?.messages.map(({ role }) => role);
    expect(roles?.slice(-5)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
    expect(endpoint.calls).toHaveLength(1);
    return replies;
  }

  test('of a visitor are answered in order, and the second answer continues from the first call', async () => {
    const { say, history } = await chat();
    await sendBoth('For two persons.', say);
    expect(await history()).toEqual([
      { role: 'user', content: 'Book Friday.' },
      { role: 'user', content: 'For two persons.' },
      { role: 'assistant', content: 'Booked.', function_calls: [DONE] },
      { role: 'assistant', content: 'For two.' },
    ]);
  });

  test('to generate-reply are answered in order', async () => {
    const { account, assistant } = await prepare();
    const body = { assistant_id: assistant.id, customer_identifier: 'burst' };
    const replies = await sendBoth('Two, please.', (message) =>
      account.post('/user/ai/generate-reply', { ...body, message }),
    );
    expect(replies).toMatchObject([
      { body: { reply: 'Booked.', function_calls: [DONE] } },
      { body: { reply: 'For two.', function_calls: [] } },
    ]);
  });
});

describe('a model that fails temporarily', () => {
  test.each<[string, FakeReply]>([
    ['status 500', { kind: 'status', status: 500 }],
    ['status 429', { kind: 'status', status: 429, headers: { 'retry-after': '0' } }],
    ['a broken stream', { kind: 'truncated', text: 'Half an' }],
    ['garbage', { kind: 'garbage' }],
  ])('still answers the customer (%s before and after a tool)', async (_name, failure) => {
    const { say } = await chat();
    installation.model.replace(failure, BOOKS, failure, { kind: 'answer', text: 'Booked.' });
    const reply = await say('Book Friday.');
    expect(reply.body).toEqual({ status: true, message: 'Booked.', function_calls: [DONE] });
    expect(endpoint.calls).toHaveLength(1);
  });

  test('continues a streamed answer where it broke off', async () => {
    const { path } = await chat();
    installation.model.replace({ kind: 'truncated', text: 'We open' }, { kind: 'answer', text: 'at nine.' });
    const events = await streamReply(installation.server.api, `${path}/messages`, 'When?');
    expect((await events.rest()).at(-1)).toMatchObject({
      event: 'done',
      data: { message: 'We open at nine.' },
    });
  });
});

describe('the messaging channel', () => {
  interface Message {
    id: number;
    author: string;
    content: string;
    unanswered_reason: string | null;
  }

  async function customer() {
    const { account, assistant } = await prepare();
    const sender = await sandboxSender(account, { assistant_id: assistant.id });
    const from = customerPhone();
    const write = async (message: string): Promise<{ conversation_id: number; conversation_uuid: string }> =>
      (await customerWrites(account, sender.id, { from, message })).body.data;
    return { account, from, write };
  }

  const messagesOf = async (account: Client, id: number): Promise<Message[]> =>
    (await account.get(`/user/msgapp/conversations/${id}/messages`)).body.data;

  const untilLength = (account: Client, id: number, length: number): Promise<Message[]> =>
    eventually(
      () => messagesOf(account, id),
      (messages) => messages.length >= length,
    );

  const transcriptOf = async (account: Client, uuid: string) =>
    (await account.get(`/user/conversations/${uuid}`)).body.data.transcript;

  test('continues a retried turn from its call', async () => {
    const { account, from, write } = await customer();
    installation.model.replace(BOOKS, FAILS, { kind: 'answer', text: 'Booked!' });
    const { conversation_id: id, conversation_uuid: uuid } = await write('Book Friday.');
    await untilLength(account, id, 2);
    const [asked, answer] = await transcriptOf(account, uuid);
    expect(asked).toMatchObject({ content: 'Book Friday.', function_calls: [] });
    expect(answer).toMatchObject({ content: 'Booked!', function_calls: [DONE] });
    expect(endpoint.calls).toMatchObject([
      { headers: { 'x-parley-conversation-id': uuid, 'x-parley-customer-phone': from } },
    ]);
  });

  test('books once when the customer writes again during the turn', async () => {
    const { account, write } = await customer();
    const { model } = installation;
    // This model ignores the history and calls the tool again.
    model.replace(BOOKS, { kind: 'drip', text: 'Booked' }, BOOKS, { kind: 'answer', text: 'For two.' });
    const before = model.requests.length;
    const { conversation_id: id, conversation_uuid: uuid } = await write('Book Friday.');
    await eventually(
      async () => model.requests.length - before,
      (count) => count === 2,
    );
    await write('For two persons.');
    while (model.next());
    await untilLength(account, id, 3);
    const transcript = await transcriptOf(account, uuid);
    expect(transcript).toMatchObject([
      { content: 'Book Friday.', function_calls: [] },
      { content: 'For two persons.', function_calls: [] },
      { content: 'For two.', function_calls: [DONE] },
    ]);
    const roles = model.requests[before + 2]?.messages.map(({ role }) => role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'user']);
    expect(endpoint.calls).toHaveLength(1);
  });

  test('rewrites an answer that the carrier rejected, without another call', async () => {
    const { account, write } = await customer();
    installation.model.replace(
      BOOKS,
      { kind: 'answer', text: 'Booked, sandbox:unavailable.' },
      { kind: 'answer', text: 'Booked.' },
    );
    const { conversation_id: id, conversation_uuid: uuid } = await write('Book Friday.');
    await untilLength(account, id, 3);
    const transcript = await transcriptOf(account, uuid);
    expect(transcript).toMatchObject([
      { function_calls: [] },
      { content: 'Booked.', function_calls: [DONE] },
    ]);
    expect(endpoint.calls).toHaveLength(1);
  });

  test('repeats an unanswered call under its key after the carrier rejected the reply', async () => {
    const { account, write } = await customer();
    // A redirected POST counts as a failed call.
    endpoint.answer({ status: 307, body: {} });
    installation.model.replace(BOOKS, { kind: 'answer', text: 'Sorry, sandbox:unavailable.' }, BOOKS, {
      kind: 'answer',
      text: 'Sorry.',
    });
    const { conversation_id: id, conversation_uuid: uuid } = await write('Book Friday.');
    await untilLength(account, id, 3);
    expect(keys()).toEqual([keys()[0], keys()[0]]);
    expect(await transcriptOf(account, uuid)).toMatchObject([
      { function_calls: [] },
      { content: 'Sorry.', function_calls: [{ name: 'book' }, { name: 'book' }] },
    ]);
  });

  test('attaches the tool calls of an answer that the carrier rejected to the customer’s message', async () => {
    const { account, write } = await customer();
    installation.model.replace(
      BOOKS,
      { kind: 'answer', text: 'Booked, sandbox:refused.' },
      { kind: 'answer', text: 'It is booked.' },
    );
    const { conversation_id: id, conversation_uuid: uuid } = await write('Book Friday.');
    await untilLength(account, id, 2);
    const transcript = await eventually(
      () => transcriptOf(account, uuid),
      ({ length }) => length === 1,
    );
    expect(transcript).toMatchObject([{ function_calls: [DONE] }]);
    await write('Did it work?');
    await untilLength(account, id, 4);
    const roles = installation.model.requests.at(-1)?.messages.map(({ role }) => role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'user']);
  });

  test('shows the calls of an abandoned turn', async () => {
    const { account, write } = await customer();
    installation.model.replace(BOOKS, FAILS);
    const { conversation_id: id, conversation_uuid: uuid } = await write('Book Friday.');
    const { database } = installation.server;
    await eventually(
      () =>
        database.query(
          'select from pending_answers where conversation_id = $1 and process_id is null and attempts > 0',
          [id],
        ),
      ({ length }) => length === 1,
    );
    await account.post(`/user/conversations/${uuid}/disable-ai`);
    await untilReason(account, id);
    expect((await transcriptOf(account, uuid))[0]).toMatchObject({ function_calls: [DONE] });
    // The next turn does not repeat the call.
    await account.post(`/user/conversations/${uuid}/enable-ai`);
    installation.model.replace(BOOKS, { kind: 'answer', text: 'It is booked.' });
    await write('Book Friday.');
    await untilLength(account, id, 3);
    expect((await transcriptOf(account, uuid)).at(-1)).toMatchObject({ content: 'It is booked.' });
    expect(endpoint.calls).toHaveLength(1);
  });

  const untilReason = (account: Client, id: number) =>
    eventually(
      () => messagesOf(account, id),
      ([first]) => first?.unanswered_reason === 'AI_DISABLED',
    );

  test('limits the calls of a looping model over all attempts', async () => {
    const { write } = await customer();
    const rounds = Array.from({ length: 5 }, () => BOOKS);
    installation.model.replace(...rounds, BOOKS, BOOKS, { kind: 'answer', text: 'Sorry.' });
    const before = installation.model.requests.length;
    await write('Book Friday.');
    await eventually(
      async () => installation.model.requests.length - before,
      (count) => count >= 7,
      20_000,
    );
    expect(endpoint.calls).toHaveLength(5);
  });
});
