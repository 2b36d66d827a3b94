import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit-log.ts';
import { AUDITED_TABLES } from '../../../src/db/acting-as.ts';
import { auditLogJobHandlers } from '../../../src/modules/audit-log/jobs.handlers.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { createCampaign } from '../../kit/campaigns.ts';
import { eventually } from '../../kit/eventually.ts';
import { addMember, keyOf, MEMBER_PASSWORD, ownerOf } from '../../kit/members.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import { silentLog } from '../../kit/silent-log.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  account = await server.account();
});

/** Entries, newest first, as `Ada updated assistant Support`. */
async function entries(client: Client, query = ''): Promise<string[]> {
  const { body } = await client.get(`/user/audit-log?per_page=100${query}`);
  return body.data.map(words);
}

const words = ({ actor, action, object }: AuditEntry): string =>
  `${actor.name ?? actor.kind} ${action} ${object.type}${object.name === null ? '' : ` ${object.name}`}`;

test('records who changed an assistant, from where, with the values before and after', async () => {
  const ada = await addMember(server, account, { role: 'builder', name: 'Ada' });
  const { id } = await createAssistant(account, { name: 'Support', system_prompt: 'Be kind.' });
  await ada.put(`/user/assistant/${id}`, { system_prompt: 'Be brief.' });
  const { body } = await account.get(`/user/audit-log?object_type=assistant&action=updated`);
  expect(body).toMatchObject({ current_page: 1, per_page: 50, total: 1 });
  expect(body.data).toEqual([
    {
      id: expect.any(Number),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      actor: { kind: 'person', id: ada.personId, name: 'Ada' },
      address: '127.0.0.1',
      action: 'updated',
      object: { type: 'assistant', id: String(id), name: 'Support' },
      changes: [{ field: 'system_prompt', before: 'Be kind.', after: 'Be brief.', is_secret: false }],
    },
  ]);
  const one = await account.get(`/user/audit-log/${body.data[0].id}`);
  expect(one.body.data).toEqual(body.data[0]);
});

test('a refused change and one without effect leave no entry', async () => {
  const { id } = await createAssistant(account, { name: 'Support' });
  const viewer = await addMember(server, account, 'viewer');
  const before = await entries(account);
  expect((await account.put(`/user/assistant/${id}`, { llm_temperature: 90 })).status).toBe(422);
  expect((await account.put(`/user/assistant/${id}`, { name: 'Support' })).status).toBe(200);
  expect((await viewer.put(`/user/assistant/${id}`, { name: 'Mine' })).status).toBe(403);
  expect(await entries(account)).toEqual(before);
});

test('a change that is rolled back leaves no entry', async () => {
  const { id } = await createAssistant(account, { name: 'Support' });
  const failed = server.database.transaction(async (transaction) => {
    await transaction.query('update assistants set name = $2 where id = $1', [id, 'Lost']);
    throw new Error('killed');
  });
  await expect(failed).rejects.toThrow('killed');
  expect(await entries(account, '&action=updated')).toEqual([]);
});

test('records logins, failed logins, logouts and new passwords', async () => {
  const owner = await ownerOf(server, account);
  const login = { email: owner.email, password: 'wrong password' };
  const guest = server.visitor;
  await guest.post('/login', login);
  await eventually(
    () => entries(account, '&action=sign_in_failed'),
    ({ length }) => length > 0,
  );
  const ben = await addMember(server, account, { role: 'agent', name: 'Ben' });
  const { body } = await guest.post('/login', { email: ben.email, password: MEMBER_PASSWORD });
  const session = server.client(body.token);
  await session.put('/user/profile', { current_password: MEMBER_PASSWORD, new_password: 'battery staple' });
  await session.post('/logout');
  const found = await entries(account);
  expect(found.slice(0, 3)).toEqual([
    'Ben signed_out session',
    'Ben password_changed member Ben',
    'Ben signed_in session',
  ]);
  expect(found.filter((entry) => entry.includes('failed'))).toEqual([
    expect.stringMatching(/^visitor sign_in_failed member /),
  ]);
  expect(await entries(account, '&actor=ben&action=signed_out')).toEqual(['Ben signed_out session']);
});

test('records members, invitations and API keys, and what an API key does', async () => {
  const ben = await addMember(server, account, { role: 'agent', name: 'Ben' });
  await account.put(`/user/members/${ben.personId}`, { role: 'builder' });
  await account.post('/user/invitations', { email: `${randomUUID()}@example.com`, role: 'viewer' });
  const { body } = await account.post('/user/api-keys', { name: 'Robot', role: 'admin' });
  const robot = server.client(body.api_key?.token ?? body.token);
  await robot.delete(`/user/members/${ben.personId}`);
  const found = await entries(account);
  expect(found).toContain('Robot deleted member Ben');
  expect(found.filter((entry) => /updated member Ben$/.test(entry))).toHaveLength(1);
  expect(found.filter((entry) => / created api_key Robot$/.test(entry))).toHaveLength(1);
  expect(found.filter((entry) => / created invitation .*@example.com$/.test(entry))).toHaveLength(1);
});

