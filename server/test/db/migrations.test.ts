import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { assistant } from '#contract/assistants.ts';
import { describeSchema } from '../../../scripts/checks/schema/describe-schema.ts';
import type { Database } from '../../src/db/client.ts';
import { buildIndexes, migrate, type PendingMigrations, pendingMigrations } from '../../src/db/migrate.ts';
import { closeEnded } from '../../src/modules/conversations/endings/close-ended.ts';
import { closeEndedJob } from '../../src/modules/conversations/jobs.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { olderInstallation } from '../kit/older-installation.ts';
import { cloneDatabase } from '../kit/test-server.ts';

/** Rows of older installations, by the migration before which they are inserted. */
const OLDER_ROWS: Record<string, string> = {
  '0016_money.sql': `
    insert into users (name, email, password_hash, balance_micros, created_at) values
      ('Fresh', 'fresh@example.com', '', 100, '2026-01-01'), ('Empty', 'empty@example.com', '', 0, '2026-01-02'),
      ('Spent', 'spent@example.com', '', 0, '2026-01-03'), ('Mixed', 'mixed@example.com', '', 40, '2026-01-04');
    insert into charges (user_id, kind, amount_micros)
      select id, 'widget_message', 70 from users where name in ('Spent', 'Mixed');
    insert into charges (user_id, kind, amount_micros) select id, 'refund', -10 from users where name = 'Mixed'`,
  '0021_channel_repairs.sql': `
    insert into users (name, email, password_hash, balance_micros) values ('Shop', 'shop@example.com', '', 0);
    insert into senders (user_id, provider, phone_number, display_name, status)
      select id, 'sandbox', '+12025550100', '', 'online' from users where name = 'Shop';
    insert into channel_customers (sender_id, customer_phone, user_id, last_message_at, opted_out, opt_changed_at)
      select senders.id, phone, user_id, '2026-01-02', opted_out, changed_at from senders,
        (values ('+401', true, '2026-01-01'::timestamptz), ('+402', false, '2026-01-01'), ('+403', false, null),
          ('+5215587654321', true, '2026-01-01'), ('+525587654321', false, null))
          as customer (phone, opted_out, changed_at);
    insert into sms_opt_outs (user_id, number, customer_phone, created_at)
      select id, '+12025550101', phone, '2026-01-03' from users, unnest(array['+402', '+404']) as phone
      where name = 'Shop';
    insert into conversations (user_id, type, sender_id, customer_phone, variables, updated_at)
      select user_id, 'msgapp', senders.id, phone, '{}', at from senders,
        (values ('+401', '2026-01-01'::timestamptz), ('+5215587654321', '2026-01-02'), ('+525587654321', '2026-01-01'))
          as thread (phone, at)`,
  '0062_keys_of_accounts.sql': `
    insert into users (name, email, password_hash, balance_micros) values
      ('A', 'a@example.com', '', 0), ('B', 'b@example.com', '', 0);
    insert into tokens (user_id, kind, name, token_hash)
      select users.id, 'api-key', n, decode(md5(users.name || n), 'hex') from users, unnest(array['1', '2']) n
      where users.name in ('A', 'B');
    insert into idempotency_keys (token_id, key, request_hash, process_id, status, sealed_body, created_at)
      select tokens.id, key, decode(md5(tokens.name), 'hex'), gen_random_uuid(), status, '\\x00',
        clock_timestamp() + tokens.name::integer * interval '1 second'
      from tokens, (values ('sent', 200), ('refused', 402), ('missing', 404), ('running', null)) as held (key, status)`,
  '0081_sender_health.sql': `
    insert into users (name, email, password_hash, balance_micros) values ('Campaigns', 'campaigns@example.com', '', 0);
    insert into senders (user_id, provider, phone_number, status)
      select id, 'sandbox', number, status
      from users, (values ('+12025550110', 'online'), ('+12025550111', 'offline')) as sender (number, status)
      where users.name = 'Campaigns';
    set session_replication_role = replica;
    insert into leads (user_id, campaign_id, phone_number, variables, zone_key, due_at)
      select users.id, campaign, number, '{}', '', clock_timestamp() from users,
        (values (1, '+541187654321'), (1, '+5491187654321'), (2, '+5491187654321'), (1, '+40721234567'))
          as lead (campaign, number)
      where users.name = 'Campaigns';
    set session_replication_role = origin`,
  '0096_pauses_and_live_calls_of_people.sql': `
    insert into users (name, email, password_hash, balance_micros) values ('Calls', 'calls@example.com', '', 0);
    set session_replication_role = replica;
    insert into calls (id, user_id, assistant_id, attempt_id, type, status, campaign_id, lead_id, client_phone_number, variables, ringing_time_ms)
      overriding system value
      select n, users.id, 1, gen_random_uuid(), 'outbound', 'ringing', n, n, number, '{}', 30000 from users,
        (values (11, '+541187654321'), (12, '+5491187654321'), (13, '+40721234567')) as call (n, number)
      where users.name = 'Calls';
    insert into leads (id, user_id, campaign_id, phone_number, variables, zone_key, status, call_id)
      overriding system value
      select id, user_id, campaign_id, client_phone_number, '{}', '', 'processing', id from calls;
    set session_replication_role = origin`,
  '0116_assistants_rendered_from_columns.sql': `
    insert into voices (id, code, name, modes) overriding system value values (1, 'voice', 'Voice', '{pipeline}');
    set session_replication_role = replica;
    insert into assistants (user_id, name, type, mode, timezone, initial_message, system_prompt, voice_id,
      language_id, secondary_language_ids, knowledgebase_mode, tool_ids, tools, variables, tts_emotion_enabled,
      voice_stability, voice_similarity, speech_speed, llm_temperature, allow_interruptions, fillers, filler_config,
      record, enable_noise_cancellation, wait_for_customer, max_duration, max_silence_duration, ringing_time,
      reengagement_interval, end_call_on_voicemail, endpoint_type, endpoint_sensitivity, interrupt_sensitivity,
      ambient_sound, ambient_sound_volume, is_webhook_active, send_webhook_only_on_completed,
      include_recording_in_webhook, post_call_evaluation, post_call_schema, conversation_ended_retrigger,
      widget_settings, created_at, updated_at, list_json)
    values ((select id from users where name = 'Calls'), 'A "B"', 'inbound', 'pipeline', 'UTC', 'Hi', E'Line 1\nLine 2', 1,
      1, '{2}', 'prompt', '{}', '[{"type":"end_call"}]', '{"z":1,"a":"\\ud83d\\ude00"}', true,
      0.7, 0.5, 1, 0.1, true, false, '{}', true, true, true, 600, 40, 30, 30, true, 'vad', 0.5, 1,
      'off', 0.5, false, true, true, true, '[]', false,
      '{"theme":"light","color":"#2563eb","position":"bottom-right","allowed_origins":[]}',
      '2026-01-01', '2026-01-02', '{}');
    set session_replication_role = origin`,
  '0130_people_and_memberships.sql': `
    insert into users (name, email, password_hash, balance_micros) values ('Inbox', 'inbox@example.com', '', 0);
    insert into tokens (user_id, kind, name, token_hash)
      select id, kind, kind, sha256(kind::bytea) from users, unnest(array['session', 'api-key']) as kind
      where name = 'Fresh'`,
  '0140_inbox.sql': `
    set session_replication_role = replica;
    insert into conversations (user_id, type, variables, ai_enabled, customer_name, ended_at)
      select users.id, 'api', '{}', false, customer, ended_at from users,
        (values ('Ended', '2026-01-01'::timestamptz, 10001), ('Used', '2026-01-01', 1), ('Live', null, 1))
          as talk (customer, ended_at, number), generate_series(1, number)
      where users.name = 'Inbox';
    set session_replication_role = origin`,
};

