import type { Executor } from '../../../db/client.ts';

/** Nobody has so many calls ringing at a time: whoever can pay for them need not be asked more closely. */
export const RICH_CALLS = 5000;
/** As many may be begun by others between a look at the money and the call. */
export const SPARE_CALLS = 500;

/** SQL that holds for live calls that have not paid for their first minute yet. */
export const IS_UNPAID = 'ended_at is null and answered_at is null';

/** By account, how many live calls have not paid for their first minute yet. */
export async function countUnpaid(
  transaction: Executor,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await transaction.query<{ userId: number; unpaid: number }>(
    `select user_id as "userId", count(*)::int as unpaid from calls
     where ${IS_UNPAID} and user_id = any($1) group by user_id`,
    [userIds],
  );
  return new Map(rows.map(({ userId, unpaid }) => [userId, unpaid]));
}
