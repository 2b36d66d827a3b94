import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConversation, streamReply } from '../kit/events.ts';
import { eventually } from '../kit/eventually.ts';
import type { FakeReply } from '../kit/fake-model-server.ts';
import { type ModelInstallation, startModelInstallation } from '../kit/model-installation.ts';
import type { Client } from '../kit/test-server.ts';

let plain: ModelInstallation;
let guarded: ModelInstallation;
let account: Client;

beforeAll(async () => {
  // What hangs is given up soon; everything else is as in production.
  const overrides = { turnLimits: { firstEventMs: 2500, turnMs: 10_000 } };
  plain = await startModelInstallation({ overrides });
  guarded = await startModelInstallation({
    overrides,
    environment: { PARLEY_FALLBACK_MODEL: 'local/spare' },
  });
  account = await plain.server.account();
});
afterAll(async () => {
  await plain.stop();
  await guarded.stop();
});

const roles = (history: { role: string }[]): string => history.map(({ role }) => role[0]).join('');

async function conversation(): Promise<string> {
  return openConversation(plain.server.visitor, await plain.assistant(account));
}

describe('an OpenAI-compatible endpoint, by configuration alone', () => {
  test('answers with the prompt, the history and the message that it was given', async () => {
    const path = await openConversation(
      plain.server.visitor,
      await plain.assistant(account, { system_prompt: 'You sell {{goods}}.', variables: { goods: 'bread' } }),
    );
    plain.model.script({ kind: 'answer', text: 'We sell bread.' }, { kind: 'answer', text: 'It is fresh.' });
    const first = await plain.server.visitor.post(`${path}/messages`, { message: 'What do you sell?' });
    expect(first.body).toEqual({ status: true, message: 'We sell bread.', function_calls: [] });
    await plain.server.visitor.post(`${path}/messages`, { message: 'Is it fresh?' });
    const { messages, model } = plain.model.requests.at(-1) ?? { messages: [] };
    expect(model).toBe('main');
    // Models want a conversation to begin with the customer, so the greeting stands in the prompt.
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(String(messages[0]?.['content'])).toContain('You sell bread.');
    expect(String(messages[0]?.['content'])).toContain('Hello! How can I help you?');
    expect(messages.at(-1)?.['content']).toBe('Is it fresh?');
    const { body } = await plain.server.visitor.get(path);
    expect(roles(body.history)).toBe('auaua');
  });

  test('records what its calls used', async () => {
    const path = await conversation();
    plain.model.script({ kind: 'answer', text: 'Hi.', usage: { prompt_tokens: 123, completion_tokens: 4 } });
    await plain.server.visitor.post(`${path}/messages`, { message: 'Hello' });
    const calls = await plain.server.database.query(
      `select model, input_tokens, output_tokens, finish_reason, error_code from model_calls
       join conversations on conversations.id = conversation_id where uuid = $1`,
      [path.split('/').at(-1)],
    );
    expect(calls).toEqual([
      { model: 'local/main', input_tokens: 123, output_tokens: 4, finish_reason: 'stop', error_code: null },
    ]);
  });

  test('looks things up in the knowledgebase and the look-up stays in the history', async () => {
    const knowledgebase = await account.post('/user/knowledgebases', { name: 'Handbook' });
    const { id } = knowledgebase.body.data;
    const form = new FormData();
    form.append('name', 'Hours');
    form.append('type', 'txt');
    form.append('file', new Blob(['The bakery in Cluj opens at seven in the morning.']), 'hours.txt');
    const document = await account.post(`/user/knowledgebases/${id}/documents`, form);
    const documentPath = `/user/knowledgebases/${id}/documents/${document.body.data.id}`;
    await eventually(
      () => account.get(documentPath),
      ({ body }) => body.data.status === 'active',
    );
    const path = await openConversation(
      plain.server.visitor,
      await plain.assistant(account, { knowledgebase_id: id }),
    );
    const query = { query: 'When does the bakery open?' };
    plain.model.script(
      { kind: 'answer', text: '', toolCalls: [{ name: 'search_knowledgebase', arguments: query }] },
      { kind: 'answer', text: 'It opens at seven.' },
    );
    const { body } = await plain.server.visitor.post(`${path}/messages`, { message: 'When do you open?' });
    expect(body.message).toBe('It opens at seven.');
    expect(body.function_calls).toEqual([
      { name: 'search_knowledgebase', arguments: query, result: expect.any(Object) },
    ]);
    expect(JSON.stringify(body.function_calls[0].result)).toContain('opens at seven');
    const history = (await plain.server.visitor.get(path)).body.history;
    expect(history.at(-1)).toEqual({
      role: 'assistant',
      content: 'It opens at seven.',
      function_calls: body.function_calls,
    });
    const toolMessage = plain.model.requests.at(-1)?.messages.find(({ role }) => role === 'tool');
    expect(String(toolMessage?.['content'])).toContain('opens at seven');
  });
});

test.each(['NUL \u0000 inside', 'half a pair \ud83d', '\u0000'])(
  'what no database stores is left out of a reply: %j',
  async (text) => {
    const path = await conversation();
    const call = { name: 'no_such_tool', arguments: { query: text, [text]: 1 } };
    plain.model.replace({ kind: 'answer', text, toolCalls: [call] }, { kind: 'answer', text: ' and more' });
    const answer = await plain.server.visitor.post(`${path}/messages`, { message: 'Hello' });
    expect(answer.status).toBe(200);
    const { history } = (await plain.server.visitor.get(path)).body;
    expect(roles(history)).toBe('aua');
    expect(history.at(-1).content).toBe(answer.body.message);
    expect(history.at(-1).content).toContain('and more');
  },
);

