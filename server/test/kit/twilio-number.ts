import type { Executor } from '../../src/db/client.ts';

/** Inserts a number that the account bought at Twilio; returns its id. */
export async function insertTwilioNumber(
  database: Executor,
  userId: number,
  phoneNumber: string,
): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `insert into phone_numbers (user_id, phone_number, country_code, type, sms_capable, region,
       has_active_subscription, provider, provider_reference)
     values ($1::bigint, $2, 'RO', 'normal', true, 'Romania', true, 'twilio', 'PN' || $1::bigint) returning id`,
    [userId, phoneNumber],
  );
  if (row === undefined) throw new Error('The number was not stored.');
  return row.id;
}
