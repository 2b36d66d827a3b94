import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { openConversation } from '../../kit/events.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Answer, Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let assistant: { id: number; uuid: string } & Record<string, unknown>;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  assistant = await createAssistant(account, {
    initial_message: 'Hello {{name}}, {{ greeting }}{{missing}}!',
    variables: { name: 'stranger', greeting: 'welcome' },
  });
});

const MISSING = '6e6a2f5c-0000-4000-8000-000000000000';
const open = (body: unknown, headers?: Record<string, string>) =>
  server.visitor.post('/conversations', body, headers);

const isReplay = (answer: Answer): boolean => answer.headers.get('idempotency-replayed') === 'true';

describe('opening a conversation', () => {
  test.each([
    [undefined, 'widget'],
    [null, 'widget'],
    ['widget', 'widget'],
    ['test', 'test'],
  ])('of the type %j creates a %s, without credentials', async (type, expected) => {
    const { status, body } = await open({ assistant_id: assistant.uuid, type });
    expect(status).toBe(200);
    const { data } = (await account.get(`/user/conversations?type=${expected}`)).body;
    expect(data[0]).toMatchObject({
      id: body.conversation_id,
      assistant_id: assistant.uuid,
      message_count: 1,
    });
  });

  test('prefers the visitor’s variables to the assistant’s in the greeting', async () => {
    const { body } = await open({ assistant_id: assistant.uuid, variables: { name: 'Ada' } });
    expect(body.history[0].content).toMatch(/^Hello Ada, welcome/);
    expect((await server.visitor.get(`/conversations/${body.conversation_id}`)).body.history).toEqual(
      body.history,
    );
  });

  test('creates one conversation per Idempotency-Key, even if requests are concurrent', async () => {
    const key = { 'idempotency-key': 'a-visit' };
    const body = { assistant_id: assistant.uuid, variables: { name: 'Ada' } };
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(body, key)));
    const [first] = answers;
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, first?.body]));
    await server.visitor.post(`/conversations/${first?.body.conversation_id}/messages`, { message: 'Hi' });
    const again = await open(body, key);
    expect([again.text, isReplay(again)]).toEqual([first?.text, true]);
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
    const without = await open(body);
    expect(without.body.conversation_id).not.toBe(first?.body.conversation_id);
    expect(isReplay(without)).toBe(false);
    const other = await open({ ...body, variables: { name: 'Bob' } }, key);
    expect([other.status, other.body.error]).toEqual([
      422,
      'This Idempotency-Key was used with a different request.',
    ]);
    const elsewhere = await createAssistant(account);
    expect((await open({ ...body, assistant_id: elsewhere.uuid }, key)).status).toBe(200);
  });

  test('accepts [] as no variables, and a UUID in capitals', async () => {
    const answer = await open({ assistant_id: assistant.uuid.toUpperCase(), variables: [] });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['nothing', {}, ['assistant_id']],
    ['a numeric id', { assistant_id: 7 }, ['assistant_id']],
    ['a text as id', { assistant_id: 'reception' }, ['assistant_id']],
    ['an internal type', { assistant_id: MISSING, type: 'api' }, ['type']],
    ['the channel type', { assistant_id: MISSING, type: 'msgapp' }, ['type']],
    ['invalid variables', { assistant_id: MISSING, variables: 'x' }, ['variables']],
    ['all of these', { assistant_id: 'x', type: 'x', variables: 1 }, ['assistant_id', 'type', 'variables']],
  ])(
    'with %s gets 400 and every invalid field, in the visitor API’s error format',
    async (_what, body, fields) => {
      const answer = await open(body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ status: false, error: expect.any(String) });
      expect(Object.keys(answer.body.errors)).toEqual(fields);
    },
  );

  test('with a missing or deleted assistant gets 404', async () => {
    const gone = await createAssistant(account);
    await account.delete(`/user/assistant/${gone.id}`);
    for (const uuid of [MISSING, gone.uuid]) {
      const answer = await open({ assistant_id: uuid });
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ status: false, error: 'Assistant not found.' });
    }
  });

  test('works for a deactivated assistant: only calls require an active one', async () => {
    await account.post(`/user/assistant/${assistant.id}/deactivate`);
    expect((await open({ assistant_id: assistant.uuid })).status).toBe(200);
  });
});

