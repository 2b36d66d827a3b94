import type { NamedRequest } from '../../../core/named-request.ts';
import type { Executor } from '../../../db/client.ts';
import type { DeliveryState } from '../../../providers/interfaces/messaging-carrier.ts';

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
       process_id, request_key, request_hash)
     values ($1, $2, 'outbound', $3, $4, $5, $6, 'queued', $7, $8, $9)
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
    ],
  );
  return row?.id ?? null;
}

export interface EarlierSms {
  id: number;
  is_under_way: boolean;
  /** The process that owned the message died before the submission was settled. */
  is_abandoned: boolean;
  is_unsure: boolean;
  provider_message_id: string | null;
  error: string | null;
  request_hash: string | null;
}

/** Idempotency keys expire after 24 hours; a later request with the key is new. */
async function forgetOldKey(database: Executor, userId: number, requestKey: string): Promise<void> {
  await database.query(
    `update sms_messages set request_key = null
     where user_id = $1 and request_key = $2 and created_at < clock_timestamp() - interval '24 hours'`,
    [userId, requestKey],
  );
}

export async function findEarlier(
  database: Executor,
  userId: number,
  requestKey: string,
): Promise<EarlierSms | null> {
  const [row] = await database.query<EarlierSms & { is_old: boolean }>(
    `select id, is_unsure, provider_message_id, error, request_hash,
       created_at < clock_timestamp() - interval '24 hours' as is_old, process_id is not null as is_under_way,
       process_id is not null and not is_process_alive(process_id) as is_abandoned
     from sms_messages where user_id = $1 and request_key = $2`,
    [userId, requestKey],
  );
  if (row?.is_old !== true) return row ?? null;
  await forgetOldKey(database, userId, requestKey);
  return null;
}

/** Stores the carrier's acceptance, keeping a state that a faster report has set. @returns false if already settled */
export async function storeAccepted(
  database: Executor,
  about: { id: number; processId: string; providerMessageId: string; state: DeliveryState },
): Promise<boolean> {
  const rows = await database.query<{ id: number }>(
    `update sms_messages set process_id = null, provider_message_id = $3,
       state = case when state = 'queued' then $4 else state end, updated_at = clock_timestamp()
     where id = $1 and process_id = $2 returning id`,
    [about.id, about.processId, about.providerMessageId, about.state],
  );
  return rows.length > 0;
}

export interface Failure {
  errorCode: string | null;
  error: string;
  /** True if the carrier may have accepted the message nevertheless. */
  isUnknown: boolean;
  /** True if the same idempotency key may send again. */
  freesRequest: boolean;
}

/**
 * Stores a failed submission, unless a report has already shown that the carrier has the message.
 * @returns whether the message is now `failed`
 */
export async function storeFailed(
  transaction: Executor,
  about: Failure & { id: number; processId: string },
): Promise<boolean> {
  const [row] = await transaction.query<{ was_queued: boolean }>(
    `with held as (select id, state from sms_messages where id = $1 and process_id = $2 for update)
     update sms_messages message set process_id = null,
       state = case when held.state = 'queued' then 'failed' else held.state end,
       is_unsure = held.state = 'queued' and $3,
       error_code = case when held.state = 'queued' then $4 else error_code end,
       error = case when held.state = 'queued' then $5 else error end,
       request_key = case when held.state = 'queued' and $6 then null else request_key end,
       updated_at = clock_timestamp()
     from held where message.id = held.id returning held.state = 'queued' as was_queued`,
    [about.id, about.processId, about.isUnknown, about.errorCode, about.error, about.freesRequest],
  );
  return row?.was_queued ?? false;
}

/** Submissions of dead processes, and those running longer than any carrier timeout. */
export function findAbandoned(
  database: Executor,
): Promise<{ id: number; user_id: number; process_id: string }[]> {
  return database.query(
    `select id, user_id, process_id from sms_messages
     where process_id is not null
       and (created_at < clock_timestamp() - interval '10 minutes' or not is_process_alive(process_id))
     order by id limit 1000`,
  );
}
