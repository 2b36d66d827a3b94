import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { cloneDatabase, type TestDatabase } from '../kit/test-server.ts';

const REPAIRS = '0021_channel_repairs.sql';
const folder = new URL('../../src/db/migrations/', import.meta.url);

let testDatabase: TestDatabase;
let database: Database;

/** An installation whose senders still keep who has said STOP. */
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

test('whoever has said STOP or START to a sender has said it to its number', async () => {
  await database.script(`
    insert into users (name, email, password_hash, balance_micros) values ('Shop', 'shop@example.com', '', 0);
    insert into senders (user_id, provider, phone_number, display_name, status)
      select id, 'sandbox', '+12025550100', '', 'online' from users;
    insert into channel_customers (sender_id, customer_phone, user_id, last_message_at, opted_out, opt_changed_at)
      select senders.id, phone, user_id, '2026-01-02', opted_out, changed_at from senders,
        (values ('+401', true, '2026-01-01'::timestamptz), ('+402', false, '2026-01-01'), ('+403', false, null))
          as customer (phone, opted_out, changed_at)`);
  await migrate(database);
  const rows = await database.query(
    `select phone_number, customer_phone, opted_out, to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD') as day
     from channel_opt_outs order by customer_phone`,
  );
  const said = { phone_number: '+12025550100', day: '2026-01-01' };
  expect(rows).toEqual([
    { ...said, customer_phone: '+401', opted_out: true },
    { ...said, customer_phone: '+402', opted_out: false },
  ]);
  expect(await database.query('select customer_phone from channel_customers')).toHaveLength(3);
});
