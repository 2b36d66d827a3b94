import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { customerPhone, customerWrites, sandboxSender } from '../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../kit/model-installation.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { type Client, clientOf } from '../kit/test-server.ts';

const CUSTOMERS = 100;

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

interface Message {
  author: string;
  content: string;
}

const messagesOf = async (account: Client, id: number): Promise<Message[]> =>
  (await account.get(`/user/msgapp/conversations/${id}/messages`)).body.data;

test('another process answers each message once when a process is killed before answering', async () => {
  const account = await survivor.server.account();
  const assistant = await survivor.assistant(account);
  const sender = await sandboxSender(account, { assistant_id: assistant.id });
  // No answer is sent before the kill.
  survivor.model.answerAs('main', { kind: 'hang' });
  const client = clientOf(doomed.api, account.token);
  const inbound = await Promise.all(
    Array.from({ length: CUSTOMERS }, (_, number) =>
      customerWrites(client, sender.id, { from: customerPhone(), message: `Question ${number}` }),
    ),
  );
  expect(inbound.map(({ status }) => status)).toEqual(Array.from({ length: CUSTOMERS }, () => 200));
  await eventually(
    async () => survivor.model.requests.length,
    (count) => count > 0,
  );
  survivor.model.answerAs('main', { kind: 'answer', text: 'An answer.' });
  await doomed.kill();
  for (const [number, { body }] of inbound.entries()) {
    const messages = await eventually(
      () => messagesOf(account, body.data.conversation_id),
      (all) => all.length >= 2,
    );
    expect(messages.map(({ content }) => content)).toEqual([`Question ${number}`, 'An answer.']);
  }
  await eventually(
    () => survivor.server.database.query('select from pending_answers'),
    (rows) => rows.length === 0,
  );
  for (const { body } of inbound) {
    expect((await messagesOf(account, body.data.conversation_id)).length).toBe(2);
  }
  expect(await unexplainedMoney(survivor.server.database)).toEqual([]);
});
