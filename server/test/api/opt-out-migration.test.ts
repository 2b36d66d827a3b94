import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { cloneDatabase, type TestDatabase } from '../kit/test-server.ts';

const REPAIRS = '0021_channel_repairs.sql';
const folder = new URL('../../src/db/migrations/', import.meta.url);

let testDatabase: TestDatabase;
let database: Database;

/** An installation whose senders still keep who has said STOP, and threads by the number as the channel writes it. */
beforeAll(async () => {
  testDatabase = await cloneDatabase();
  database = openDatabase(testDatabase.connection, () => undefined);
  await database.script('drop schema public cascade; create schema public');
  await database.script(
    'create table migrations (name text primary key, applied_at timestamptz default now())',
  );
  const older = (await readdir(folder)).filter((name) => name.endsWith('.sql') && name < REPAIRS).sort();
  for (const name of older) {
    await database.script(await readFile(new URL(name, folder), 'utf8'));
    await database.query('insert into migrations (name) values ($1)', [name]);
  }
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test('a STOP to one number holds for the account, and two spellings of a number are one customer', async () => {
  await database.script(`
    insert into users (name, email, password_hash, balance_micros) values ('Shop', 'shop@example.com', '', 0);
    insert into senders (user_id, provider, phone_number, display_name, status)
      select id, 'sandbox', '+12025550100', '', 'online' from users;
    insert into channel_customers (sender_id, customer_phone, user_id, last_message_at, opted_out, opt_changed_at)
      select senders.id, phone, user_id, '2026-01-02', opted_out, changed_at from senders,
        (values ('+401', true, '2026-01-01'::timestamptz), ('+402', false, '2026-01-01'), ('+403', false, null),
          ('+5215587654321', true, '2026-01-01'), ('+525587654321', false, null))
          as customer (phone, opted_out, changed_at);
    insert into sms_opt_outs (user_id, number, customer_phone, created_at)
      select id, '+12025550101', phone, '2026-01-03' from users, unnest(array['+402', '+404']) as phone;
    insert into conversations (user_id, type, sender_id, customer_phone, variables, updated_at)
      select user_id, 'msgapp', senders.id, phone, '{}', at from senders,
        (values ('+401', '2026-01-01'::timestamptz), ('+5215587654321', '2026-01-02'), ('+525587654321', '2026-01-01'))
          as thread (phone, at)`);
  await migrate(database);
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
    ['+401', '+402', '+404', '+525587654321'].map((phone_number) => ({ phone_number, source: 'message' })),
  );
  const windows = await database.query('select customer_key from channel_customers order by customer_key');
  expect(windows.map((row) => Object.values(row ?? {})[0])).toEqual([
    '+401',
    '+402',
    '+403',
    '+525587654321',
  ]);
  const threads = await database.query('select customer_phone, customer_key from conversations order by id');
  expect(threads).toEqual([
    { customer_phone: '+401', customer_key: '+401' },
    { customer_phone: '+5215587654321', customer_key: '+525587654321' },
    { customer_phone: '+525587654321', customer_key: null },
  ]);
});

test.each([
  ['+525587654321', '+525587654321'],
  ['+5215587654321', '+525587654321'],
  ['+541187654321', '+541187654321'],
  ['+5491187654321', '+541187654321'],
  ['+553187654321', '+5531987654321'],
  ['+5531987654321', '+5531987654321'],
  // A landline of Brazil, a number of another country, and an id.
  ['+553132345678', '+553132345678'],
  ['+40721234567', '+40721234567'],
  ['US.5215587654321', 'US.5215587654321'],
])('the key of %s', async (written, key) => {
  const [row] = await database.query<{ key: string; back: boolean }>(
    'select number_key($1) as key, $1 = any(number_spellings(number_key($1))) as back',
    [written],
  );
  expect(row).toEqual({ key, back: true });
});
