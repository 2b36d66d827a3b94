import type { Executor } from '../../../db/client.ts';

/** SQL condition: the call is being dialed or is connected. A scheduled call is live once it is dialed. */
export const IS_LIVE = (call: string): string => `${call}.ended_at is null and ${call}.status <> 'scheduled'`;

/** SQL condition: the person of `call` is in a live call of the account, in any direction and by any of their numbers. */
export const IN_LIVE_CALL = (call: string): string =>
  `exists (select from calls live
     where live.user_id = ${call}.user_id and ${IS_LIVE('live')} and live.client_phone_number = any(
       array(select customer_phones(${call}.user_id, ${call}.client_phone_number)) || ${call}.client_phone_number))`;

interface Person {
  userId: number;
  /** Any of the person's numbers. */
  phoneNumber: string;
}

/** First key of the advisory locks of people who are about to be called. */
const NUMBER_LOCKS = 8_271_403;

/** Locks a person until the transaction ends, so that only one of concurrent calls to them begins. */
export async function lockPerson(transaction: Executor, { userId, phoneNumber }: Person): Promise<void> {
  await transaction.query(
    `select pg_advisory_xact_lock($1, hashtext($2::bigint || ' ' || customer_key($2, $3)))`,
    [NUMBER_LOCKS, userId, phoneNumber],
  );
}

/**
 * The oldest live call with a person, in any direction and by any of their numbers; null without any. Lock the person
 * first.
 * @param requestKey ignores the call of this idempotency key
 */
export async function findLiveCall(
  transaction: Executor,
  { userId, phoneNumber }: Person,
  requestKey: string | null,
): Promise<number | null> {
  const [live] = await transaction.query<{ id: number }>(
    `select id from calls
     where user_id = $1 and client_phone_number = any(array(select customer_phones($1, $2)) || $2::text)
       and ${IS_LIVE('calls')} and ($3::text is null or request_key is distinct from $3)
     order by id limit 1`,
    [userId, phoneNumber, requestKey],
  );
  return live?.id ?? null;
}
