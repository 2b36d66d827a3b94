import type { Executor } from '../../../db/client.ts';

/** No account has this many ringing calls: with a balance for them no count is needed. */
export const RICH_CALLS = 5000;
/** Margin for calls that others begin between the balance check and the insert. */
export const SPARE_CALLS = 500;

/** SQL condition: live calls whose first minute is not charged yet. */
export const IS_UNPAID = 'ended_at is null and answered_at is null';

/** By account, the number of live calls whose first minute is not charged yet. */
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
