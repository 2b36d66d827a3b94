import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConversation, streamReply } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import { customerPhone, customerWrites, sandboxSender } from '../../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import type { Answer, Client } from '../../kit/test-server.ts';

let installation: ModelInstallation;
beforeAll(async () => {
  installation = await startModelInstallation();
});
afterAll(() => installation.stop());

const visitor = (): Client => installation.server.visitor;
const drip = (text: string) => ({ kind: 'drip', text }) as const;

/** The messages of the last request, without system messages. */
function lastMessages(): { role: unknown; content: string }[] {
  const messages = installation.model.requests.at(-1)?.messages ?? [];
  return messages
    .filter(({ role }) => role !== 'system')
    .map(({ role, content }) => ({
      role,
      content: typeof content === 'string' ? content : JSON.stringify(content),
    }));
}

const contents = (): string[] => lastMessages().map(({ content }) => content);
const system = (): string => JSON.stringify(installation.model.requests.at(-1)?.messages[0]);

async function channel() {
  const account = await installation.server.account();
  const assistant = await installation.assistant(account, { initial_message: 'Never sent.' });
  const sender = await sandboxSender(account, { assistant_id: assistant.id });
  const from = customerPhone();
  const write = async (message: string): Promise<number> =>
    (await customerWrites(account, sender.id, { from, message })).body.data.conversation_id;
  const messages = async (id: number): Promise<{ author: string; content: string }[]> =>
    (await account.get(`/user/msgapp/conversations/${id}/messages`)).body.data;
  const until = (id: number, count: number) =>
    eventually(
      () => messages(id),
      (all) => all.length >= count,
    );
  return { account, sender, from, write, messages, until };
}

describe('a customer who keeps writing', () => {
  test('is answered once, for all messages received while an earlier answer was generated', async () => {
    const { write, until } = await channel();
    // An answer restarts for new messages three times; the fourth attempt is sent.
    installation.model.replace(...['a', 'b', 'c', 'To the first four.'].map(drip), {
      kind: 'answer',
      text: 'To the last.',
    });
    let id = 0;
    for (const message of ['One', 'Two', 'Three', 'Four']) {
      const arrival = installation.model.nextRequest();
      id = await write(message);
      while (installation.model.next());
      await arrival;
    }
    await write('Five');
    while (installation.model.next());
    const all = await until(id, 7);
    expect(all.map(({ content }) => content)).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
      'Five',
      'To the first four.',
      'To the last.',
    ]);
    expect(contents()).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
      'To the first four.',
      expect.stringContaining('Five'),
    ]);
  });

  test('can opt out with STOP and opt back in without the model seeing either word', async () => {
    const { write, until } = await channel();
    installation.model.replace();
    const id = await write('Hello');
    await until(id, 2);
    for (const message of ['STOP', 'Are you there?', 'START', 'When do you open?']) await write(message);
    const asked = await eventually(
      async () => contents().at(-1),
      (text) => text?.includes('When do you open?') === true,
    );
    expect(asked).not.toMatch(/STOP|START|there/);
  });
});

