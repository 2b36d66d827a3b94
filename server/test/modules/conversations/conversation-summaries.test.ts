import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WRITE_SUMMARY } from '../../../src/providers/interfaces/conventions.ts';
import { readAllMarkedData } from '../../../src/providers/interfaces/marked-data.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { openConversation } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import type { FakeModelRequest, FakeReply } from '../../kit/fake-model-server.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import { type Client, startTestServer } from '../../kit/test-server.ts';

let installation: ModelInstallation;
let account: Client;
let assistantId: number;

beforeEach(async () => {
  installation = await startModelInstallation();
  account = await installation.server.account();
  assistantId = (await installation.assistant(account)).id;
  summarizeAs({ kind: 'answer', text: '- The customer is Zenobia.' });
});
afterEach(() => installation.stop());

const textOf = ({ messages }: FakeModelRequest, place: number): string =>
  String(messages.at(place)?.['content'] ?? '');
const asksForSummary = (request: FakeModelRequest): boolean => textOf(request, -1).endsWith(WRITE_SUMMARY);
const summaryRequests = () => installation.model.requests.filter(asksForSummary);
/** The summary in the prompt of the newest turn; undefined without one. */
function readSummary(): string | undefined {
  const turn = installation.model.requests.findLast((request) => !asksForSummary(request));
  return readAllMarkedData(turn === undefined ? '' : textOf(turn, 0)).find(({ from }) => from === 'summary')
    ?.text;
}

function summarizeAs(summary: FakeReply): void {
  const reply: FakeReply = { kind: 'answer', text: 'Noted.' };
  installation.model.answerAs('main', (request) => (asksForSummary(request) ? summary : reply));
}

/** The customer writes; resolves when the assistant has answered. */
async function writes(message: string, by: Client = account): Promise<void> {
  const asked = { assistant_id: assistantId, customer_identifier: 'c-1', message };
  const { status, text } = await by.post('/user/ai/generate-reply', asked);
  expect(status, text).toBe(200);
}

const talkId = async (): Promise<string> =>
  (await account.get('/user/conversations?type=api')).body.data[0].id;
const view = async (uuid?: string) =>
  (await account.get(`/user/conversations/${uuid ?? (await talkId())}`)).body.data;
const summaryOf = async (uuid?: string): Promise<string | null> => (await view(uuid)).summary;
const untilSummary = (uuid?: string) =>
  eventually(
    () => summaryOf(uuid),
    (summary) => summary !== null,
  );

/** Adds messages of earlier weeks. */
async function addExchanges(uuid: string, count: number): Promise<void> {
  const { database } = installation.server;
  for (let made = 0; made < count; made += 1) {
    await database.query(
      `with talk as (
         update conversations set message_count = message_count + 2 where uuid = $1 returning id, user_id),
       asked as (
         insert into messages (user_id, conversation_id, role, author, content, created_at)
         select user_id, id, 'user', 'customer', 'Is there news?', now() - interval '2 days' from talk
         returning id)
       insert into messages (user_id, conversation_id, role, author, content, reply_to, created_at)
       select user_id, talk.id, 'assistant', 'ai', 'Not yet.', asked.id, now() - interval '2 days'
       from talk, asked`,
      [uuid],
    );
  }
}

/** A conversation of 55 messages, in which the customer said their name first. */
async function longTalk(): Promise<string> {
  await writes('My name is Zenobia.');
  const uuid = await talkId();
  await installation.server.database.query(`update messages set created_at = now() - interval '3 days'`);
  await addExchanges(uuid, 26);
  return uuid;
}

/** Runs retries of the summary now. @returns its attempts so far, and the most */
const hurry = () =>
  installation.server.database.query<{ attempts: number; max_attempts: number }>(
    `update graphile_worker._private_jobs set run_at = least(run_at, now())
     where key like 'summarize-%' and locked_at is null returning attempts, max_attempts`,
  );