let database: Database;

beforeAll(async () => {
  const installation = await olderInstallation();
  database = installation.database;
  for (const [migration, rows] of Object.entries(OLDER_ROWS)) {
    await installation.migrateBefore(migration);
    await database.script(rows);
  }
  await migrate(database);
  leftForLater = await pendingMigrations(database);
  builtIndexes = await buildInterrupted(database);
});

let leftForLater: PendingMigrations;
let builtIndexes: string[];

/** Builds the indexes after an earlier attempt was killed, which left an unfinished one. */
async function buildInterrupted(connection: Database): Promise<string[]> {
  await connection.script(
    `create index conversations_tagged on conversations (id);
     update pg_index set indisvalid = false where indexrelid = 'conversations_tagged'::regclass`,
  );
  const { signal } = new AbortController();
  const outcomes = await Promise.allSettled([1, 2].map(() => buildIndexes(connection, signal)));
  const built = outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  // The other run is refused meanwhile.
  return [...built, ...(await buildIndexes(connection, signal))];
}

test('an upgrade builds indexes of large tables once, and unfinished ones again', async () => {
  expect(leftForLater).toEqual({
    atStart: [],
    later: ['0230_indexes_of_large_tables.sql', '0232_unsent_files_of_accounts.sql'],
  });
  expect(builtIndexes).toEqual(leftForLater.later);
  expect(await pendingMigrations(database)).toEqual({ atStart: [], later: [] });
  const unfinished = 'select from pg_index where not indisvalid';
  expect(await database.query(unfinished)).toEqual([]);
});