describe('the first message', () => {
  test('on the channel is the sent template, not a greeting', async () => {
    const { account, sender, from, write, until } = await channel();
    const template = {
      name: 'ready',
      language: 'en',
      category: 'UTILITY',
      body_text: 'Order {{1}} is ready.',
    };
    const created = await account.post(`/sandbox/msgapp/senders/${sender.id}/templates`, {
      ...template,
      variables: ['order'],
      status: 'approved',
    });
    expect(created.status, created.text).toBe(201);
    const sent = await account.post('/user/msgapp/send', {
      sender_id: sender.id,
      template_id: created.body.data.id,
      recipient_phone: from,
      variables: { order: 'A-7' },
    });
    expect(sent.status, sent.text).toBeLessThan(300);
    installation.model.replace();
    await until(await write('Which order did you mean?'), 3);
    expect(system()).toContain('Order A-7 is ready.');
    expect(system()).not.toContain('Never sent.');
  });

  test('on the channel has a prompt that names the customer, the sender and the conversation', async () => {
    const account = await installation.server.account();
    const assistant = await installation.assistant(account, {
      system_prompt:
        'name={{customer_name}} phone={{customer_phone}} me={{assistant_phone}} at {{timezone}}, {{channel}} {{conversation_id}}.',
    });
    const sender = await sandboxSender(account, { assistant_id: assistant.id });
    const from = customerPhone();
    installation.model.replace();
    const arrival = installation.model.nextRequest();
    await customerWrites(account, sender.id, {
      from,
      message: 'Where is my order?',
      name: 'Ana',
    });
    await arrival;
    const { body } = await account.get('/user/conversations?type=msgapp');
    const { id: uuid } = body.data[0];
    const expected = `name=Ana phone=${from} me=${sender.phone_number} at Europe/Bucharest, msgapp ${uuid}.`;
    expect(system()).toContain(expected);
    expect(system()).toContain(
      `a chat in a messaging app. The customer: name \\"Ana\\", phone number ${from}.`,
    );
  });

  test('on the channel has a prompt that says whether the customer opted out', async () => {
    const { account, from, write, until } = await channel();
    installation.model.replace();
    await until(await write('Do you deliver?'), 2);
    expect(system()).not.toContain('opted out');
    await account.post('/user/blacklist', { phone_number: from });
    installation.model.replace();
    await until(await write('Call me when it is ready.'), 4);
    expect(system()).toContain('do not offer or promise to contact them later');
    const [item] = (await account.get('/user/inbox')).body.data;
    expect(item).toMatchObject({ customer_phone: from, has_opted_out: true });
    const view = (await account.get(`/user/conversations/${item.id}`)).body.data;
    expect(view).toMatchObject({ has_opted_out: true });
  });

  test('names an API customer by number and variables, unless the assistant shares no details', async () => {
    const account = await installation.server.account();
    const { id } = await installation.assistant(account);
    const from = customerPhone();
    const ask = () =>
      account.post('/user/ai/generate-reply', {
        assistant_id: id,
        customer_identifier: from,
        message: 'Where is my order?',
        variables: { Nume: 'Pop', Prenume: 'Ana' },
      });
    installation.model.replace();
    expect((await ask()).status).toBe(200);
    expect(system()).toContain(`This is a chat. The customer: name \\"Ana Pop\\", phone number ${from}.`);
    const hidden = { share_customer_details: false, system_prompt: 'Greet {{Prenume}}.' };
    expect((await account.put(`/user/assistant/${id}`, hidden)).status).toBe(200);
    expect((await ask()).status).toBe(200);
    expect(system()).toContain('Greet Ana.');
    expect(system()).toContain('This is a chat.\\n');
    expect(system()).not.toContain(from);
  });

  test('on the channel is not presented as ours if the customer wrote it', async () => {
    const { write, until } = await channel();
    installation.model.replace();
    await until(await write('Hello?'), 2);
    expect(system()).not.toContain('You opened the conversation');
  });

  test('on a website is the greeting, with what a teammate wrote before the visitor did', async () => {
    const account = await installation.server.account();
    const assistant = await installation.assistant(account, {
      initial_message: 'Hello {{name}}!',
      variables: { name: 'Ada' },
    });
    const path = await openConversation(visitor(), assistant);
    await account.post(`/user${path}/messages`, { message: 'We have an offer.' });
    installation.model.replace();
    await visitor().post(`${path}/messages`, { message: 'Tell me.' });
    expect(system()).toContain(JSON.stringify(JSON.stringify('Hello Ada!\nWe have an offer.')).slice(1, -1));
  });
});

