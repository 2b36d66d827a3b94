import type { Executor } from '../../../db/client.ts';
import type { DeliveryState } from '../../../providers/interfaces/messaging-carrier.ts';
import { claimsIn } from '../../../work/claims.ts';
import type { MessageKind } from './message-kinds.ts';

/*
 * Messages are inserted as `queued` and with the id of the process that submits them. Settling a message stores the
 * outcome of its submission and clears the process id.
 */
const TABLES = { msgapp: 'channel_messages', sms: 'sms_messages' };
/** The lease is longer than any carrier's timeout. */
const CLAIMS = claimsIn({ lease: { since: 'created_at', seconds: 600, startsWithClaim: false } });

/** Stores the carrier's acceptance, keeping a state that a faster report has set. @returns null if already settled */
export async function storeAccepted(
  database: Executor,
  kind: MessageKind,
  about: { id: number; processId: string; providerMessageId: string; state: DeliveryState },
): Promise<DeliveryState | null> {
  const [row] = await database.query<{ state: DeliveryState }>(
    `update ${TABLES[kind]} set ${CLAIMS.release}, provider_message_id = $3,
       state = case when state = 'queued' then $4 else state end, updated_at = clock_timestamp()
     where id = $1 and process_id = $2 returning state`,
    [about.id, about.processId, about.providerMessageId, about.state],
  );
  return row?.state ?? null;
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
 * @param about `processId`: the submitting process
 * @returns whether the message is now `failed`
 */
export async function storeFailed(
  transaction: Executor,
  kind: MessageKind,
  about: Failure & { id: number; processId: string },
): Promise<boolean> {
  const table = TABLES[kind];
  const [row] = await transaction.query<{ was_queued: boolean }>(
    `with held as (select id, state from ${table} where id = $1 and process_id = $2 for no key update)
     update ${table} message set ${CLAIMS.release},
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
  kind: MessageKind,
): Promise<{ id: number; user_id: number; process_id: string }[]> {
  return database.query(
    `select id, user_id, process_id from ${TABLES[kind]} where ${CLAIMS.isAbandoned()} order by id limit 1000`,
  );
}

/**
 * Marks the customer's message as unanswered: its answer failed, or the delivery state of the answer is unknown. A
 * failed one is not marked while the message waits for another answer or for the rest of a reply.
 */
export async function markUndelivered(
  transaction: Executor,
  { id, isUnknown }: { id: number; isUnknown: boolean },
): Promise<void> {
  await transaction.query(
    `update received_messages set unanswered_reason = 'NOT_DELIVERED'
     where message_id = (
       select first.reply_to from channel_messages join messages part on part.id = channel_messages.message_id
         join messages first on first.id = coalesce(part.part_of, part.id)
       where channel_messages.id = $1)
       and ($2 or not exists (
         select from pending_answers waiting where waiting.message_id = received_messages.message_id))`,
    [id, isUnknown],
  );
}

/** The message stored by an earlier attempt of the same request. */
export interface EarlierMessage {
  id: number;
  /** A process owns it. */
  is_under_way: boolean;
  /** Its process died, or took too long, before the submission was settled. */
  is_abandoned: boolean;
  is_unsure: boolean;
  provider_message_id: string | null;
  error_code: string | null;
  error: string | null;
  request_hash: string | null;
}

export async function findEarlier(
  database: Executor,
  kind: MessageKind,
  { userId, requestKey }: { userId: number; requestKey: string },
): Promise<EarlierMessage | null> {
  const [row] = await database.query<EarlierMessage & { is_old: boolean }>(
    `select id, is_unsure, provider_message_id, error_code, error, request_hash,
       created_at < clock_timestamp() - interval '24 hours' as is_old, process_id is not null as is_under_way,
       ${CLAIMS.isAbandoned()} as is_abandoned
     from ${TABLES[kind]} where user_id = $1 and request_key = $2`,
    [userId, requestKey],
  );
  if (row?.is_old !== true) return row ?? null;
  // Idempotency keys expire after 24 hours; a later request with the key is new.
  await database.query(
    `update ${TABLES[kind]} set request_key = null
     where user_id = $1 and request_key = $2 and created_at < clock_timestamp() - interval '24 hours'`,
    [userId, requestKey],
  );
  return null;
}
