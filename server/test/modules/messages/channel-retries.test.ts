import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimAnswer, dropAnswer } from '../../../src/modules/messages/answers/pending-answers.ts';
import { answerWaitingJob, settleSubmissionsJob } from '../../../src/modules/messages/jobs.ts';
import { enqueue } from '../../../src/work/define-job.ts';
import { closeGate, WAIT_AT_GATE } from '../../kit/database-gate.ts';
import { eventually } from '../../kit/eventually.ts';
import { unexplainedMoney } from '../../kit/ledger.ts';
import { customerPhone, customerWrites, sandboxSender } from '../../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import type { Client } from '../../kit/test-server.ts';

const DEAD = randomUUID();

let installation: ModelInstallation;
beforeAll(async () => {
  const shutdownLimits = { turnsMs: 100, totalMs: 5000 };
  installation = await startModelInstallation({ overrides: { shutdownLimits } });
});
afterAll(() => installation.stop());

interface Message {
  id: number;
  author: string;
  content: string;
  created_at: string;
  unanswered_reason: string | null;
}

const query = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  installation.server.database.query<Row>(text, values);

/** Creates a sender whose assistant uses a model of the endpoint. */
async function prepare(model = 'main') {
  const account = await installation.server.account();
  const { body } = await account.get('/user/assistants/models?type=llm');
  const { id: llm_model_id } = body.find(({ name }: { name: string }) => name === model);
  const assistant = await installation.assistant(account, { llm_model_id });
  const sender = await sandboxSender(account, { assistant_id: assistant.id });
  return { account, sender, from: customerPhone() };
}

const messagesOf = async (account: Client, conversation: number | string): Promise<Message[]> =>
  (await account.get(`/user/msgapp/conversations/${conversation}/messages`)).body.data;

const untilLength = (account: Client, conversationId: number, length: number): Promise<Message[]> =>
  eventually(
    () => messagesOf(account, conversationId),
    (messages) => messages.length >= length,
  );

/** Creates a customer with one answered message and a second one whose turn is unclaimed. */
async function waitingTurn(state: { attempts: number; nextTryInSeconds: number; processId?: string }) {
  const { account, sender, from } = await prepare();
  const { data } = (await customerWrites(account, sender.id, { from })).body;
  const id: number = data.conversation_id;
  await untilLength(account, id, 2);
  const path = `/user/conversations/${data.conversation_uuid}`;
  await account.post(`${path}/disable-ai`);
  const second = (await customerWrites(account, sender.id, { from, message: 'And now?' })).body.data;
  await account.post(`${path}/enable-ai`);
  await query('update received_messages set unanswered_reason = null where message_id = $1', [
    second.message_id,
  ]);
  await query(
    `insert into pending_answers (conversation_id, user_id, message_id, process_id, claimed_at, attempts, next_try_at)
     values ($1, $2, $3, $4, clock_timestamp(), $5, clock_timestamp() + $6 * interval '1 second')`,
    [id, account.userId, second.message_id, state.processId ?? null, state.attempts, state.nextTryInSeconds],
  );
  return { account, id };
}

const sweep = (): Promise<void> =>
  enqueue(installation.server.database, answerWaitingJob, { payload: {}, key: answerWaitingJob.name });

test('a turn is not claimed before it is due, by any process', async () => {
  const early = await waitingTurn({ attempts: 1, nextTryInSeconds: 3600 });
  const due = await waitingTurn({ attempts: 1, nextTryInSeconds: -1 });
  await sweep();
  await untilLength(due.account, due.id, 4);
  expect(await claimAnswer(installation.server.database, early.id, randomUUID())).toBeNull();
  const turn = 'select attempts, process_id from pending_answers where conversation_id = $1';
  expect(await query(turn, [early.id])).toEqual([{ attempts: 1, process_id: null }]);
  await query('update pending_answers set next_try_at = clock_timestamp() where conversation_id = $1', [
    early.id,
  ]);
  await sweep();
  await untilLength(early.account, early.id, 4);
});

test('a failed turn is retried after its backoff', async () => {
  const { account, sender, from } = await prepare();
  installation.model.replace({ kind: 'status', status: 400 }, { kind: 'answer', text: 'At last.' });
  const { data } = (await customerWrites(account, sender.id, { from })).body;
  const turn = `select next_try_at, extract(epoch from next_try_at - claimed_at)::float8 as seconds
    from pending_answers where conversation_id = $1 and next_try_at is not null`;
  const [failed] = await eventually(
    () => query<{ next_try_at: Date; seconds: number }>(turn, [data.conversation_id]),
    ({ length }) => length > 0,
  );
  expect(failed?.seconds).toBeGreaterThan(1.99);
  await sweep();
  const answer = (await untilLength(account, data.conversation_id, 2)).at(-1);
  expect(answer?.content).toBe('At last.');
  expect(Date.parse(answer?.created_at ?? '')).toBeGreaterThanOrEqual(failed?.next_try_at.getTime() ?? 0);
});

test('a failed turn is not retried before the delay that the model asks for', async () => {
  const { account, sender, from } = await prepare();
  installation.model.replace({ kind: 'status', status: 429, headers: { 'retry-after': '600' } });
  const { data } = (await customerWrites(account, sender.id, { from })).body;
  const turn = `select extract(epoch from next_try_at - claimed_at)::float8 as seconds
    from pending_answers where conversation_id = $1 and next_try_at is not null`;
  const [failed] = await eventually(
    () => query<{ seconds: number }>(turn, [data.conversation_id]),
    ({ length }) => length > 0,
  );
  expect(failed?.seconds).toBeGreaterThanOrEqual(600);
  await query('delete from pending_answers where conversation_id = $1', [data.conversation_id]);
});