describe('a message repeated under its key', () => {
  const key = (name: string) => ({ 'idempotency-key': name });

  async function failedOnce(fields: Record<string, unknown> = {}) {
    const account = await installation.server.account();
    const path = await openConversation(visitor(), await installation.assistant(account, fields));
    const ask = (message: string, name: string): Promise<Answer> =>
      visitor().post(`${path}/messages`, { message }, key(name));
    installation.model.replace(
      ...Array.from({ length: 6 }, () => ({ kind: 'status', status: 500 }) as const),
    );
    expect((await ask('First?', 'a')).status).toBe(503);
    installation.model.replace();
    return { account, path, ask };
  }

  test('comes last in the model request, even after later messages', async () => {
    const { ask } = await failedOnce();
    installation.model.replace({ kind: 'answer', text: 'To the second.' });
    expect((await ask('Second?', 'b')).status).toBe(200);
    expect((await ask('First?', 'a')).status).toBe(200);
    expect(contents()).toEqual(['Second?', 'To the second.', expect.stringContaining('First?')]);
  });

  test('concurrently is answered once, with one model request', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { path, ask } = await failedOnce();
      const before = installation.model.requests.length;
      const tries = Array.from({ length: 16 });
      // Uses open connections, so that all requests arrive within a millisecond.
      await Promise.all(tries.map(() => visitor().get(path)));
      const answers = await Promise.all(tries.map(() => ask('First?', 'a')));
      expect([...new Set(answers.map(({ status }) => status))].filter((one) => one !== 409)).toEqual([200]);
      expect(installation.model.requests.length).toBe(before + 1);
      const { history } = (await visitor().get(path)).body;
      expect(history.map(({ role }: { role: string }) => role[0]).join('')).toBe('aua');
    }
  });
});

describe('a teammate who takes over while the assistant is generating', () => {
  async function thinking(
    request: (account: Client, assistant: { id: number; uuid: string }) => Promise<Answer>,
  ) {
    const account = await installation.server.account();
    const assistant = await installation.assistant(account);
    installation.model.replace(drip('Too late.'));
    const arrival = installation.model.nextRequest();
    const asked = request(account, assistant);
    await arrival;
    const [{ id }] = (await account.get('/user/conversations')).body.data;
    return { account, path: `/user/conversations/${id}`, asked };
  }

  const generate = (account: Client, assistant: { id: number }): Promise<Answer> =>
    account.post('/user/ai/generate-reply', {
      assistant_id: assistant.id,
      customer_identifier: 'c',
      message: 'Hello?',
    });

  test.each([
    ['switches the AI off', 'disable-ai', {}],
    ['writes', 'messages', { message: 'A person here.' }],
  ])('and %s gets no AI message in between', async (_what, verb, body) => {
    const { account, path, asked } = await thinking(generate);
    expect((await account.post(`${path}/${verb}`, body)).status).toBe(200);
    while (installation.model.next());
    expect((await asked).body).toMatchObject({ success: true, reply: null, ai_disabled: true });
    const { body: transcript } = await visitor().get(path.replace('/user', ''));
    expect(JSON.stringify(transcript.history)).not.toContain('Too late.');
    if (verb === 'messages') expect(transcript.history.at(-1).content).toBe('A person here.');
  });

  test('causes no charge for the discarded answer', async () => {
    const account = await installation.server.account();
    const path = await openConversation(visitor(), await installation.assistant(account));
    const before = (await account.get('/user/me')).body.total_balance;
    installation.model.replace(drip('Too late.'));
    const arrival = installation.model.nextRequest();
    const asked = visitor().post(`${path}/messages`, { message: 'Hello?' });
    await arrival;
    await account.post(`/user${path}/disable-ai`);
    while (installation.model.next());
    expect((await asked).body).toEqual({ status: true, message: null, function_calls: [] });
    expect((await account.get('/user/me')).body.total_balance).toBe(before);
  });

  test('finds the answer in the conversation if the visitor was already reading it', async () => {
    const account = await installation.server.account();
    const path = await openConversation(visitor(), await installation.assistant(account));
    installation.model.replace(drip('Well, I think so.'));
    const arrival = installation.model.nextRequest();
    const answer = streamReply(installation.server.api, `${path}/messages`, 'Hello?');
    await arrival;
    installation.model.next();
    const reader = await answer;
    expect(await reader.next()).not.toBeNull();
    await account.post(`/user${path}/disable-ai`);
    while (installation.model.next());
    expect((await reader.rest()).at(-1)?.data).toMatchObject({ message: 'Well, I think so.' });
    const { history } = (await visitor().get(path)).body;
    expect(history.at(-1).content).toBe('Well, I think so.');
  });
});
