import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConversation } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import type { Client } from '../../kit/test-server.ts';

let plain: ModelInstallation;
let account: Client;

beforeAll(async () => {
  plain = await startModelInstallation();
  account = await plain.server.account();
});
afterAll(async () => {
  await plain.stop();
});

const roles = (history: { role: string }[]): string => history.map(({ role }) => role[0]).join('');

async function conversation(): Promise<string> {
  return openConversation(plain.server.visitor, await plain.assistant(account));
}

describe('an OpenAI-compatible endpoint, configured by environment only', () => {
  test('gets the prompt, the history and the new message', async () => {
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
    // Models expect a conversation to begin with the user, so the greeting is in the prompt.
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(String(messages[0]?.['content'])).toContain('You sell bread.');
    expect(String(messages[0]?.['content'])).toContain('Hello! How can I help you?');
    expect(messages.at(-1)?.['content']).toBe('Is it fresh?');
    const { body } = await plain.server.visitor.get(path);
    expect(roles(body.history)).toBe('auaua');
  });

  test('records the usage of its calls', async () => {
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
    // The account sees the usage in the transcript.
    const { transcript } = (await account.get(`/user${path}`)).body.data;
    expect(transcript.map((message: { model_calls: unknown[] }) => message.model_calls.length)).toEqual([
      0, 0, 1,
    ]);
    expect(transcript[2].model_calls[0]).toMatchObject({
      model: 'local/main',
      input_tokens: 123,
      output_tokens: 4,
      cost: null,
      error_code: null,
      first_event_ms: expect.any(Number),
      total_ms: expect.any(Number),
    });
  });

  test('searches the knowledgebase, and the search stays in the history', async () => {
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
  'characters that the database cannot store are removed from a reply: %j',
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

test('a message to an assistant whose model is no longer configured gets 503 and is not charged', async () => {
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