test('a turn that kills every process that claims it is abandoned with a reason', async () => {
  const { account, id } = await waitingTurn({ attempts: 5, nextTryInSeconds: -1, processId: DEAD });
  const asked = installation.model.requests.length;
  await sweep();
  const messages = await eventually(
    () => messagesOf(account, id),
    (all) => all.at(-1)?.unanswered_reason !== null,
  );
  expect(messages.at(-1)?.unanswered_reason).toBe('ASSISTANT_UNAVAILABLE');
  expect(messages.length).toBe(3);
  expect(installation.model.requests.length).toBe(asked);
});

test('a turn claimed by another process is not ended by its previous owner', async () => {
  const { id } = await waitingTurn({ attempts: 0, nextTryInSeconds: 3600 });
  const { database } = installation.server;
  const [before, now] = [randomUUID(), randomUUID()];
  await query('update pending_answers set next_try_at = null, process_id = $2 where conversation_id = $1', [
    id,
    before,
  ]);
  const turn = await claimAnswer(database, id, now);
  if (turn === null) throw new Error('The turn of a dead process was not claimed.');
  await dropAnswer(database, turn, { processId: before, reason: 'ASSISTANT_UNAVAILABLE' });
  expect(await query('select process_id from pending_answers where conversation_id = $1', [id])).toEqual([
    { process_id: now },
  ]);
  await dropAnswer(database, turn, { processId: now, reason: null });
});

test('a teammate’s message during generation counts as the answer', async () => {
  const { account, sender, from } = await prepare();
  installation.model.replace({ kind: 'drip', text: 'Too late' });
  const arrival = installation.model.nextRequest();
  const { data } = (await customerWrites(account, sender.id, { from })).body;
  await arrival;
  const path = `/user/conversations/${data.conversation_uuid}/messages`;
  expect((await account.post(path, { message: 'A person here.' })).status).toBe(200);
  while (installation.model.next());
  await eventually(
    () => query('select from pending_answers where conversation_id = $1', [data.conversation_id]),
    ({ length }) => length === 0,
  );
  expect(await messagesOf(account, data.conversation_id)).toMatchObject([
    { author: 'customer', unanswered_reason: null },
    { author: 'human', content: 'A person here.' },
  ]);
  installation.model.replace({ kind: 'answer', text: 'Next.' });
  await customerWrites(account, sender.id, { from, message: 'Thanks' });
  expect((await untilLength(account, data.conversation_id, 4)).at(-1)?.content).toBe('Next.');
});

test('an answer whose process died during submission is reported as undelivered', async () => {
  const { account, sender, from } = await prepare();
  const { data } = (await customerWrites(account, sender.id, { from })).body;
  await untilLength(account, data.conversation_id, 2);
  // Reports of the sandbox must not settle the message first.
  await query(
    `update channel_messages set process_id = $2, state = 'queued', provider_message_id = null, sender_id = null
     where conversation_id = $1`,
    [data.conversation_id, DEAD],
  );
  await enqueue(installation.server.database, settleSubmissionsJob, { payload: {}, key: 'settle' });
  const [question] = await eventually(
    () => messagesOf(account, data.conversation_id),
    (all) => all[0]?.unanswered_reason !== null,
  );
  expect(question?.unanswered_reason).toBe('NOT_DELIVERED');
  expect(await unexplainedMoney(installation.server.database)).toEqual([]);
});

test('an answer that the carrier did not take is reported as undelivered until its retry is stored', async () => {
  const { account, sender, from } = await prepare();
  const { data } = (await customerWrites(account, sender.id, { from })).body;
  await untilLength(account, data.conversation_id, 2);
  await query(`create function wait_for_retry() returns trigger language plpgsql as $$
    begin if new.attempts > 0 then ${WAIT_AT_GATE} end if; return new; end $$`);
  await query(`create trigger wait_for_retry before insert on pending_answers
    for each row execute function wait_for_retry()`);
  const open = await closeGate(installation.server.testDatabase.connection);
  installation.model.replace({ kind: 'answer', text: 'sandbox:unavailable' });
  await customerWrites(account, sender.id, { from, message: 'And now?' });
  const reasonOf = async (): Promise<string | null> =>
    (await messagesOf(account, data.conversation_id)).findLast(({ author }) => author === 'customer')
      ?.unanswered_reason ?? null;
  await eventually(reasonOf, (reason) => reason === 'NOT_DELIVERED');
  installation.model.replace({ kind: 'answer', text: 'At last.' });
  await open();
  await eventually(
    () => messagesOf(account, data.conversation_id),
    (messages) => messages.at(-1)?.content === 'At last.',
  );
  expect(await reasonOf()).toBeNull();
  await query('drop trigger wait_for_retry on pending_answers');
});

test('an account whose model hangs does not delay other accounts', async () => {
  const slow = await prepare('spare');
  const quick = await prepare('main');
  installation.model.answerAs('spare', { kind: 'hang' });
  const asked = installation.model.requests.length;
  await Promise.all(
    Array.from({ length: 110 }, () =>
      customerWrites(slow.account, slow.sender.id, { from: customerPhone() }),
    ),
  );
  await eventually(
    async () => installation.model.requests.length - asked,
    (count) => count >= 50,
  );
  const { data } = (await customerWrites(quick.account, quick.sender.id, { from: quick.from })).body;
  await untilLength(quick.account, data.conversation_id, 2);
  expect(installation.model.requests.length - asked).toBe(51);
});
