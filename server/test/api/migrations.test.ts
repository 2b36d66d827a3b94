import { expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { installationBefore } from '../kit/older-installation.ts';

test('accounts get an opening row for what their other ledger rows do not explain', async () => {
  const database = await installationBefore('0016_money.sql');
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
  // From then on no statement can take a balance below zero.
  await expect(database.query('update users set balance_micros = -1')).rejects.toThrow(
    /users_balance_covered/,
  );
});

test('a STOP or START said to a sender belongs to its number', async () => {
  const database = await installationBefore('0021_channel_repairs.sql');
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

test('an Idempotency-Key of the last day belongs to the account, and its request is not carried out again', async () => {
  const database = await installationBefore('0062_keys_of_accounts.sql');
  await database.script(`
    insert into users (name, email, password_hash, balance_micros) values
      ('A', 'a@example.com', '', 0), ('B', 'b@example.com', '', 0);
    insert into tokens (user_id, kind, name, token_hash)
      select users.id, 'api-key', n, decode(md5(users.name || n), 'hex') from users, unnest(array['1', '2']) n;
    insert into idempotency_keys (token_id, key, request_hash, process_id, status, sealed_body, created_at)
      select tokens.id, key, decode(md5(tokens.name), 'hex'), gen_random_uuid(), status, '\\x00',
        clock_timestamp() + tokens.name::integer * interval '1 second'
      from tokens, (values ('sent', 200), ('refused', 402), ('missing', 404), ('running', null)) as held (key, status)`);
  await migrate(database);
  const rows = await database.query(
    `select name, key, status, sealed_body, request_hash = decode(md5('1'), 'hex') as is_oldest
     from idempotency_keys join users on users.id = user_id order by name, key`,
  );
  const kept = (name: string): object[] => [
    { name, key: 'missing', status: 404, sealed_body: null, is_oldest: true },
    { name, key: 'running', status: null, sealed_body: null, is_oldest: true },
    { name, key: 'sent', status: 200, sealed_body: null, is_oldest: true },
  ];
  expect(rows).toEqual([...kept('A'), ...kept('B')]);
});