const FAILURES: [string, FakeReply][] = [
  ['never answers', { kind: 'hang' }],
  ['says 500', { kind: 'status', status: 500 }],
  ['says 401', { kind: 'status', status: 401 }],
  ['says 429', { kind: 'status', status: 429 }],
  ['answers with a page', { kind: 'status', status: 502, body: '<html>Bad gateway</html>' }],
  ['streams garbage', { kind: 'garbage' }],
  ['closes at once', { kind: 'reset' }],
];
const MIDWAY: [string, FakeReply][] = [
  ['stops in the middle', { kind: 'hang-after', text: 'Well, I' }],
  ['closes in the middle', { kind: 'truncated', text: 'Well, I' }],
  ['reports an error in the middle', { kind: 'error-event', text: 'Well, I' }],
];

/** As often as the server may try again by itself. */
const always = (reply: FakeReply): FakeReply[] => Array.from({ length: 6 }, () => reply);

describe('an endpoint that fails', () => {
  test.each([...FAILURES, ...MIDWAY])(
    'and %s: a clear error, the message is kept, the next one works',
    async (_what, failure) => {
      const path = await conversation();
      plain.model.replace(...always(failure));
      const failed = await plain.server.visitor.post(`${path}/messages`, { message: 'First?' });
      expect(failed.status).toBe(503);
      expect(failed.body).toEqual({ status: false, error: expect.stringMatching(/Please try again\.$/) });
      plain.model.replace({ kind: 'answer', text: 'Here I am.' });
      const next = await plain.server.visitor.post(`${path}/messages`, { message: 'Second?' });
      expect(next.body.message).toBe('Here I am.');
      const { history } = (await plain.server.visitor.get(path)).body;
      expect(history.slice(1)).toEqual([
        { role: 'user', content: 'First?' },
        { role: 'user', content: 'Second?' },
        { role: 'assistant', content: 'Here I am.' },
      ]);
    },
  );

  test.each(MIDWAY)('and %s, streamed: what came, then one error event', async (_what, failure) => {
    const path = await conversation();
    plain.model.replace(...always(failure));
    const events = await (await streamReply(plain.server.api, `${path}/messages`, 'First?')).rest();
    const said = events.filter(({ event }) => event === 'delta').map(({ data }) => data.text);
    expect(said.join('').trim()).toBe('Well, I');
    expect(events.at(-1)).toEqual({ event: 'error', data: { status: false, error: expect.any(String) } });
    expect(events.filter(({ event }) => event === 'done' || event === 'error')).toHaveLength(1);
  });

  test.each(FAILURES)('and %s: generate-reply says so in its own family', async (_what, failure) => {
    const fresh = await plain.server.account();
    const { id } = await plain.assistant(fresh);
    plain.model.replace(...always(failure));
    const body = { assistant_id: id, customer_identifier: 'c', message: 'Hi' };
    const failed = await fresh.post('/user/ai/generate-reply', body);
    expect(failed.status).toBe(503);
    expect(failed.body).toEqual({
      success: false,
      error: expect.any(String),
      error_code: 'AI_UNAVAILABLE',
    });
    plain.model.replace({ kind: 'answer', text: 'Now.' });
    expect((await fresh.post('/user/ai/generate-reply', body)).body.reply).toBe('Now.');
  });

  test.each(FAILURES)('and %s: the fallback model answers in its place', async (_what, failure) => {
    const fresh = await guarded.server.account();
    const path = await openConversation(guarded.server.visitor, await guarded.assistant(fresh));
    guarded.model.answerAs('main', failure);
    const answer = await guarded.server.visitor.post(`${path}/messages`, { message: 'Anyone?' });
    expect(answer.status).toBe(200);
    expect(answer.body.message).toBe('Hello from the fake model.');
    const { history } = (await guarded.server.visitor.get(path)).body;
    expect(roles(history)).toBe('aua');
    const used = guarded.model.requests.map(({ model }) => model);
    expect(used.at(-1)).toBe('spare');
  });
});

test('an assistant whose model is no longer configured says so, and the message is not charged', async () => {
  const fresh = await plain.server.account();
  const assistant = await plain.assistant(fresh);
  await plain.server.database.query(
    `insert into models (kind, code, name, is_offered) values ('llm', 'gone/model', 'Gone', false)
     on conflict do nothing`,
  );
  await plain.server.database.query(
    `update assistants set llm_model_id = (select id from models where code = 'gone/model') where id = $1`,
    [assistant.id],
  );
  const path = await openConversation(plain.server.visitor, assistant);
  const before = (await fresh.get('/user/me')).body.total_balance;
  const answer = await plain.server.visitor.post(`${path}/messages`, { message: 'Hello?' });
  expect(answer.status).toBe(503);
  expect(roles((await plain.server.visitor.get(path)).body.history)).toBe('au');
  expect((await fresh.get('/user/me')).body.total_balance).toBe(before);
  expect((await fresh.get('/user/conversations')).body.data[0].total_cost).toBe(0);
});
