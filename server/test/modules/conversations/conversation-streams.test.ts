import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConversation, streamReply } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import type { Client } from '../../kit/test-server.ts';

let installation: ModelInstallation;
let account: Client;
let path: string;
let messages: string;

beforeAll(async () => {
  installation = await startModelInstallation();
  account = await installation.server.account();
  path = await openConversation(installation.server.visitor, await installation.assistant(account));
  messages = `${path}/messages`;
});
afterAll(() => installation.stop());

const stream = (message = 'Hello') => streamReply(installation.server.api, messages, message);

async function history(): Promise<{ role: string; content: string }[]> {
  return (await installation.server.visitor.get(path)).body.history;
}

describe('a streamed reply', () => {
  test('arrives word by word as the model generates it, then whole', async () => {
    const { model } = installation;
    model.script({ kind: 'drip', text: 'One two three' });
    const arrival = model.nextRequest();
    const opening = stream();
    await arrival;
    model.next();
    const events = await opening;
    expect(events.status).toBe(200);
    expect(events.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(events.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(events.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    // Each word arrives before the next one is generated.
    expect(await events.next()).toEqual({ event: 'delta', data: { text: 'One ' } });
    model.next();
    expect(await events.next()).toEqual({ event: 'delta', data: { text: 'two ' } });
    model.next();
    expect(await events.rest()).toEqual([
      { event: 'delta', data: { text: 'three' } },
      { event: 'done', data: { status: true, message: 'One two three', function_calls: [] } },
    ]);
    expect((await history()).at(-1)).toEqual({ role: 'assistant', content: 'One two three' });
  });

  test('shows when a tool starts and ends', async () => {
    const call = { name: 'no_such_tool', arguments: { city: 'Cluj' } };
    installation.model.script(
      { kind: 'answer', text: 'Let me see. ', toolCalls: [call] },
      { kind: 'answer', text: 'Sunny.' },
    );
    const events = await (await stream()).rest();
    const kinds = events.map(({ event }) => event).filter((event, index, all) => event !== all[index - 1]);
    expect(kinds).toEqual(['delta', 'tool-started', 'tool-finished', 'delta', 'done']);
    expect(events.find(({ event }) => event === 'tool-started')?.data).toEqual(call);
    const finished = events.find(({ event }) => event === 'tool-finished')?.data;
    expect(finished).toEqual({ ...call, result: expect.any(Object) });
    const done = events.at(-1)?.data;
    expect(done.function_calls).toEqual([finished]);
    const said = events.flatMap(({ event, data }) => (event === 'delta' ? [data.text] : [])).join('');
    expect(done.message).toBe(said);
  });

  test('never shows reasoning whose opening mark the model’s server swallowed', async () => {
    const { model } = installation;
    const fresh = await startModelInstallation();
    try {
      fresh.model.separatesReasoning = false;
      const assistant = await fresh.assistant(await fresh.server.account());
      const own = await openConversation(fresh.server.visitor, assistant);
      fresh.model.script({ kind: 'answer', text: 'Look it up.\n</think>\nWe open at nine.' });
      const events = await (await streamReply(fresh.server.api, `${own}/messages`, 'When?')).rest();
      expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['delta', 'done']));
      const said = events.flatMap(({ event, data }) => (event === 'delta' ? [data.text] : [])).join('');
      expect([said, events.at(-1)?.data.message]).toEqual(['We open at nine.', 'We open at nine.']);
    } finally {
      await fresh.stop();
    }
    // A model whose earlier answers had no such reasoning.
    model.script({ kind: 'answer', text: 'Hm, hm. </think>We open.' });
    const events = await (await stream()).rest();
    expect(events.slice(0, 3)).toMatchObject([{ event: 'delta' }, { event: 'delta' }, { event: 'reset' }]);
    expect(events.find(({ event }) => event === 'reset')?.data).toEqual({ text: '' });
    expect(events.at(-1)?.data.message).toBe('We open.');
  });

  test('continues and is stored when its listener leaves', async () => {
    const { model } = installation;
    const before = (await history()).length;
    model.script({ kind: 'drip', text: 'You will not hear this' });
    const arrival = model.nextRequest();
    const opening = stream('Are you there?');
    await arrival;
    model.next();
    const events = await opening;
    await events.next();
    events.leave();
    while (model.next());
    const after = await eventually(history, (messagesNow) => messagesNow.length === before + 2);
    expect(after.at(-1)).toEqual({ role: 'assistant', content: 'You will not hear this' });
  });

  test('is stored even if its listener leaves before the first word', async () => {
    const { model } = installation;
    const before = (await history()).length;
    model.script({ kind: 'drip', text: 'Too late' });
    const leaving = new AbortController();
    const arrival = model.nextRequest();
    const asked = fetch(`${installation.server.api}${messages}`, {
      method: 'POST',
      body: JSON.stringify({ message: 'Quick!' }),
      headers: { accept: 'text/event-stream' },
      signal: leaving.signal,
    }).catch(() => null);
    await arrival;
    leaving.abort();
    await asked;
    while (model.next());
    const after = await eventually(history, (messagesNow) => messagesNow.length === before + 2);
    expect(after.at(-1)?.content).toBe('Too late');
  });

  test('does not mix with other concurrent streams', async () => {
    const assistant = await installation.assistant(account);
    const asked = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const own = await openConversation(installation.server.visitor, assistant, 'test');
        const events = await streamReply(installation.server.api, `${own}/messages`, `Number ${index}`);
        return { own, done: (await events.rest()).at(-1) };
      }),
    );
    for (const [index, { own, done }] of asked.entries()) {
      const { body } = await installation.server.visitor.get(own);
      expect(body.history[1]).toEqual({ role: 'user', content: `Number ${index}` });
      expect(body.history[2].content).toBe(done?.data.message);
    }
  });
});

describe('an error before the first word is an ordinary response', () => {
  test.each([
    [
      'a conversation that does not exist',
      '/conversations/6e6a2f5c-0000-4000-8000-000000000000/messages',
      404,
    ],
    ['an invalid UUID', '/conversations/nonsense/messages', 404],
  ])('%s', async (_what, unknown, status) => {
    const accept = { accept: 'text/event-stream' };
    const answer = await installation.server.visitor.post(unknown, { message: 'Hi' }, accept);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ status: false, error: 'Conversation not found.' });
  });

  test.each([[''], [null], ['x'.repeat(2001)], [7]])('an invalid message: %j', async (message) => {
    const accept = { accept: 'text/event-stream' };
    const answer = await installation.server.visitor.post(messages, { message }, accept);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ status: false, error: expect.any(String) });
    expect(Object.keys(answer.body.errors)).toEqual(['message']);
  });

  test('an unavailable model, or a spent balance', async () => {
    const withoutBalance = await installation.server.account();
    const own = await openConversation(
      installation.server.visitor,
      await installation.assistant(withoutBalance),
    );
    const accept = { accept: 'text/event-stream' };
    installation.model.replace(
      ...Array.from({ length: 6 }, () => ({ kind: 'status', status: 401 }) as const),
    );
    const unavailable = await installation.server.visitor.post(`${own}/messages`, { message: 'Hi' }, accept);
    expect(unavailable.status).toBe(503);
    expect(unavailable.body).toEqual({ status: false, error: expect.any(String) });
    installation.model.replace();
    await installation.server.database.query('update users set balance_micros = 0 where id = $1', [
      withoutBalance.userId,
    ]);
    const spent = await installation.server.visitor.post(`${own}/messages`, { message: 'Hi' }, accept);
    expect(spent.status).toBe(402);
    expect(spent.body).toEqual({ status: false, error: expect.any(String) });
  });
});
