import type { ChargeKind } from '#contract/billing.ts';
import type { Executor } from '../../../db/client.ts';

/** One of several charges of the same kind and amount; see `Charge`. */
export interface SameCharge {
  userId: number;
  reference: string;
  note: string;
  callId: number;
}

/** `lockBalance` for several accounts, in order of id. */
export async function lockBalances(transaction: Executor, userIds: readonly number[]): Promise<void> {
  await transaction.query('select from users where id = any($1) order by id for no key update', [userIds]);
}

/**
 * Charges the same amount for several references in one statement. If a balance does not cover all of them, the first
 * ones are charged. Call `lockBalances` first. Each reference is charged once.
 * @returns references charged now; the others were not covered or were charged earlier
 */
export async function chargeTogether(
  transaction: Executor,
  about: { kind: ChargeKind; amountMicros: number; charges: readonly SameCharge[] },
): Promise<Set<string>> {
  const { kind, amountMicros, charges } = about;
  if (!Number.isSafeInteger(amountMicros) || amountMicros < 0) {
    throw new RangeError(`A charge must be a non-negative whole number of micros, not ${amountMicros}.`);
  }
  if (amountMicros === 0) return new Set(charges.map(({ reference }) => reference));
  const rows = await transaction.query<{ reference: string }>(
    `with asked as (
       select charge.*, row_number() over (partition by "userId" order by position) as rank
       from rows from (json_to_recordset($3) as ("userId" bigint, reference text, note text, "callId" bigint))
         with ordinality as charge ("userId", reference, note, "callId", position)
       where not exists (select from charges
         where user_id = charge."userId" and reference = charge.reference and kind in ($1, 'refund'))),
     covered as (
       select asked.* from asked join users on users.id = asked."userId" where balance_micros >= $2::bigint * rank),
     paid as (
       update users set balance_micros = balance_micros - $2::bigint * sums.count
       from (select "userId", count(*) as count from covered group by "userId") as sums
       where users.id = sums."userId"),
     counted as (
       update calls set cost_micros = cost_micros + $2::bigint * sums.count, updated_at = clock_timestamp()
       from (select "userId", "callId", count(*) as count from covered group by "userId", "callId") as sums
       where calls.user_id = sums."userId" and calls.id = sums."callId"
       returning calls.id, calls.campaign_id),
     booked as (
       insert into charges (user_id, kind, amount_micros, reference, note, call_id, campaign_id)
       select "userId", $1, $2, reference, note, "callId", campaign_id
       from covered left join counted on counted.id = covered."callId")
     select reference from covered`,
    [kind, amountMicros, JSON.stringify(charges)],
  );
  return new Set(rows.map(({ reference }) => reference));
}
