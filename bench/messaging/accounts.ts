import type pg from 'pg';
import { generateToken, hashToken } from '../../server/src/modules/accounts/tokens/token-text.ts';

/** An account with a recent customer message to its sandbox sender. */
export interface Account {
  userId: number;
  token: string;
  senderId: number;
  customerPhone: string;
}

const BALANCE_MICROS = 1_000_000_000_000;

/** Many accounts, because each may send only five messages per second. Inserted directly, which takes a second. */
export async function seedAccounts(client: pg.Client, count: number): Promise<Account[]> {
  const tokens = Array.from({ length: count }, () => generateToken());
  const { rows } = await client.query<{ user_id: number; sender_id: number; place: number }>(
    `with account as (
       insert into users (name, email, balance_micros)
       select 'Bench', 'sender-' || place || '@example.com', $2 from generate_series(1, $1) place
       returning id, substring(email from '\\d+')::int as place),
     token as (
       insert into tokens (user_id, kind, role, name, token_hash)
       select account.id, 'api-key', 'admin', 'bench', ($3::bytea[])[account.place] from account),
     sender as (
       insert into senders (user_id, provider, phone_number)
       select id, 'sandbox', '+12025550100' from account returning id, user_id)
     select account.id as user_id, sender.id as sender_id, account.place
     from account join sender on sender.user_id = account.id`,
    [count, BALANCE_MICROS, tokens.map(hashToken)],
  );
  const accounts = rows.map(({ user_id, sender_id, place }) => ({
    userId: Number(user_id),
    senderId: Number(sender_id),
    token: tokens[place - 1] ?? '',
    customerPhone: `+4072${String(1_000_000 + place)}`,
  }));
  await client.query(
    `insert into channel_customers (sender_id, customer_key, user_id, last_message_at, address)
     select sender_id, phone, user_id, clock_timestamp(), phone
     from unnest($1::bigint[], $2::text[], $3::bigint[]) as given (sender_id, phone, user_id)`,
    [
      accounts.map(({ senderId }) => senderId),
      accounts.map(({ customerPhone }) => customerPhone),
      accounts.map(({ userId }) => userId),
    ],
  );
  return accounts;
}
