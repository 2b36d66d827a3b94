import type { Executor } from '../../../db/client.ts';

export interface IncomingSms {
  userId: number;
  phoneNumberId: number;
  provider: string;
  providerMessageId: string;
  /** E.164 of the customer. */
  from: string;
  /** E.164 of the account's number. */
  to: string;
  body: string;
}

/** Null: the carrier has reported it before. */
export async function insertIncoming(transaction: Executor, sms: IncomingSms): Promise<number | null> {
  const [row] = await transaction.query<{ id: number }>(
    `insert into sms_messages (user_id, phone_number_id, direction, provider, provider_message_id, from_number,
       to_number, body, state)
     values ($1, $2, 'inbound', $3, $4, $5, $6, $7, 'received')
     on conflict (provider, provider_message_id, user_id) where provider_message_id is not null do nothing
     returning id`,
    [sms.userId, sms.phoneNumberId, sms.provider, sms.providerMessageId, sms.from, sms.to, sms.body],
  );
  return row?.id ?? null;
}

export async function setOptOut(
  transaction: Executor,
  about: { userId: number; number: string; customerPhone: string; isOut: boolean },
): Promise<void> {
  const values = [about.userId, about.number, about.customerPhone];
  await transaction.query(
    about.isOut
      ? 'insert into sms_opt_outs (user_id, number, customer_phone) values ($1, $2, $3) on conflict do nothing'
      : 'delete from sms_opt_outs where user_id = $1 and number = $2 and customer_phone = $3',
    values,
  );
}
