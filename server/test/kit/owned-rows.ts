import type { Client, TestServer } from './test-server.ts';

let count = 0;

/** A phone number of the account, as if it had been bought; gives its id. */
export async function insertNumber(
  server: TestServer,
  account: Client,
  type: 'normal' | 'sip' | 'caller_id' = 'normal',
): Promise<number> {
  count += 1;
  const number = `+1202555${String(count).padStart(4, '0')}`;
  return insertedId(
    server,
    `insert into phone_numbers (user_id, phone_number, country_code, type, provider)
     values ($1, $2, 'US', $3, 'sandbox') returning id`,
    [account.userId, number, type],
  );
}

/** A mid-call tool of the account; gives its id. */
export function insertTool(server: TestServer, account: Client): Promise<number> {
  return insertedId(
    server,
    `insert into tools (user_id, name, description, endpoint, method, timeout)
     values ($1, 'look_up', 'Looks it up.', 'https://example.com', 'GET', 10) returning id`,
    [account.userId],
  );
}

async function insertedId(server: TestServer, statement: string, values: unknown[]): Promise<number> {
  const [row] = await server.database.query<{ id: number }>(statement, values);
  if (row === undefined) throw new Error('Nothing was inserted.');
  return row.id;
}
