import type { Executor } from '../../../db/client.ts';

export interface Charge {
  userId: number;
  /** A name of the price table, for example `sms_message`. */
  kind: string;
  /** Millionths of a dollar; 0 charges nothing and leaves no row. */
  amountMicros: number;
  /** What is paid for, for example `sms:12`: each reference is charged once per kind. */
  reference: string;
  /** Why, for the account's owner. */
  note: string;
  /** Where the cost is counted as well; null: nowhere. */
  conversationId: number | null;
}

/**
 * Takes money from the account, or nothing where the balance does not cover it; the balance never falls below zero.
 * Run it in a transaction with what is paid for, before any statement that locks a conversation.
 * @returns `unpaid`: nothing was taken; `repeated`: this reference is paid already
 */
export async function charge(
  transaction: Executor,
  about: Charge,
): Promise<'charged' | 'unpaid' | 'repeated'> {
  const { userId, kind, amountMicros, reference, note, conversationId } = about;
  if (amountMicros === 0) return 'charged';
  // Whoever else charges this account waits here, so that the next statement sees what they wrote.
  const [user] = await transaction.query<{ balance_micros: number }>(
    'select balance_micros from users where id = $1 for update',
    [userId],
  );
  const paid = await transaction.query<{ id: number }>(
    'select id from charges where user_id = $1 and reference = $2 and kind = $3',
    [userId, reference, kind],
  );
  if (paid.length > 0) return 'repeated';
  if (user === undefined || user.balance_micros < amountMicros) return 'unpaid';
  await book(transaction, { userId, kind, amountMicros, reference, note, conversationId });
  return 'charged';
}

/** Gives back, once, what the reference has cost; nothing where it has cost nothing. Run it in a transaction. */
export async function refund(
  transaction: Executor,
  about: { userId: number; reference: string; note: string },
): Promise<void> {
  const { userId, reference, note } = about;
  await transaction.query('select from users where id = $1 for update', [userId]);
  const [owed] = await transaction.query<{ micros: number; conversation_id: number | null }>(
    `select sum(amount_micros)::bigint as micros, min(conversation_id) as conversation_id from charges
     where user_id = $1 and reference = $2 having sum(amount_micros) > 0`,
    [userId, reference],
  );
  if (owed === undefined) return;
  await book(transaction, {
    ...{ userId, kind: 'refund', amountMicros: -owed.micros, reference, note },
    conversationId: owed.conversation_id,
  });
}

async function book(transaction: Executor, about: Charge): Promise<void> {
  await transaction.query(
    `with paid as (update users set balance_micros = balance_micros - $3 where id = $1 returning id),
     counted as (
       update conversations set cost_micros = cost_micros + $3
       where user_id = $1 and id = $6 and exists (select from paid))
     insert into charges (user_id, kind, amount_micros, reference, note, conversation_id)
     select id, $2, $3, $4, $5, $6 from paid`,
    [about.userId, about.kind, about.amountMicros, about.reference, about.note, about.conversationId],
  );
}
