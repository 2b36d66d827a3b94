import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { cloneDatabase, type TestDatabase } from '../kit/test-server.ts';

const MONEY = '0016_money.sql';
const folder = new URL('../../src/db/migrations/', import.meta.url);

let testDatabase: TestDatabase;
let database: Database;

/** An installation from before its ledger explained every balance. */
beforeAll(async () => {
  testDatabase = await cloneDatabase();
  database = openDatabase(testDatabase.connection, () => undefined);
  await database.script('drop schema public cascade; create schema public');
  await database.script(
    'create table migrations (name text primary key, applied_at timestamptz default now())',
  );
  const older = (await readdir(folder)).filter((name) => name.endsWith('.sql') && name < MONEY).sort();
  for (const name of older) {
    await database.script(await readFile(new URL(name, folder), 'utf8'));
    await database.query('insert into migrations (name) values ($1)', [name]);
  }
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test('accounts from before get an opening row that explains what their other rows do not', async () => {
  await database.script(`
    insert into users (name, email, password_hash, balance_micros, created_at) values
      ('Fresh', 'fresh@example.com', '', 100, '2026-01-01'), ('Empty', 'empty@example.com', '', 0, '2026-01-02'),
      ('Spent', 'spent@example.com', '', 0, '2026-01-03'), ('Mixed', 'mixed@example.com', '', 40, '2026-01-04');
    insert into charges (user_id, kind, amount_micros)
      select id, 'widget_message', 70 from users where name in ('Spent', 'Mixed');
    insert into charges (user_id, kind, amount_micros) select id, 'refund', -10 from users where name = 'Mixed'`);
  await migrate(database);
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
});

test('no statement can take a balance below zero', async () => {
  await expect(database.query('update users set balance_micros = -1')).rejects.toThrow(
    /users_balance_covered/,
  );
});