describe('a long conversation', () => {
  test('of 70 messages keeps the name of the first in a summary, made once and without delay', async () => {
    const uuid = await longTalk();
    expect(await view(uuid)).toMatchObject({ message_count: 55, summary: null });
    await writes('Hello?');
    await writes('Are you there?');
    expect(await untilSummary()).toBe('- The customer is Zenobia.');
    await addExchanges(uuid, 5);
    await writes('And now?');
    expect(await view(uuid)).toMatchObject({ message_count: 71, total_cost: 0 });
    const last = installation.model.requests.at(-1);
    expect(JSON.stringify(last?.messages.slice(1))).not.toContain('Zenobia');
    expect(readSummary()).toBe('- The customer is Zenobia.');
    const [request, ...more] = summaryRequests();
    expect(more).toEqual([]);
    const marked = readAllMarkedData(textOf(request ?? { messages: [] }, -1));
    expect(marked.map(({ from }) => from)).toEqual(['transcript']);
    expect(marked[0]?.text.split('\n')).toHaveLength(23);
    expect(marked[0]?.text).toContain('{"customer":"My name is Zenobia."}');
    const calls = await installation.server.database.query(
      `select model, input_tokens, finish_reason from model_calls
       where message_id is null and conversation_end_id is null`,
    );
    expect(calls).toEqual([{ model: 'local/main', input_tokens: 11, finish_reason: 'stop' }]);
  });

  test('is summarized again with the earlier summary, and without reasoning', async () => {
    const uuid = await longTalk();
    await writes('Hello?');
    await writes('Are you there?');
    await untilSummary();
    await addExchanges(uuid, 9);
    summarizeAs({ kind: 'answer', text: '<think>Who?</think>- Zenobia waits for news.' });
    await writes('Hello again?');
    await writes('Any news?');
    await eventually(
      () => summaryOf(uuid),
      (summary) => summary === '- Zenobia waits for news.',
    );
    const [, second, ...more] = summaryRequests();
    expect(more).toEqual([]);
    const [summary, transcript] = readAllMarkedData(textOf(second ?? { messages: [] }, -1));
    expect(summary).toEqual({ from: 'summary', text: '- The customer is Zenobia.' });
    expect(transcript?.text).not.toContain('Zenobia');
  });

  test('is answered while the summary fails; after six attempts, the next ones follow an hour later', async () => {
    const uuid = await longTalk();
    summarizeAs({ kind: 'status', status: 503 });
    await writes('Hello?');
    await writes('Are you there?');
    await eventually(hurry, ([job]) => job !== undefined && job.attempts === job.max_attempts);
    await writes('And now?');
    expect(readSummary()).toBeUndefined();
    expect(await summaryOf(uuid)).toBeNull();
    expect(summaryRequests()).toHaveLength(6);
    expect(await hurry()).toEqual([{ attempts: 6, max_attempts: 6 }]);
    const failed = await installation.server.database.query(
      `select from model_calls where message_id is null and error_code = 'unavailable'`,
    );
    expect(failed).toHaveLength(6);
    await installation.server.database.query(
      `update graphile_worker._private_jobs set run_at = run_at - interval '2 hours' where key like 'summarize-%'`,
    );
    summarizeAs({ kind: 'answer', text: '- The customer is Zenobia.' });
    await writes('And tomorrow?');
    await untilSummary();
  });

  test('is summarized once by several processes', async () => {
    const { testDatabase } = installation.server;
    const second = await startTestServer({
      beside: testDatabase,
      environment: { PARLEY_LLM_BASE_URL: installation.model.baseUrl, PARLEY_LLM_MODELS: 'main,spare' },
    });
    try {
      await longTalk();
      summarizeAs({ kind: 'drip', text: '- The customer is Zenobia.' });
      const other = second.client(account.token ?? '');
      for (const by of [account, other]) await writes('Hello?', by);
      await eventually(
        async () => summaryRequests(),
        ({ length }) => length > 0,
      );
      await writes('Are you there?', other);
      while (installation.model.next());
      await untilSummary();
      await writes('And now?', other);
      expect(summaryRequests()).toHaveLength(1);
    } finally {
      await second.stop();
    }
  });
});

test('rewinding a test conversation into the summary deletes it', async () => {
  const { uuid: assistant_id } = await installation.assistant(account);
  const opened = await account.post('/conversations', { assistant_id, type: 'test' });
  const uuid = opened.body.conversation_id;
  const says = (message: string) => account.post(`/conversations/${uuid}/messages`, { message });
  await says('My name is Zenobia.');
  await addExchanges(uuid, 26);
  await says('Hello?');
  await says('Are you there?');
  await untilSummary(uuid);
  const rewind = (kept: number) =>
    account.post(`/user/conversations/${uuid}/rewind`, { keep_messages: kept });
  expect((await rewind(40)).status).toBe(200);
  expect(await summaryOf(uuid)).not.toBeNull();
  expect((await rewind(5)).status).toBe(200);
  expect(await summaryOf(uuid)).toBeNull();
});

test('the offline model summarizes a visitor’s conversation', async () => {
  const { server } = installation;
  const assistant = await createAssistant(account);
  const path = await openConversation(server.visitor, assistant);
  const uuid = path.split('/').at(-1) ?? '';
  const says = (message: string) => server.visitor.post(`${path}/messages`, { message });
  await says('My name is Zenobia Moss.');
  await addExchanges(uuid, 26);
  await says('Hello?');
  await says('Are you there?');
  expect(await untilSummary(uuid)).toContain('- Customer: My name is Zenobia Moss.');
  expect(installation.model.requests).toEqual([]);
});
