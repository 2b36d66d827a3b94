import type { Executor } from '../../../db/client.ts';

/**
 * Refunds, once, all minutes of these calls. Call `lockBalances` of their accounts first.
 * @param reason a sentence for the account's owner
 */
export async function refundCalls(
  transaction: Executor,
  { callIds, reason }: { callIds: readonly number[]; reason: string },
): Promise<void> {
  await transaction.query(
    `with owed as (
       select user_id, reference, call_id, min(campaign_id) as campaign_id, sum(amount_micros)::bigint as micros
       from charges
       where call_id = any($1) and kind in ('call_minute', 'refund')
       group by user_id, reference, call_id having sum(amount_micros) > 0),
     paid_back as (
       update users set balance_micros = balance_micros + sums.micros
       from (select user_id, sum(micros)::bigint as micros from owed group by user_id) as sums
       where users.id = sums.user_id),
     counted as (
       update calls set cost_micros = cost_micros - sums.micros, updated_at = clock_timestamp()
       from (select call_id, sum(micros)::bigint as micros from owed group by call_id) as sums
       where calls.id = sums.call_id)
     insert into charges (user_id, kind, amount_micros, reference, note, call_id, campaign_id)
     select user_id, 'refund', -micros, reference, 'Call ' || call_id || ' was refunded. ' || $2, call_id, campaign_id
     from owed`,
    [callIds, reason],
  );
}
