import type { Client } from './test-server.ts';

let count = 0;

/** A phone number of the account, as if it had been bought; gives its id. */
export function insertNumber(
  account: Client,
  type: 'normal' | 'sip' | 'caller_id' = 'normal',
): Promise<number> {
  count += 1;
  const phone_number = `+1202555${String(count).padStart(4, '0')}`;
  return createdId(account, '/sandbox/phone-numbers', { phone_number, type });
}

/** An SMS that a customer has written to a number of the account; gives its id. */
export async function insertSms(account: Client): Promise<number> {
  const to = await insertNumber(account);
  return createdId(account, '/sandbox/sms', { to, from: '+40721234567', body: 'Hello' });
}

/** A mid-call tool of the account whose endpoint nobody serves; gives its id. */
export function insertTool(account: Client): Promise<number> {
  const endpoint = 'http://127.0.0.1:9/{order_id}';
  const schema = [{ name: 'order_id', type: 'string', description: 'Order number' }];
  const tool = { name: 'look_up', description: 'Looks it up.', endpoint, method: 'GET', schema };
  return createdId(account, '/user/tools', tool);
}

/** An extension on a PBX of the account; gives its id. */
export function insertTrunk(account: Client): Promise<number> {
  count += 1;
  return createdId(account, '/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'extension',
    phone_number: String(1000 + count),
    country_code: 'RO',
    sip_address: 'pbx.example.com',
    sip_username: 'alice',
    sip_password: 'secret',
  });
}

async function createdId(account: Client, path: string, body: object): Promise<number> {
  const created = await account.post(path, body);
  if (created.status !== 201) throw new Error(`${path} refused: ${created.text}`);
  return created.body.data.id;
}
