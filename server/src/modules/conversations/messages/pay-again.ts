import type { Database } from '../../../db/client.ts';
import { lockBalance } from '../../accounts/balance/charge.ts';

/**
 * Charges a refunded message again when its turn is reopened; does nothing if it is already paid.
 * @returns false if the balance is insufficient
 */
export function payAgain(
  database: Database,
  about: {
    userId: number;
    conversationId: number;
    messageId: number;
    price: { kind: string; micros: number };
  },
): Promise<boolean> {
  const { userId, conversationId, messageId, price } = about;
  return database.transaction(async (transaction) => {
    await lockBalance(transaction, userId);
    const [row] = await transaction.query<{ is_paid: boolean }>(
      `with owed as (
         select where coalesce((select sum(amount_micros) from charges where user_id = $1 and message_id = $3), 0) = 0),
       paid as (
         update users set balance_micros = balance_micros - $4
         where id = $1 and balance_micros >= $4 and exists (select from owed) returning id),
       spent as (
         insert into visitor_spend (user_id, assistant_id, day, spent_micros)
         select $1, assistant_id, (clock_timestamp() at time zone 'UTC')::date, $4 from conversations
         where id = $2 and type in ('widget', 'test') and not opened_by_account and exists (select from paid)
         on conflict (assistant_id, day) do update set spent_micros = visitor_spend.spent_micros + excluded.spent_micros),
       counted as (
         update conversations set cost_micros = cost_micros + $4
         where user_id = $1 and id = $2 and exists (select from paid)),
       booked as (
         insert into charges (user_id, conversation_id, message_id, kind, amount_micros)
         select id, $2, $3, $5, $4 from paid)
       select exists (select from paid) or not exists (select from owed) as is_paid`,
      [userId, conversationId, messageId, price.micros, price.kind],
    );
    return row?.is_paid ?? false;
  });
}
