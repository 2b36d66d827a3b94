import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import type { FakeModelRequest, FakeReply } from '../kit/fake-model-server.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { customerPhone, customerWrites, sandboxSender } from '../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../kit/model-installation.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { type Client, clientOf } from '../kit/test-server.ts';

let survivor: ModelInstallation;
let doomed: ServerProcess;

beforeEach(async () => {
  survivor = await startModelInstallation();
  doomed = await startServerProcess(survivor.server.testDatabase.connection, {
    PARLEY_LLM_BASE_URL: survivor.model.baseUrl,
    PARLEY_LLM_MODELS: 'main,spare',
  });
});
afterEach(async () => {
  await doomed.kill();
  await survivor.stop();
});

const HANDOFF: FakeReply = {
  kind: 'answer',
  text: '',
  toolCalls: [{ name: 'handoff_to_human', arguments: { reason: 'Wants a refund.' } }],
};
/** Hands over, and says what follows when it has read the outcome of the tool. */
const handsOver =
  (then: FakeReply) =>
  ({ messages }: FakeModelRequest): FakeReply =>
    messages.at(-1)?.['role'] === 'tool' ? then : HANDOFF;
const ANNOUNCEMENT = { kind: 'answer', text: 'A colleague answers you here.' } as const;

async function customerAsks(account: Client): Promise<{ uuid: string; groupId: number }> {
  const group = await account.post('/user/groups', { name: 'Support', member_ids: [] });
  const groupId: number = group.body.data.id;
  const tools = [{ type: 'handoff_to_human', group_id: groupId }];
  const assistant = await survivor.assistant(account, { tools });
  const sender = await sandboxSender(account, { assistant_id: assistant.id });
  const client = clientOf(doomed.api, account.token);
  const message = { from: customerPhone(), message: 'A person, please.' };
  const { body } = await customerWrites(client, sender.id, message);
  return { uuid: body.data.conversation_uuid, groupId };
}

async function expectOneHandoff(account: Client, { uuid, groupId }: { uuid: string; groupId: number }) {
  const { transcript, inbox, ai_enabled } = await eventually(
    async () => (await account.get(`/user/conversations/${uuid}`)).body.data,
    (talk) => talk.transcript.length === 2,
  );
  expect(transcript[1]).toMatchObject({ author: 'ai', content: ANNOUNCEMENT.text });
  expect(ai_enabled).toBe(false);
  expect(inbox).toMatchObject({ status: 'open', group: { id: groupId } });
  expect(inbox.waiting_since).toBe(transcript[0].created_at);
  const notes = (await account.get(`/user/conversations/${uuid}/notes`)).body.data;
  expect(notes.map(({ content }: { content: string }) => content)).toEqual(['Wants a refund.']);
  expect(await unexplainedMoney(survivor.server.database)).toEqual([]);
}

test('a process killed after the handoff leaves one assignment, and another tells the customer', async () => {
  const account = await survivor.server.account();
  survivor.model.answerAs('main', handsOver({ kind: 'hang' }));
  const asked = await customerAsks(account);
  await eventually(
    async () => survivor.model.requests.length,
    (count) => count >= 2,
  );
  survivor.model.answerAs('main', handsOver(ANNOUNCEMENT));
  await doomed.kill();
  await expectOneHandoff(account, asked);
});

test('a process killed during the handoff leaves no half of it, and another hands over once', async () => {
  const account = await survivor.server.account();
  const { database } = survivor.server;
  survivor.model.answerAs('main', handsOver(ANNOUNCEMENT));
  let asked = { uuid: '', groupId: 0 };
  await database.transaction(async (transaction) => {
    // The handoff waits for this lock before it changes anything.
    await transaction.query('lock table conversation_notes in access exclusive mode');
    asked = await customerAsks(account);
    await eventually(
      () =>
        database.query(
          `select from pg_locks where not granted and relation = 'conversation_notes'::regclass`,
        ),
      (waiting) => waiting.length > 0,
    );
    await doomed.kill();
  });
  await expectOneHandoff(account, asked);
});