test('never contains secrets', async () => {
  const secret = `hush${randomUUID().replaceAll('-', '')}`;
  const tool = await account.post('/user/tools', {
    name: 'lookup',
    description: 'Finds orders.',
    endpoint: 'https://example.com/orders',
    method: 'POST',
    headers: [{ name: 'Authorization', value: secret }],
  });
  expect(tool.status).toBe(201);
  const endpoint = await account.post('/user/webhook-endpoints', {
    url: 'https://example.com/hook',
    events: ['*'],
    headers: [{ name: 'X-Key', value: secret }],
  });
  expect(endpoint.status).toBe(201);
  const { data } = (await account.get('/user/audit-log?per_page=100')).body;
  expect(JSON.stringify(data)).not.toContain(secret);
  const headers = { field: 'sealed_headers', before: null, after: null, is_secret: true };
  expect(data[0].changes).toContainEqual(headers);
  expect(data[1].changes).toContainEqual(headers);
  const hidden = await server.database.query<{ field: string }>(
    `select distinct column_name as field from information_schema.columns
     where table_name = any($1) and data_type = 'bytea' and not is_secret_field(column_name)
       and (table_name, column_name) <> ('widget_pictures', 'bytes')`,
    [AUDITED_TABLES],
  );
  expect(hidden).toEqual([]);
});

test('contains no secrets of URLs, and only the host of webhooks', async () => {
  const { id } = await createAssistant(account, { name: 'Support' });
  const tool = await account.post('/user/tools', {
    name: 'lookup',
    description: 'Finds orders.',
    endpoint: 'https://example.com/orders?key=hush',
    method: 'GET',
  });
  expect(tool.status).toBe(201);
  const url = 'https://hooks.example.com/services/hush/hush?key=hush';
  expect((await account.post('/user/webhook-endpoints', { url, events: ['*'] })).status).toBe(201);
  const webhook = { is_webhook_active: true, webhook_url: url };
  expect((await account.put(`/user/assistant/${id}`, webhook)).status).toBe(200);
  const { data } = (await account.get('/user/audit-log?per_page=3')).body;
  expect(data.map(({ object }: AuditEntry) => object.name)).toEqual([
    'Support',
    'https://hooks.example.com',
    'lookup',
  ]);
  const shown = data.flatMap(({ changes }: AuditEntry) =>
    changes.filter(({ field }) => ['webhook_url', 'url', 'endpoint'].includes(field)),
  );
  expect(shown.map(({ after }: AuditEntry['changes'][number]) => after)).toEqual([
    'https://hooks.example.com',
    'https://hooks.example.com',
    'https://example.com/orders',
  ]);
  expect((await account.get('/user/audit-log/export')).text).not.toContain('hush');
});

test.each([
  ['url', '"https://user:hush@example.com:8443/path?hush#hush"', '"https://example.com:8443/path"'],
  ['url', '"example.com/?hush"', '"•••"'],
  ['inbound_webhook_url', '"https://example.com/hush"', '"https://example.com"'],
  ['webhook_url', 'null', 'null'],
  ['links', '["https://example.com/a?hush", "plain"]', '["https://example.com/a", "plain"]'],
  ['schema', '[{"a": {"Api-Key": "hush", "b": [{"authorization": {"c": "hush"}}]}}]', null],
  ['variables', '{"accessToken": "hush", "Password": "hush", "secret": ["hush"]}', null],
  ['tools', '[{"name": "X-Api-Key", "value": "hush"}, {"key": "token", "default": "hush"}]', null],
])('hides secrets in the field %s of %s', async (field, value, expected) => {
  const [row] = await server.database.query<{ shown: string }>(
    'select shown_value($1::jsonb, $2)::text as shown',
    [value, field],
  );
  expect(row?.shown).not.toContain('hush');
  if (expected !== null) expect(row?.shown).toBe(expected);
  else expect(row?.shown).toContain('•••');
});

test('records the numbers of a campaign as a change of the campaign', async () => {
  const [first, second] = [await insertNumber(account), await insertNumber(account)];
  const { id } = await createCampaign(account, { phone_number_ids: [first] });
  const change = { phone_number_ids: [second, first] };
  expect((await account.put(`/user/campaign/${id}`, change)).status).toBe(200);
  expect((await account.put(`/user/campaign/${id}`, change)).status).toBe(200);
  const { body } = await account.get('/user/audit-log?object_type=campaign&action=updated');
  expect(body.data).toMatchObject([
    {
      object: { id: String(id), name: 'Spring' },
      changes: [{ field: 'phone_number_ids', before: [first], after: [second, first] }],
    },
    { changes: [{ field: 'phone_number_ids', before: [], after: [first] }] },
  ]);
});