test('an upgrade closes many ended conversations of people in a job, except those used since', async () => {
  const states = () =>
    database.query(
      `select customer_name, inbox_status, count(*)::int as count from conversations
       where user_id = (select id from users where name = 'Inbox') group by 1, 2 order by 1`,
    );
  expect(await states()).toEqual([
    { customer_name: 'Ended', inbox_status: 'open', count: 10_001 },
    { customer_name: 'Live', inbox_status: 'open', count: 1 },
    { customer_name: 'Used', inbox_status: 'open', count: 1 },
  ]);
  await database.query(
    `update conversations set assigned_person_id = person_id from memberships
     where customer_name = 'Used' and memberships.user_id = conversations.user_id`,
  );
  const [job] = await database.query<{ payload: { beforeId: number; endedBefore: string } }>(
    `select payload from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks
       on tasks.id = task_id where identifier = $1`,
    [closeEndedJob.name],
  );
  const payload = closeEndedJob.payload.parse(job?.payload);
  const stopped = new AbortController();
  stopped.abort();
  await expect(closeEnded(database, payload, stopped.signal)).rejects.toThrow();
  for (const _run of ['first', 'again']) await closeEnded(database, payload, new AbortController().signal);
  expect(await states()).toEqual([
    { customer_name: 'Ended', inbox_status: 'closed', count: 10_001 },
    { customer_name: 'Live', inbox_status: 'open', count: 1 },
    { customer_name: 'Used', inbox_status: 'open', count: 1 },
  ]);
});

test('accounts get an opening ledger row for the unexplained part of their balance', async () => {
  expect(await unexplainedMoney(database)).toEqual([]);
  const rows = await database.query(
    `select name, amount_micros from charges join users on users.id = user_id
     where kind = 'opening' and charges.created_at = users.created_at order by users.id`,
  );
  expect(rows).toEqual([
    { name: 'Fresh', amount_micros: -100 },
    { name: 'Spent', amount_micros: -70 },
    { name: 'Mixed', amount_micros: -100 },
  ]);
  // From then on no statement can take a balance below zero.
  await expect(database.query('update users set balance_micros = -1')).rejects.toThrow(
    /users_balance_covered/,
  );
});

/** A number as written, and the key of its customer. */
const NUMBER_KEYS = [
  ['+525587654321', '+525587654321'],
  ['+5215587654321', '+525587654321'],
  ['+541187654321', '+541187654321'],
  ['+5491187654321', '+541187654321'],
  ['+553187654321', '+5531987654321'],
  ['+5531987654321', '+5531987654321'],
  // A Brazilian landline, a number of another country, and an id.
  ['+553132345678', '+553132345678'],
  ['+40721234567', '+40721234567'],
  ['US.5215587654321', 'US.5215587654321'],
] as const;

test('a STOP to one number applies to the account, and two variants of a number are one customer', async () => {
  const rows = await database.query(
    `select customer_key, opted_out, to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD') as day
     from opt_outs order by customer_key`,
  );
  expect(rows).toEqual([
    { customer_key: '+401', opted_out: true, day: '2026-01-01' },
    // START to a sender, STOP to another number.
    { customer_key: '+402', opted_out: true, day: '2026-01-03' },
    { customer_key: '+404', opted_out: true, day: '2026-01-03' },
    { customer_key: '+525587654321', opted_out: true, day: '2026-01-01' },
  ]);
  const listed = await database.query(
    'select phone_number, source from blacklisted_numbers order by phone_number',
  );
  expect(listed).toEqual(
    ['+401', '+402', '+404', '+5215587654321', '+525587654321'].map((phone_number) => ({
      phone_number,
      source: 'message',
    })),
  );
  const windows = await database.query('select customer_key from channel_customers order by customer_key');
  expect(windows.map((row) => Object.values(row ?? {})[0])).toEqual([
    '+401',
    '+402',
    '+403',
    '+525587654321',
  ]);
  const threads = await database.query(
    `select customer_phone, customer_key from conversations where type = 'msgapp' order by id`,
  );
  expect(threads).toEqual([
    { customer_phone: '+401', customer_key: '+401' },
    { customer_phone: '+5215587654321', customer_key: '+525587654321' },
    { customer_phone: '+525587654321', customer_key: null },
  ]);
  for (const [written, key] of NUMBER_KEYS) {
    const [row] = await database.query<{ key: string; back: boolean }>(
      'select number_key($1) as key, $1 = any(number_spellings(number_key($1))) as back',
      [written],
    );
    expect(row, written).toEqual({ key, back: true });
  }
});

