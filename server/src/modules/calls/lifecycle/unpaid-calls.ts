import type { Executor } from '../../../db/client.ts';
import { IS_LIVE } from './live-calls.ts';

/** More than an account can have: if the balance covers this many calls, unpaid ones need not be counted. */
export const RICH_CALLS = 5000;
/** Margin for calls that concurrent transactions store between the balance check and the insert. */
export const SPARE_CALLS = 500;

/** SQL condition: live calls whose first minute is not charged yet. */
export const IS_UNPAID = `${IS_LIVE('calls')} and answered_at is null`;

/** Counts the live calls whose first minute is not charged yet, by account. */
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
