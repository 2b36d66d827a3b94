import type { ChargeKind } from '#contract/billing.ts';
import type { Executor } from '../../../db/client.ts';

/*
 * The ledger. Positive amounts were charged, negative ones credited, so a balance is the negated sum of the account's
 * rows. Every balance change writes its row in the same statement. A reference identifies what is paid for: it is
 * charged once per kind and refunded once, as a whole.
 */

export interface Charge {
  userId: number;
  /** A price name, for example `sms_message`. */
  kind: ChargeKind;
  /** Whole millionths of a dollar; 0 writes no row. */
  amountMicros: number;
  /** What is paid for, for example `sms:12`. */
  reference: string;
  /** Explanation for the account's owner. */
  note: string;
  /** Conversation whose cost includes the charge; null if the charge belongs to no conversation. */
  conversationId: number | null;
  callId?: number | null;
}

/**
 * - `charged`: charged now
 * - `repeated`: already charged
 * - `refunded`: charged and refunded; a new charge needs a new reference
 * - `unpaid`: insufficient balance; nothing was taken
 */
export type ChargeOutcome = 'charged' | 'repeated' | 'refunded' | 'unpaid';

/**
 * Charges the account, or does nothing when the balance is insufficient; it never falls below zero.
 * Call it in the transaction that stores what is paid for, before any statement that locks a conversation or call.
 */
export async function charge(transaction: Executor, about: Charge): Promise<ChargeOutcome> {
  const { userId, kind, amountMicros, reference, note, conversationId, callId = null } = about;
  if (!Number.isSafeInteger(amountMicros) || amountMicros < 0) {
    throw new RangeError(`A charge must be a non-negative whole number of micros, not ${amountMicros}.`);
  }
  if (amountMicros === 0) return 'charged';
  await lockBalance(transaction, userId);
  const [row] = await transaction.query<{ outcome: ChargeOutcome }>(
    `with earlier as (select kind from charges where user_id = $1 and reference = $4),
     paid as (
       update users set balance_micros = balance_micros - $3
       where id = $1 and balance_micros >= $3
         and not exists (select from earlier where kind in ($2, 'refund'))
       returning id),
     counted as (
       update conversations set cost_micros = cost_micros + $3
       where user_id = $1 and id = $6 and exists (select from paid) returning id),
     counted_call as (
       update calls set cost_micros = cost_micros + $3, updated_at = clock_timestamp()
       where user_id = $1 and id = $7 and exists (select from paid) returning id, campaign_id),
     booked as (
       insert into charges (user_id, kind, amount_micros, reference, note, conversation_id, call_id, campaign_id)
       select id, $2, $3, $4, $5, (select id from counted), (select id from counted_call),
         (select campaign_id from counted_call) from paid)
     select case
       when exists (select from paid) then 'charged'
       when exists (select from earlier where kind = 'refund') then 'refunded'
       when exists (select from earlier where kind = $2) then 'repeated'
       else 'unpaid' end as outcome`,
    [userId, kind, amountMicros, reference, note, conversationId, callId],
  );
  return row?.outcome ?? 'unpaid';
}

/**
 * Refunds a reference once; does nothing if it was not charged. Call it in a transaction, before
 * any statement that locks a conversation or call.
 * @returns refunded amount, in millionths of a dollar
 */
export async function refund(
  transaction: Executor,
  about: { userId: number; reference: string; note: string },
): Promise<number> {
  await lockBalance(transaction, about.userId);
  // A reference is refunded once, so all its rows belong to one conversation or to none.
  const [row] = await transaction.query<{ micros: number }>(
    `with owed as (
       select sum(amount_micros)::bigint as micros, min(conversation_id) as conversation_id, min(call_id) as call_id,
         min(campaign_id) as campaign_id
       from charges
       where user_id = $1 and reference = $2 having sum(amount_micros) > 0),
     paid_back as (
       update users set balance_micros = balance_micros + owed.micros from owed where id = $1 returning id),
     counted as (
       update conversations set cost_micros = cost_micros - owed.micros from owed
       where user_id = $1 and id = owed.conversation_id),
     counted_call as (
       update calls set cost_micros = cost_micros - owed.micros, updated_at = clock_timestamp() from owed
       where user_id = $1 and calls.id = owed.call_id),
     booked as (
       insert into charges (user_id, kind, amount_micros, reference, note, conversation_id, call_id, campaign_id)
       select $1, 'refund', -micros, $2, $3, conversation_id, call_id, campaign_id from owed where exists (select from paid_back))
     select micros from owed`,
    [about.userId, about.reference, about.note],
  );
  return row?.micros ?? 0;
}

/**
 * Locks the balance, so that the next statement sees earlier changes. Rows referencing
 * the account can still be inserted: a stronger lock would deadlock with transactions that insert one before they charge.
 */
export async function lockBalance(transaction: Executor, userId: number): Promise<void> {
  await transaction.query('select from users where id = $1 for no key update', [userId]);
}