test('a campaign keeps one regular lead for each person, and senders stay switched on or off', async () => {
  expect(await database.query('select campaign_id, phone_number from leads where is_duplicate')).toEqual([
    { campaign_id: 1, phone_number: '+5491187654321' },
  ]);
  const senders = await database.query(
    `select status, is_switched_on from senders join users on users.id = user_id
     where users.name = 'Campaigns' order by senders.id`,
  );
  expect(senders).toEqual([
    { status: 'online', is_switched_on: true },
    { status: 'offline', is_switched_on: false },
  ]);
});

test('of two live calls of campaigns to spellings of one number, the second ends and its lead is called again', async () => {
  const states = `select leads.status, leads.due_at is not null as "isDue", calls.status as call
    from leads join calls on calls.lead_id = leads.id order by leads.id`;
  expect(await database.query(states)).toEqual([
    { status: 'processing', isDue: false, call: 'ringing' },
    { status: 'rescheduled', isDue: true, call: 'failed' },
    { status: 'processing', isDue: false, call: 'ringing' },
  ]);
});

test('Idempotency-Keys move from tokens to accounts, and their requests do not run again', async () => {
  const rows = await database.query(
    `select name, key, status, sealed_body, request_hash = decode(md5('1'), 'hex') as is_oldest
     from idempotency_keys join users on users.id = user_id order by name, key`,
  );
  const kept = (name: string): object[] => [
    { name, key: 'running', status: 200, sealed_body: null, is_oldest: true },
    { name, key: 'sent', status: 200, sealed_body: null, is_oldest: true },
  ];
  expect(rows).toEqual([...kept('A'), ...kept('B')]);
});

test('every account gets an owner, who keeps the sessions; API keys keep their rights', async () => {
  const owners = await database.query(
    `select users.email, people.email as person, role, memberships.created_at = users.created_at as is_dated
     from users left join memberships on user_id = users.id left join people on people.id = person_id`,
  );
  const accounts = await database.query<{ email: string }>('select email from users');
  expect(owners).toEqual(
    accounts.map(({ email }) => ({ email, person: email, role: 'owner', is_dated: true })),
  );
  const tokens = await database.query(
    `select kind, role, people.name as person from tokens left join people on people.id = person_id
     where tokens.name = kind order by kind`,
  );
  expect(tokens).toEqual([
    { kind: 'api-key', role: 'admin', person: null },
    { kind: 'session', role: null, person: 'Fresh' },
  ]);
});

test('stored assistants get all fields of the contract, and do not count as edited', async () => {
  const [row] = await database.query<{ list_json: string }>('select list_json from assistants');
  const rendered = assistant.strict().parse(JSON.parse(row?.list_json ?? ''));
  expect(rendered).toMatchObject({
    name: 'A "B"',
    system_prompt: 'Line 1\nLine 2',
    secondary_language_ids: [2],
    variables: { z: 1, a: '😀' },
    voice_stability: '0.70',
    speech_speed: '1.00',
    endpoint_sensitivity: 0.5,
    fillers: 0,
    end_call_on_voicemail: 1,
    created_at: '2026-01-01T00:00:00.000000Z',
    updated_at: '2026-01-02T00:00:00.000000Z',
  });
});

test('a new installation has the schema of one that was migrated step by step', async () => {
  const installed = await cloneDatabase();
  const client = new pg.Client(installed.connection);
  await client.connect();
  const other = await database.pool.connect();
  try {
    expect(await describeSchema(other, ['languages'])).toBe(await describeSchema(client, ['languages']));
  } finally {
    other.release();
    await client.end();
    await installed.drop();
  }
});

test('an upgrade is no change that the audit log records', async () => {
  expect(await database.query('select from assistants')).not.toEqual([]);
  expect(await database.query('select from audit_log')).toEqual([]);
});
