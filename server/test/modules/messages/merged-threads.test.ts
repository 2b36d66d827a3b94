import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendOverChannel } from '../../../src/modules/messages/outgoing/send-message.ts';
import { CLOUD_TEMPLATE, channelUserId, cloudCustomerWrites } from '../../kit/carrier-customers.ts';
import { type CarrierFake, CLOUD_ACCOUNT } from '../../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFake } from '../../kit/carrier-fake/start-carrier-fake.ts';
import { CARRIER_CASES, carrierEnvironment, carrierSender } from '../../kit/carrier-senders.ts';
import { eventually } from '../../kit/eventually.ts';
import { customerPhone, sendFreeform } from '../../kit/messaging.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

// A customer writes under a phone number and under a channel id, until the carrier reports both as one customer.

let fake: CarrierFake;
let server: TestServer;
let account: Client;
let sender: { id: number; url: string };
let phone: string;
let id: string;

const CLOUD = CARRIER_CASES.find(({ provider }) => provider === 'cloud');

beforeAll(async () => {
  fake = await startCarrierFake();
  server = await startTestServer({ environment: carrierEnvironment(fake) });
});
afterAll(async () => {
  await server.stop();
  await fake.close();
});
beforeEach(async () => {
  if (CLOUD === undefined) throw new Error('There is no carrier case for the cloud API.');
  account = await server.account();
  sender = await carrierSender(fake, account, { carrier: CLOUD, templates: [CLOUD_TEMPLATE] });
  await fake.addAccount({ ...CLOUD_ACCOUNT, templates: [CLOUD_TEMPLATE], webhookUrl: sender.url });
  phone = customerPhone();
  id = channelUserId();
});

async function write(customer: { phone?: string; id?: string; text?: string }): Promise<void> {
  expect((await cloudCustomerWrites(fake, sender.url, { customer })).status).toBe(200);
}

async function threadOf(recipient_phone: string): Promise<number> {
  const query = new URLSearchParams({ sender_id: String(sender.id), recipient_phone });
  return (await account.get(`/user/msgapp/session-status?${query}`)).body.conversation_id;
}

test('of two merged threads the newer one continues, and each answer stays in its thread', async () => {
  await write({ phone, text: 'An older thread' });
  await write({ id, text: 'A newer one' });
  const [ofPhone, ofId] = [await threadOf(phone), await threadOf(id)];
  const { processId } = server.dependencies.messages;
  // The assistant is answering in the older thread when the carrier links both.
  const [pending] = await server.database.query<{ message_id: number; revision: number }>(
    `insert into pending_answers (conversation_id, user_id, message_id, process_id)
     select conversation_id, user_id, max(id), $2 from messages where conversation_id = $1 group by 1, 2
     returning message_id, revision`,
    [ofPhone, processId],
  );
  await write({ phone, id, text: 'Both at once' });
  for (const identity of [phone, id]) {
    expect(await threadOf(identity)).toBe(ofId);
  }
  const answered = await sendOverChannel(server.dependencies.messages, {
    userId: account.userId,
    senderId: sender.id,
    to: phone,
    customerName: null,
    author: 'ai',
    content: { kind: 'text', text: 'Here is your answer.' },
    named: null,
    answer: {
      conversationId: ofPhone,
      messageId: pending?.message_id ?? 0,
      revision: pending?.revision ?? 0,
      functionCalls: null,
      after: null,
      rest: null,
    },
  });
  expect(answered.conversationId).toBe(ofPhone);
  const sent = await sendFreeform(account, { sender_id: sender.id, recipient_phone: id });
  expect(sent.body.conversation_id).toBe(ofId);
});

const untilLinkWaits = () =>
  eventually(
    () =>
      server.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '%link_customers%'`,
      ),
    ({ length }) => length > 0,
  );

test.each([
  [
    'writes to the older one',
    'update conversations set updated_at = clock_timestamp() where sender_id = $1 and customer_phone = $2',
  ],
  [
    'has just opened the other one',
    `insert into conversations (user_id, type, sender_id, customer_key, customer_phone)
     select user_id, 'msgapp', id, customer_key(user_id, $2), $2 from senders where id = $1`,
  ],
])('two threads are merged while a transaction %s', async (_what, statement) => {
  if (statement.startsWith('update')) await write({ phone, text: 'An older thread' });
  await write({ id, text: 'A newer one' });
  let linking: Promise<void> | undefined;
  await server.database.transaction(async (transaction) => {
    await transaction.query(statement, [sender.id, phone]);
    linking = write({ phone, id, text: 'Both at once' });
    await untilLinkWaits();
  });
  await linking;
  expect(await threadOf(id)).toBe(await threadOf(phone));
});
