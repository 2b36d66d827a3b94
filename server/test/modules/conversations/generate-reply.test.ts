import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import type { Client } from '../../kit/test-server.ts';

let installation: ModelInstallation;

beforeAll(async () => {
  installation = await startModelInstallation();
});
afterAll(() => installation.stop());

const PATHS = ['/user/ai/generate-reply', '/ai/generate-reply'] as const;

async function accountWithAssistant(fields: Record<string, unknown> = {}) {
  const account = await installation.server.account();
  return { account, assistant: await installation.assistant(account, fields) };
}

async function historyOf(uuid: string): Promise<{ role: string; content: string }[]> {
  return (await installation.server.visitor.get(`/conversations/${uuid}`)).body.history;
}

describe('generate-reply', () => {
  test.each(PATHS)(
    'POST %s uses one conversation per customer, whether the assistant is given by id or UUID',
    async (path) => {
      const { account, assistant } = await accountWithAssistant({ initial_message: 'Hello {{name}}!' });
      const ask = (fields: object) =>
        account.post(path, { customer_identifier: 'ada@example.com', ...fields });
      const first = await ask({ assistant_id: assistant.id, message: 'One', variables: { name: 'Ada' } });
      expect(first.status).toBe(200);
      expect(first.body).toEqual({
        success: true,
        conversation_id: expect.any(String),
        customer_identifier: 'ada@example.com',
        reply: 'Hello from the fake model.',
        function_calls: [],
        ai_disabled: false,
      });
      const second = await ask({ assistant_id: String(assistant.id), message: 'Two' });
      const third = await ask({ assistant_id: assistant.uuid, message: 'Three' });
      expect(second.body.conversation_id).toBe(first.body.conversation_id);
      expect(third.body.conversation_id).toBe(first.body.conversation_id);
      const other = await ask({ assistant_id: assistant.id, message: 'One', customer_identifier: 'bob' });
      expect(other.body.conversation_id).not.toBe(first.body.conversation_id);
      const history = await historyOf(first.body.conversation_id);
      expect(history.map(({ content }) => content).filter((text) => !text.includes('fake'))).toEqual([
        'Hello Ada!',
        'One',
        'Two',
        'Three',
      ]);
      const { data } = (await account.get('/user/conversations?type=api')).body;
      expect(data).toHaveLength(2);
    },
  );

  test('opens one conversation for a customer with several concurrent first messages', async () => {
    const { account, assistant } = await accountWithAssistant();
    const body = { assistant_id: assistant.id, customer_identifier: 'eager', message: 'Hi' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => account.post(PATHS[0], body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const ids = new Set(answers.map((answer) => answer.body.conversation_id));
    expect(ids.size).toBe(1);
    const history = await historyOf([...ids][0] ?? '');
    expect(history.filter(({ role }) => role === 'user')).toHaveLength(5);
    expect(history.filter(({ content }) => content.includes('How can I help'))).toHaveLength(1);
  });

  test('keeps and merges the customer’s variables', async () => {
    const { account, assistant } = await accountWithAssistant({
      system_prompt: 'Customer {{name}}, plan {{plan}}.',
      variables: { name: 'nobody', plan: 'none' },
    });
    const body = { assistant_id: assistant.id, customer_identifier: 'c', message: 'Hi' };
    const prompt = (): string => String(installation.model.requests.at(-1)?.messages[0]?.['content']);
    await account.post(PATHS[0], { ...body, variables: { name: 'Ada' } });
    expect(prompt()).toContain('Customer Ada, plan none.');
    await account.post(PATHS[0], { ...body, variables: { plan: 'gold' } });
    expect(prompt()).toContain('Customer Ada, plan gold.');
    await account.post(PATHS[0], body);
    expect(prompt()).toContain('Customer Ada, plan gold.');
  });

  test('names the customer by the conversation’s variables, not by those of a changed assistant', async () => {
    const { account, assistant } = await accountWithAssistant({ variables: { name: 'Bella' } });
    const body = { assistant_id: assistant.id, customer_identifier: 'c', message: 'Hi' };
    const prompt = (): string => String(installation.model.requests.at(-1)?.messages[0]?.['content']);
    await account.post(PATHS[0], body);
    const changed = await account.put(`/user/assistant/${assistant.id}`, { variables: { name: 'Bea' } });
    expect(changed.status, changed.text).toBe(200);
    await account.post(PATHS[0], body);
    expect(prompt()).not.toContain('The customer: name');
    await account.post(PATHS[0], { ...body, variables: { name: 'Ada' } });
    expect(prompt()).toContain('The customer: name "Ada"');
  });

  test('returns all validation errors at once', async () => {
    const { account } = await accountWithAssistant();
    const broken = [
      [{}, ['assistant_id', 'customer_identifier', 'message']],
      [
        { assistant_id: 'x', customer_identifier: 'x'.repeat(256), message: ' ', variables: 'x' },
        ['assistant_id', 'customer_identifier', 'message', 'variables'],
      ],
      [
        { assistant_id: 1.5, customer_identifier: 5, message: ['x'] },
        ['assistant_id', 'customer_identifier', 'message'],
      ],
    ] as const;
    for (const [body, fields] of broken) {
      const answer = await account.post(PATHS[0], body);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(fields);
    }
  });

  test.each(PATHS)(
    'POST %s uses its error format for a missing assistant or one of another account',
    async (path) => {
      const { account } = await accountWithAssistant();
      const { assistant } = await accountWithAssistant();
      const missing = [9_000_000_000, '6e6a2f5c-0000-4000-8000-000000000000', assistant.id, assistant.uuid];
      for (const assistant_id of missing) {
        const answer = await account.post(path, { assistant_id, customer_identifier: 'c', message: 'Hi' });
        expect(answer.status).toBe(404);
        expect(answer.body).toEqual({
          success: false,
          error: 'Assistant not found.',
          error_code: 'ASSISTANT_NOT_FOUND',
        });
      }
    },
  );
});

test('an API conversation accepts no messages from visitors, who may read it', async () => {
  const { account, assistant } = await accountWithAssistant();
  const body = { assistant_id: assistant.id, customer_identifier: 'c', message: 'Hi' };
  const { conversation_id } = (await account.post(PATHS[0], body)).body;
  const { visitor } = installation.server;
  const written = await visitor.post(`/conversations/${conversation_id}/messages`, { message: 'And me?' });
  expect(written.status).toBe(404);
  expect(await historyOf(conversation_id)).toHaveLength(3);
});

describe('a teammate who takes over', () => {
  async function taken(): Promise<{
    account: Client;
    ask(): Promise<Record<string, unknown>>;
    path: string;
  }> {
    const { account, assistant } = await accountWithAssistant();
    const ask = async (): Promise<Record<string, unknown>> => {
      const body = { assistant_id: assistant.id, customer_identifier: 'c', message: 'Hello?' };
      return (await account.post(PATHS[0], body)).body;
    };
    const { conversation_id } = await ask();
    return { account, ask, path: `/user/conversations/${conversation_id}` };
  }

  test('stops the AI: messages are stored unanswered until it is enabled again', async () => {
    const { account, ask, path } = await taken();
    const uuid = path.split('/').at(-1);
    const off = await account.post(`${path}/disable-ai`);
    expect(off.body).toEqual({ message: expect.any(String), data: { id: uuid, ai_enabled: false } });
    const before = installation.model.requests.length;
    expect(await ask()).toMatchObject({ success: true, reply: null, function_calls: [], ai_disabled: true });
    expect(installation.model.requests).toHaveLength(before);
    const said = await account.post(`${path}/messages`, { message: ' A person here. ' });
    expect(said.status).toBe(200);
    const message_id = expect.any(Number);
    expect(said.body.data).toEqual({ role: 'assistant', content: 'A person here.', message_id });
    const on = await account.post(`${path}/enable-ai`);
    expect(on.body.data).toEqual({ id: uuid, ai_enabled: true });
    expect(await ask()).toMatchObject({ reply: 'Hello from the fake model.', ai_disabled: false });
    const history = await historyOf(String(uuid));
    expect(history.map(({ role }) => role[0]).join('')).toBe('auauaua');
    expect(history[4]?.content).toBe('A person here.');
    const sent = installation.model.requests.at(-1)?.messages.map(({ content }) => content);
    expect(sent).toContain('A person here.');
  });

  test.each(['enable-ai', 'disable-ai', 'messages'])(
    'cannot use %s in a missing conversation or one of another account',
    async (verb) => {
      const { path } = await taken();
      const otherAccount = await installation.server.account();
      const missing = '/user/conversations/6e6a2f5c-0000-4000-8000-000000000000';
      for (const target of [path, missing, '/user/conversations/nonsense']) {
        const answer = await otherAccount.post(`${target}/${verb}`, { message: 'Hi' });
        expect(answer.status).toBe(404);
        expect(answer.body).toEqual({ message: 'Conversation not found.' });
      }
    },
  );

  test('can write 1 to 4096 characters', async () => {
    const { account, path } = await taken();
    expect((await account.post(`${path}/messages`, { message: 'x'.repeat(4096) })).status).toBe(200);
    for (const message of ['x'.repeat(4097), '', null, 5]) {
      const answer = await account.post(`${path}/messages`, { message });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(['message']);
    }
  });
});
