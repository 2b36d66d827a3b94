import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { openConversation } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import { insertSpokenCall } from '../../kit/spoken-calls.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let assistant: { id: number; uuid: string };

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  assistant = await createAssistant(account);
});

async function exported(path: string, by = account): Promise<string> {
  const { status, text } = await by.get(path);
  expect(status, text).toBe(200);
  return text;
}

/** `fetch` drops a byte order mark from texts. */
async function firstBytes(query: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${account.token}` };
  const response = await fetch(`${server.api}/user/calls/export${query}`, { headers });
  return [...new Uint8Array(await response.arrayBuffer()).slice(0, 3)];
}

/** The rows of a CSV file as objects. */
const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true, bom: true });
const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

test('exports calls as CSV that no spreadsheet runs, and as the JSON of the list', async () => {
  const said = ['=HYPERLINK("http://evil.example","Hello")', 'My "order"; is\nlate, søn 😀'];
  const first = await insertSpokenCall(server, account, {
    said,
    assistantId: assistant.id,
    phone: '+40721000111',
  });
  const second = await insertSpokenCall(server, account, {
    said: ['@SUM(A1)'],
    minutes: 9,
    costMicros: 1_250_000,
  });
  await server.database.query('update calls set external_id = $2 where id = $1', [second, '+1+2|cmd']);
  const text = await exported('/user/calls/export');
  expect(text.startsWith('id,created_at,type,status,')).toBe(true);
  const rows = rowsOf(text);
  expect(rows.map(({ id }) => id)).toEqual([String(second), String(first)]);
  expect(rows[1]).toMatchObject({
    client_phone_number: '+40721000111',
    assistant_name: 'Reception',
    duration_seconds: '120',
    transcript: `Assistant: ${said[0]}\nCustomer: ${said[1]}`,
  });
  expect(rows[0]).toMatchObject({ external_id: "'+1+2|cmd", total_cost: '1.25' });
  const listed = (await account.get('/user/calls')).body.data;
  expect(linesOf(await exported('/user/calls/export?format=jsonl'))).toEqual(listed);
  expect(await firstBytes('')).toEqual([0xef, 0xbb, 0xbf]);
  expect(await firstBytes('?bom=false')).toEqual([...Buffer.from('id,')]);
  expect(rowsOf(await exported('/user/calls/export?phone_number=000111')).length).toBe(1);
  expect(rowsOf(await exported(`/user/calls/export?ids=${first},999999`)).map(({ id }) => id)).toEqual([
    String(first),
  ]);
  const stranger = await server.account();
  expect(rowsOf(await exported(`/user/calls/export?ids=${first}`, stranger))).toEqual([]);
  expect(await exported('/user/calls/export?format=jsonl', stranger)).toBe('');
});

test('exports each message of a conversation, filtered by its words', async () => {
  const path = await openConversation(account, assistant);
  const uuid = path.split('/').at(-1);
  await account.post(`${path}/messages`, { message: '-2+3 sauna please' });
  await openConversation(account, assistant);
  await eventually(
    () => server.database.query('select from search_queue'),
    (rows) => rows.length === 0,
  );
  const rows = rowsOf(await exported('/user/conversations/export'));
  expect(rows.map(({ conversation_id }) => conversation_id)).toEqual([uuid, uuid, uuid]);
  expect(rows.map(({ author }) => author)).toEqual(['ai', 'customer', 'ai']);
  expect(rows[1]).toMatchObject({ type: 'widget', status: 'active', content: "'-2+3 sauna please" });
  const [line, ...others] = linesOf(await exported(`/user/conversations/export?format=jsonl&ids=${uuid}`));
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    id: uuid,
    message_count: 3,
    messages: [{}, { content: '-2+3 sauna please' }, {}],
  });
  expect(rowsOf(await exported('/user/conversations/export?search=saunas'))).toHaveLength(3);
  expect(rowsOf(await exported('/user/conversations/export?search=zebra'))).toEqual([]);
  expect(rowsOf(await exported('/user/conversations/export?date_to=2020-01-01'))).toEqual([]);
});

test('exports the ledger with exact amounts', async () => {
  const other = await server.account();
  const rows = rowsOf(await exported('/user/billing/charges/export', other));
  const { data } = (await other.get('/user/billing/charges')).body;
  expect(rows.map(({ id, amount }) => [Number(id), amount])).toEqual(
    data.map(({ id, amount_exact }: { id: number; amount_exact: string }) => [id, amount_exact]),
  );
  expect(linesOf(await exported('/user/billing/charges/export?format=jsonl', other))).toEqual(data);
  expect(rowsOf(await exported('/user/billing/charges/export?kind=refund', other))).toEqual([]);
});

test.each([
  '/user/calls/export?format=xlsx',
  '/user/calls/export?ids=one',
  `/user/calls/export?ids=${Array.from({ length: 1001 }, (_, id) => id).join(',')}`,
  '/user/calls/export?status=over',
  '/user/conversations/export?ids=7',
  '/user/conversations/export?assistant_id=999999',
  '/user/billing/charges/export?date_from=2026-02-02&date_to=2026-01-01',
])('refuses %s', async (path) => {
  expect((await account.get(path)).status).toBe(422);
});

test('exports 10,000 calls once each, and breaks the connection if the database fails meanwhile', async () => {
  const many = await server.account();
  await server.database.query(
    `insert into calls (user_id, type, status, ringing_time_ms, variables, ended_at, end_reason, recorded_at)
     select $1, 'web', 'failed', 1, json_build_object('note', repeat('x', 500)), clock_timestamp(), 'x',
       clock_timestamp() from generate_series(1, 10000)`,
    [many.userId],
  );
  const rows = rowsOf(await exported('/user/calls/export', many));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(10_000);
  const { received, isComplete } = await interrupted(many);
  expect(received).toBeGreaterThan(0);
  expect(isComplete).toBe(false);
});

/** Reads the beginning of an export, then makes all later batches fail. */
async function interrupted(by: Client): Promise<{ received: number; isComplete: boolean }> {
  const response = await begun(by);
  let received = 0;
  const [first] = await once(response, 'data');
  response.pause();
  response.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  response.pause();
  await server.database.query('alter table calls rename column external_id to renamed_id');
  response.on('error', () => undefined);
  const closed = new Promise((resolve) => response.once('close', resolve));
  response.resume();
  await closed;
  await server.database.query('alter table calls rename column renamed_id to external_id');
  return { received: received + first.length, isComplete: response.complete };
}

function begun(by: Client): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${by.token}` };
    get(`${server.api}/user/calls/export?format=jsonl`, { headers }, resolve).on('error', reject);
  });
}