test('records one entry for an import into the do-not-call list, and the export of a list', async () => {
  const numbers = ['+40721000001', '+40721000002', '+40721000003'];
  await account.post('/user/blacklist/bulk', { phone_numbers: numbers });
  expect((await account.get('/user/billing/charges/export?kind=credit')).status).toBe(200);
  const { body } = await account.get('/user/audit-log?per_page=2');
  expect(body.data[0]).toMatchObject({
    action: 'exported',
    object: { type: 'export', name: 'billing.charges.export' },
    changes: [{ field: 'filter', after: 'kind=credit' }],
  });
  expect(words(body.data[1])).toMatch(/created do_not_call_number 3 numbers$/);
});

test('is read by admins of the account only', async () => {
  const { body } = await account.get('/user/audit-log');
  const agent = await addMember(server, account, 'agent');
  expect((await agent.get('/user/audit-log')).status).toBe(403);
  const admin = await keyOf(server, account, 'admin');
  expect((await admin.get('/user/audit-log')).status).toBe(200);
  const stranger = await server.account();
  expect((await stranger.get(`/user/audit-log/${body.data[0].id}`)).status).toBe(404);
  expect(JSON.stringify((await stranger.get('/user/audit-log')).body)).not.toContain(account.email);
});

test('refuses wrong filters by field', async () => {
  const { status, body } = await account.get(
    '/user/audit-log?action=painted&date_from=2026-03-02&date_to=2026-03-01',
  );
  expect(status).toBe(422);
  expect(Object.keys(body.errors).sort()).toEqual(['action', 'date_to']);
});

test('exports entries as CSV and JSON Lines with the filters of the list', async () => {
  await createAssistant(account, { name: '=Support' });
  const csv = await account.get('/user/audit-log/export?object_type=assistant&bom=false');
  expect(csv.text.split('\n')[0]).toBe(
    'id,created_at,actor_kind,actor_id,actor_name,address,action,object_type,object_id,object_name,changes',
  );
  expect(csv.text).toContain("'=Support");
  const lines = await account.get('/user/audit-log/export?object_type=assistant&format=jsonl');
  const [line, ...rest] = lines.text.trim().split('\n');
  expect(rest).toEqual([]);
  expect(JSON.parse(line ?? '')).toMatchObject({ action: 'created', object: { name: '=Support' } });
});

test('entries cannot be changed or deleted, except with their account', async () => {
  const { userId } = account;
  for (const statement of [
    'update audit_log set action = action where user_id = $1',
    'delete from audit_log where user_id = $1',
  ]) {
    await expect(server.database.query(statement, [userId])).rejects.toThrow('append-only');
  }
  await expect(server.database.script('truncate audit_log')).rejects.toThrow('append-only');
  await createAssistant(account, { name: 'Support' });
  const member = await addMember(server, account, 'agent');
  await createCampaign(account, { phone_number_ids: [await insertNumber(account)] });
  await server.database.query('delete from users where id = $1', [userId]);
  expect((await member.get('/user/profile')).status).toBe(401);
  expect(await server.database.query('select from audit_log where user_id = $1', [userId])).toEqual([]);
});

test('removes entries after the retention period in batches, and records their number for each account', async () => {
  const other = await server.account();
  const { database } = server;
  await database.transaction(async (transaction) => {
    await transaction.script(`set local session_replication_role = 'replica'`);
    await transaction.query(
      `insert into audit_log (user_id, actor_kind, action, object_type, created_at, id) overriding system value
       select user_id, 'system', 'exported', 'export', clock_timestamp() - age * interval '1 day', -age * 100000 - n
       from (values ($1::bigint, 401, 6000), ($1, 399, 1), ($2, 1000, 1)) as old (user_id, age, entries),
         generate_series(1, entries) n`,
      [account.userId, other.userId],
    );
  });
  const kept = await entries(other);
  const job = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
  const run = async (auditDays: number | null): Promise<void> => {
    for (const handler of auditLogJobHandlers({ database, log: silentLog, auditDays })) {
      await handler.run({}, job);
    }
  };
  const total = async (query: string) => (await account.get(`/user/audit-log?${query}`)).body.total;
  await run(null);
  expect(await total('action=exported')).toBe(6001);
  await run(400);
  await run(400);
  expect(await total('action=exported')).toBe(1);
  const removals = (await account.get('/user/audit-log?object_type=audit_log')).body.data;
  expect(removals.map(({ actor, action }: AuditEntry) => [actor.kind, action])).toEqual([
    ['system', 'deleted'],
    ['system', 'deleted'],
  ]);
  const counts = removals.map(({ changes }: AuditEntry) => changes.find(({ field }) => field === 'entries'));
  expect(counts.reduce((sum: number, { after }: { after: number }) => sum + after, 0)).toBe(6000);
  expect(await entries(other)).toEqual(['system deleted audit_log', ...kept.slice(0, -1)]);
  await expect(database.query('delete from audit_log where user_id = $1', [account.userId])).rejects.toThrow(
    'append-only',
  );
});

test('every table that the audit log watches is known to the database client', async () => {
  const watched = await server.database.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger
     join pg_proc on pg_proc.oid = tgfoid
     where prosrc like '%write_audit(%' order by 1`,
  );
  expect(watched.map(({ name }) => name)).toEqual([...AUDITED_TABLES]);
});
