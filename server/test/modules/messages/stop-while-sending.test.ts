import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockBalance } from '../../../src/modules/accounts/balance/charge.ts';
import { storeOptOut } from '../../../src/modules/messages/customers/opt-outs.ts';
import { eventually } from '../../kit/eventually.ts';
import { unexplainedMoney } from '../../kit/ledger.ts';
import { customerPhone, customerWrites, sandboxSender, sendFreeform } from '../../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import type { Answer, Client } from '../../kit/test-server.ts';

let installation: ModelInstallation;
beforeAll(async () => {
  installation = await startModelInstallation();
});
afterAll(() => installation.stop());

/** Stores a customer's STOP while another statement already waits for the account. */
async function stopWhile<Result>(
  account: Client,
  identity: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const { database, dependencies } = installation.server;
  const acted = Promise.withResolvers<Result>();
  await database.transaction(async (transaction) => {
    await lockBalance(transaction, account.userId);
    act().then(acted.resolve, acted.reject);
    await eventually(
      () => database.query(`select from pg_locks where not granted and locktype = 'transactionid'`),
      (waiting) => waiting.length > 0,
    );
    const said = { userId: account.userId, identity, wish: 'stop', source: 'customer' } as const;
    await storeOptOut(transaction, dependencies.messages.blacklist, { ...said, at: new Date() });
  });
  return acted.promise;
}

async function customer() {
  const account = await installation.server.account();
  const assistant = await installation.assistant(account);
  const from = customerPhone();
  return { account, assistant, from };
}

test('free text that is being stored while the customer writes STOP is refused', async () => {
  const { account, from } = await customer();
  const sender = await sandboxSender(account);
  await customerWrites(account, sender.id, { from });
  const to = { sender_id: sender.id, recipient_phone: from };
  const sent = await stopWhile<Answer>(account, from, () => sendFreeform(account, to));
  expect([sent.status, sent.body.error_code]).toEqual([403, 'OPTED_OUT']);
  expect(await unexplainedMoney(installation.server.database)).toEqual([]);
});

test('an SMS that is being stored while the customer writes STOP is refused', async () => {
  const { account, from } = await customer();
  const number = await insertNumber(account);
  const sent = await stopWhile<Answer>(account, from, () =>
    account.post('/user/sms', { from: number, to: from, body: 'Hello' }),
  );
  expect([sent.status, sent.text]).toEqual([422, expect.stringContaining('opted out')]);
  expect((await account.get('/user/sms')).body.data).toEqual([]);
});

test('an answer that is being stored while the customer writes STOP is not sent', async () => {
  const { account, assistant, from } = await customer();
  const sender = await sandboxSender(account, { assistant_id: assistant.id });
  installation.model.replace({ kind: 'drip', text: 'At nine.' });
  const arrival = installation.model.nextRequest();
  const { body } = await customerWrites(account, sender.id, { from });
  await arrival;
  await stopWhile(account, from, async () => {
    while (installation.model.next());
  });
  const messages = () => account.get(`/user/msgapp/conversations/${body.data.conversation_id}/messages`);
  const thread = await eventually(messages, (answer) => answer.body.data.at(-1).unanswered_reason !== null);
  expect(thread.body.data).toMatchObject([{ author: 'customer', unanswered_reason: 'OPTED_OUT' }]);
});
