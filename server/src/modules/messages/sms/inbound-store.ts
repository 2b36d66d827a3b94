import type { Executor } from '../../../db/client.ts';
import type { ConsentChange } from '../../../providers/interfaces/messaging-carrier.ts';

export interface IncomingSms {
  userId: number;
  phoneNumberId: number;
  provider: string;
  providerMessageId: string;
  /** E.164, or the sender's name as the carrier reports it. */
  from: string;
  /** E.164 of the account's number. */
  to: string;
  body: string;
  /** The carrier's classification as STOP or START; null if neither. */
  carrierWord: ConsentChange | null;
}

/** @returns null if the SMS was received before */
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
