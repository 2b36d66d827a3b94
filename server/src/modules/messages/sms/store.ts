import type { SmsView } from '#contract/sms.ts';
import { smsSegments } from '#contract/sms-segments.ts';
import type { NamedRequest } from '../../../core/named-request.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { ConsentChange } from '../../../providers/interfaces/messaging-carrier.ts';

export const SMS_JSON = jsonObject<SmsView>({
  id: 'sms_messages.id',
  direction: 'direction',
  phone_number_id: 'phone_number_id',
  from: 'from_number',
  to: 'to_number',
  body: 'body',
  status: 'state',
  message_sid: 'provider_message_id',
  error_code: 'error_code',
  error: 'error',
  cost: `(select coalesce(sum(amount_micros), 0) / 1000000.0::float8 from charges
    where charges.user_id = sms_messages.user_id
      and reference in ('sms:' || sms_messages.id, 'sms:' || sms_messages.id || ':late'))`,
  segments: 'segments',
  created_at: 'iso_timestamp(created_at)',
  updated_at: 'iso_timestamp(updated_at)',
});

export async function findSms(database: Executor, userId: number, id: number): Promise<SmsView | null> {
  const [row] = await database.query<{ sms: SmsView }>(
    `select ${SMS_JSON} as sms from sms_messages where user_id = $1 and id = $2`,
    [userId, id],
  );
  return row?.sms ?? null;
}

export interface NewSms {
  userId: number;
  phoneNumberId: number;
  provider: string;
  /** E.164 */
  from: string;
  /** E.164 */
  to: string;
  body: string;
  processId: string;
  /** Lets a repeated request find its message; null without an idempotency key. */
  named: NamedRequest | null;
}

/** Stores a message as `queued`, owned by this process. @returns null if an earlier attempt of the request stored it */
export async function insertOutgoing(transaction: Executor, sms: NewSms): Promise<number | null> {
  const [row] = await transaction.query<{ id: number }>(
    `insert into sms_messages (user_id, phone_number_id, direction, provider, from_number, to_number, body, state,
       process_id, request_key, request_hash, segments)
     values ($1, $2, 'outbound', $3, $4, $5, $6, 'queued', $7, $8, $9, $10)
     on conflict (user_id, request_key) where request_key is not null do nothing returning id`,
    [
      sms.userId,
      sms.phoneNumberId,
      sms.provider,
      sms.from,
      sms.to,
      sms.body,
      sms.processId,
      sms.named?.key ?? null,
      sms.named?.hash ?? null,
      smsSegments(sms.body),
    ],
  );
  return row?.id ?? null;
}

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
