import type { ChargeKind } from '#contract/billing.ts';
import type { Executor } from '../../../db/client.ts';

/*
 * The ledger. Amounts above zero were taken from the account, amounts below zero were given to it, so a balance is
 * the sum of its rows with the sign turned. Whoever changes a balance writes the row in the same statement.
 * A reference names one thing that is paid for: it is charged once per kind and given back once, as a whole.
 */

export interface Charge {
  userId: number;
  /** A name of the price table, for example `sms_message`. */
  kind: ChargeKind;
  /** Whole millionths of a dollar; 0 charges nothing and leaves no row. */
  amountMicros: number;
  /** What is paid for, for example `sms:12`. */
  reference: string;
  /** Why, for the account's owner. */
  note: string;
  /** Where the cost is counted as well; null: nowhere. */
  conversationId: number | null;
  callId?: number | null;
}

/**
 * - `charged`: it is paid for now
 * - `repeated`: this reference was paid for before
 * - `refunded`: this reference was paid for and given back; it is over, what comes now needs a name of its own
 * - `unpaid`: the balance does not cover it; nothing was taken
 */
export type ChargeOutcome = 'charged' | 'repeated' | 'refunded' | 'unpaid';

/**
 * Takes money from the account, or nothing where the balance does not cover it; the balance never falls below zero.
 * Run it in a transaction with what is paid for, before any statement that locks a conversation or a call.
 */
export async function charge(transaction: Executor, about: Charge): Promise<ChargeOutcome> {
  const { userId, kind, amountMicros, reference, note, conversationId, callId = null } = about;
  if (!Number.isSafeInteger(amountMicros) || amountMicros < 0) {
    throw new RangeError(`A charge is a whole number of micros, zero or more, not ${amountMicros}.`);
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
       update calls set cost_micros = cost_micros + $3
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
 * Gives back, once, what the reference has cost; nothing where it has cost nothing. Run it in a transaction, before
 * any statement that locks a conversation or a call.
 * @returns what was given back now, in millionths of a dollar
 */
export async function refund(
  transaction: Executor,
  about: { userId: number; reference: string; note: string },
): Promise<number> {
  await lockBalance(transaction, about.userId);
  // A reference is given back once, so all its rows belong to one conversation or to none.
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
       update calls set cost_micros = cost_micros - owed.micros from owed
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
 * Whoever else changes this balance waits here, so that the next statement sees what they wrote. Rows that point to
 * the account may be written meanwhile: a stronger lock would deadlock with those who write one before they pay.
 */
export async function lockBalance(transaction: Executor, userId: number): Promise<void> {
  await transaction.query('select from users where id = $1 for no key update', [userId]);
}