describe('the origins of a widget', () => {
  test('are checked per assistant, for tests too; clients that are not browsers may connect', async () => {
    const guarded = await createAssistant(account, {
      widget_settings: { allowed_origins: ['https://shop.example', 'https://other.example'] },
    });
    const from = async (origin: string | null, type = 'widget'): Promise<number> => {
      const headers = origin === null ? {} : { origin };
      return (await open({ assistant_id: guarded.uuid, type }, headers)).status;
    };
    expect(await from('https://shop.example')).toBe(200);
    expect(await from('https://other.example')).toBe(200);
    expect(await from(null)).toBe(200);
    expect(await from('https://evil.example', 'test')).toBe(400);
    // Our own pages are allowed, even behind an unconfigured proxy that terminates TLS.
    expect(await from(server.address, 'test')).toBe(200);
    expect(await from(server.address.replace('http:', 'https:'), 'test')).toBe(200);
    for (const origin of [
      'https://evil.example',
      'http://shop.example',
      'https://shop.example.evil.com',
      'null',
    ]) {
      expect(await from(origin), origin).toBe(400);
    }
  });
});

describe('a conversation', () => {
  test('of each type can be read and answered by anyone with its UUID', async () => {
    for (const type of ['widget', 'test'] as const) {
      const path = await openConversation(server.visitor, assistant, type);
      const otherAccount = await server.account();
      for (const client of [server.visitor, account, otherAccount, server.client('parley_nonsense')]) {
        expect((await client.get(path)).status).toBe(200);
      }
      const answer = await server.visitor.post(`${path}/messages`, { message: 'x'.repeat(2000) });
      expect(answer.body).toEqual({ status: true, message: expect.any(String), function_calls: [] });
    }
  });

  test.each([
    ['missing', {}],
    ['null', { message: null }],
    ['blank', { message: ' \n ' }],
    ['2001 characters long', { message: 'x'.repeat(2001) }],
    ['a number', { message: 5 }],
    ['a list', { message: ['Hi'] }],
  ])('refuses a message that is %s, and stores nothing', async (_what, body) => {
    const path = await openConversation(server.visitor, assistant);
    const answer = await server.visitor.post(`${path}/messages`, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ status: false, error: expect.any(String) });
    expect(Object.keys(answer.body.errors)).toEqual(['message']);
    expect((await server.visitor.get(path)).body.history).toHaveLength(1);
  });

  test.each([MISSING, 'nonsense', '0', `${MISSING}0`, 'ÿ'])(
    'with an unknown id gets 404 in the visitor API’s error format: %s',
    async (uuid) => {
      const path = `/conversations/${encodeURIComponent(uuid)}`;
      for (const answer of [
        await server.visitor.get(path),
        await server.visitor.post(`${path}/messages`, { message: 'Hi' }),
      ]) {
        expect(answer.status).toBe(404);
        expect(answer.body).toEqual({ status: false, error: 'Conversation not found.' });
      }
    },
  );

  test('replays the answer of a message repeated under its Idempotency-Key', async () => {
    const { body } = await open({ assistant_id: assistant.uuid });
    const write = (message: string): Promise<Answer> =>
      server.visitor.post(
        `/conversations/${body.conversation_id}/messages`,
        { message },
        {
          'idempotency-key': 'said-once',
        },
      );
    const first = await write('Hi');
    expect([first.status, isReplay(first)]).toEqual([200, false]);
    const again = await write('Hi');
    expect([again.status, again.text, isReplay(again)]).toEqual([200, first.text, true]);
    const other = await write('Hi there');
    expect([other.status, isReplay(other)]).toEqual([422, false]);
    expect((await server.visitor.get(`/conversations/${body.conversation_id}`)).body.history).toHaveLength(3);
  });

  test('with concurrent messages keeps all messages and replies, in order', async () => {
    const path = await openConversation(server.visitor, assistant, 'test');
    const asked = Array.from({ length: 6 }, (_, index) => `Question ${index}`);
    const answers = await Promise.all(
      asked.map((message) => server.visitor.post(`${path}/messages`, { message })),
    );
    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 200));
    const { history } = (await server.visitor.get(path)).body;
    const said = (role: string): string[] =>
      history
        .filter((item: { role: string }) => item.role === role)
        .map(({ content }: { content: string }) => content);
    expect(said('user').sort()).toEqual(asked);
    expect(said('assistant')).toHaveLength(7);
  });
});
