import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { openConversation } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import { customerPhone, customerWrites, sandboxSender, sendFreeform } from '../../kit/messaging.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Answer, Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let widget: string;
let known: string;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  const assistant = await createAssistant(account, { name: 'Front desk', initial_message: 'Good evening.' });
  const path = await openConversation(server.visitor, assistant, 'widget');
  widget = path.split('/').at(-1) ?? '';
  const reply = { assistant_id: assistant.id, customer_identifier: 'Guest-7', message: 'Is it open?' };
  known = (await account.post('/user/ai/generate-reply', reply)).body.conversation_id;
});

async function listed(query = ''): Promise<string[]> {
  const { status, body, text } = await account.get(`/user/inbox?${query}`);
  expect(status, text).toBe(200);
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ id }: Answer['body']) => id);
}

test('the conversation with the latest message comes first, with its text', async () => {
  // A visitor who has only opened the widget and been greeted has written nothing.
  expect(await listed()).toEqual([known]);
  await account.post(`/user/conversations/${widget}/messages`, { message: 'A person here. '.repeat(30) });
  expect(await listed()).toEqual([widget, known]);
  const { body } = await account.get('/user/inbox');
  expect(body.data[0].last_message).toMatchObject({ author: 'human' });
  expect(body.data[0].last_message.content).toHaveLength(200);
  expect(body.data[1]).toMatchObject({ type: 'api', status: 'active', customer_identifier: 'Guest-7' });
});

test('a conversation without messages has no latest message', async () => {
  const assistant = await createAssistant(account, { initial_message: 'Hi.' });
  const path = await openConversation(server.visitor, assistant, 'test');
  const id = path.split('/').at(-1);
  await server.database.query(
    `delete from messages where conversation_id = (select id from conversations where uuid = $1)`,
    [id],
  );
  const { body } = await account.get(`/user/inbox?assistant_id=${assistant.id}`);
  expect(body.data).toMatchObject([{ id, last_message: null }]);
});

test.each([
  ['sandbox:failed', true],
  ['sandbox:undelivered', true],
  ['A message that arrives.', false],
])('shows the latest message “%s”, marked if its delivery failed', async (message, isUndelivered) => {
  const other = await server.account();
  const sender = await sandboxSender(other, { assistant_id: null });
  const from = customerPhone();
  expect((await customerWrites(other, sender.id, { from })).status).toBe(200);
  const sent = await sendFreeform(other, { sender_id: sender.id, recipient_phone: from, message });
  expect(sent.status, sent.text).toBe(200);
  const { data } = (
    await eventually(
      () => other.get('/user/inbox'),
      (answer) => answer.body.data[0].last_message.is_undelivered === isUndelivered,
    )
  ).body;
  expect(data[0].last_message).toMatchObject({ author: 'human', content: message });
});

test.each([
  ['type=api', () => [known]],
  ['status=active&type=widget', () => [widget]],
  ['status=ended', () => []],
  ['customer=guest', () => [known]],
  ['customer=100%25', () => []],
  ['date_to=2020-01-01', () => []],
])('the inbox can be filtered by %s', async (query, expected) => {
  expect(await listed(query)).toEqual(expected());
});

test('filters by conversations that a teammate has taken over', async () => {
  await account.post(`/user/conversations/${widget}/disable-ai`);
  expect(await listed('ai_enabled=false')).toEqual([widget]);
  await account.post(`/user/conversations/${widget}/enable-ai`);
  expect(await listed('ai_enabled=false')).toEqual([]);
});

test('filters both lists by customers who have opted out or are on the do-not-call list', async () => {
  const other = await server.account();
  const sender = await sandboxSender(other, { assistant_id: null });
  const [stopped, entered, free] = [customerPhone(), customerPhone(), customerPhone()];
  for (const from of [stopped, entered, free]) await customerWrites(other, sender.id, { from });
  await customerWrites(other, sender.id, { from: stopped, message: 'STOP' });
  await other.post('/user/blacklist', { phone_number: entered });
  const read = async (path: string) => (await other.get(`/user/${path}`)).body;
  const inbox = async (query: string) =>
    (await read(`inbox?${query}`)).data.map((item: { customer_phone: string }) => item.customer_phone).sort();
  expect(await inbox('has_opted_out=true')).toEqual([stopped, entered].sort());
  expect(await inbox('has_opted_out=false')).toEqual([free]);
  expect(await inbox('has_opted_out=')).toHaveLength(3);
  const { data, total } = await read('conversations?has_opted_out=true');
  expect([total, data]).toMatchObject([2, [{ has_opted_out: true }, { has_opted_out: true }]]);
  expect((await read('conversations?has_opted_out=false')).data).toMatchObject([{ has_opted_out: false }]);
});

test('unreachable_identities contains exactly the identities for which is_unreachable is true', async () => {
  const { userId } = await server.account();
  const numbers = [
    '+5215512345678',
    '+525512345678',
    '+5491112345678',
    '+541112345678',
    '+551187654321',
    '+5511987654321',
  ];
  const others = [
    '+40722000001',
    '+40722000002',
    '+40722000003',
    '+40722000004',
    '+40722000005',
    'MX.1',
    'MX.2',
    'RO.1',
    'RO.2',
  ];
  const link = (one: string, two: string) =>
    server.database.query('select link_customers($1, $2, $3)', [userId, one, two]);
  const block = (number: string) =>
    server.database.query(
      `insert into blacklisted_numbers (user_id, phone_number, source) values ($1, $2, 'request')`,
      [userId, number],
    );
  await link('MX.1', '+5215512345678');
  await link('+40722000001', 'RO.1');
  await link('RO.2', '+40722000002');
  await link('+40722000002', '+40722000003');
  await block('+525512345678');
  await block('+40722000003');
  await block('+5491112345678');
  await server.database.query(
    `insert into opt_outs (user_id, customer_key, opted_out, source, changed_at)
     values ($1, customer_key($1, 'RO.1'), true, 'customer', now()), ($1, $2, false, 'customer', now())`,
    [userId, '+40722000004'],
  );
  const rows = await server.database.query<{ identity: string; one: boolean; listed: boolean }>(
    `select identity, is_unreachable($1, identity) as one, identity in (select unreachable_identities($1)) as listed
     from unnest($2::text[]) identity`,
    [userId, [...numbers, ...others]],
  );
  expect(rows.map(({ identity, one }) => ({ identity, one, listed: one }))).toEqual(rows);
  expect(rows.filter(({ one }) => one).map(({ identity }) => identity)).toEqual([
    '+5215512345678',
    '+525512345678',
    '+5491112345678',
    '+541112345678',
    '+40722000001',
    '+40722000002',
    '+40722000003',
    'MX.1',
    'RO.1',
    'RO.2',
  ]);
});

test('hides other accounts, and reports invalid filters', async () => {
  const other = await server.account();
  expect((await other.get('/user/inbox')).body.total).toBe(0);
  for (const query of [
    'type=fax',
    'status=open',
    'ai_enabled=maybe',
    'has_opted_out=maybe',
    'date_from=2026-02-30',
    'per_page=101',
  ]) {
    expect((await account.get(`/user/inbox?${query}`)).status, query).toBe(422);
  }
});
