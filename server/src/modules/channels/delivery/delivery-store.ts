import type { Executor } from '../../../db/client.ts';
import type { DeliveryState } from '../../../providers/interfaces/messaging-carrier.ts';
import type { Standing } from './transition.ts';

export interface MessageStanding extends Standing {
  id: number;
  user_id: number;
  conversation_id: number;
  provider_message_id: string | null;
}

const STANDING = `id, user_id, conversation_id, provider_message_id, state, is_unsure as "isUnsure"`;

/** The message that a report is about: by the carrier's name for it, else by ours. */
export async function findReported(
  database: Executor,
  about: { senderId: number; messageId: number | null; providerMessageId: string },
): Promise<MessageStanding | null> {
  const [row] = await database.query<MessageStanding>(
    `select ${STANDING} from channel_messages
     where sender_id = $1 and (provider_message_id = $3 or (id = $2 and provider_message_id is null))
     order by provider_message_id nulls last limit 1`,
    [about.senderId, about.messageId, about.providerMessageId],
  );
  return row ?? null;
}

export interface Outcome {
  state: DeliveryState;
  errorCode: string | null;
  error: string | null;
}

/**
 * The usual report in one statement: moves the message on from one of these states; false: it is not in them.
 * Our name counts only where no message has the carrier's: one report is about one message.
 */
export async function moveOnFrom(
  database: Executor,
  states: readonly DeliveryState[],
  to: Outcome & { senderId: number; messageId: number | null; providerMessageId: string },
): Promise<boolean> {
  const rows = await database.query<{ id: number }>(
    `update channel_messages set state = $4, error_code = $5, error = $6, provider_message_id = $3,
       updated_at = clock_timestamp()
     where sender_id = $1
       and (provider_message_id = $3
         or (id = $2 and provider_message_id is null
           and not exists (select from channel_messages named
             where named.sender_id = $1 and named.provider_message_id = $3)))
       and not is_unsure and state = any($7) returning id`,
    [to.senderId, to.messageId, to.providerMessageId, to.state, to.errorCode, to.error, states],
  );
  return rows.length > 0;
}

/** Moves a message on if it still stands where it was read; false: it does not. */
export async function moveOn(
  database: Executor,
  from: MessageStanding,
  to: Outcome & { providerMessageId: string },
): Promise<boolean> {
  const rows = await database.query<{ id: number }>(
    `update channel_messages set state = $4, is_unsure = false, error_code = $5, error = $6,
       provider_message_id = coalesce(provider_message_id, $7), updated_at = clock_timestamp()
     where id = $1 and state = $2 and is_unsure = $3 returning id`,
    [from.id, from.state, from.isUnsure, to.state, to.errorCode, to.error, to.providerMessageId],
  );
  return rows.length > 0;
}

/** The carrier has taken it. A report may have been faster: what it said stays. Null: somebody else has settled it. */
export async function storeAccepted(
  database: Executor,
  about: { id: number; processId: string; providerMessageId: string; state: DeliveryState },
): Promise<DeliveryState | null> {
  const [row] = await database.query<{ state: DeliveryState }>(
    `update channel_messages set process_id = null, provider_message_id = $3,
       state = case when state = 'queued' then $4 else state end, updated_at = clock_timestamp()
     where id = $1 and process_id = $2 returning state`,
    [about.id, about.processId, about.providerMessageId, about.state],
  );
  return row?.state ?? null;
}

/**
 * Ends a hand-over that did not succeed, unless a report has shown meanwhile that the carrier has the message.
 * @param about `processId`: whose hand-over it was; `freesRequest`: the same request may send anew
 * @returns whether the message is `failed` by this
 */
export async function storeFailed(
  transaction: Executor,
  about: {
    id: number;
    processId: string;
    isUnsure: boolean;
    errorCode: string | null;
    error: string;
    freesRequest: boolean;
  },
): Promise<boolean> {
  const [row] = await transaction.query<{ was_queued: boolean }>(
    `with held as (select id, state from channel_messages where id = $1 and process_id = $2 for no key update)
     update channel_messages message set process_id = null,
       state = case when held.state = 'queued' then 'failed' else held.state end,
       is_unsure = held.state = 'queued' and $3,
       error_code = case when held.state = 'queued' then $4 else error_code end,
       error = case when held.state = 'queued' then $5 else error end,
       request_key = case when held.state = 'queued' and $6 then null else request_key end,
       updated_at = clock_timestamp()
     from held where message.id = held.id returning held.state = 'queued' as was_queued`,
    [about.id, about.processId, about.isUnsure, about.errorCode, about.error, about.freesRequest],
  );
  return row?.was_queued ?? false;
}

/** Hand-overs whose process is dead, or that have taken far longer than any carrier is waited for. */
export function findAbandoned(
  database: Executor,
): Promise<{ id: number; user_id: number; process_id: string }[]> {
  return database.query(
    `select id, user_id, process_id from channel_messages
     where process_id is not null
       and (created_at < clock_timestamp() - interval '10 minutes' or not is_process_alive(process_id))
     order by id limit 1000`,
  );
}

/** A report on a message whose carrier id is not stored yet. */
export async function keepEarlyReport(
  database: Executor,
  about: Outcome & { userId: number; senderId: number; providerMessageId: string },
): Promise<void> {
  await database.query(
    `insert into early_reports (user_id, sender_id, provider_message_id, state, error_code, error)
     values ($1, $2, $3, $4, $5, $6)`,
    [about.userId, about.senderId, about.providerMessageId, about.state, about.errorCode, about.error],
  );
}

export interface EarlyReport {
  id: number;
  user_id: number;
  sender_id: number;
  provider: string;
  provider_message_id: string;
  state: DeliveryState;
  error_code: string | null;
  error: string | null;
}

/** Early reports whose message is known by now. */
export function findMatchedReports(database: Executor): Promise<EarlyReport[]> {
  return database.query(
    `select report.id, report.user_id, report.sender_id, senders.provider, report.provider_message_id, report.state,
       report.error_code, report.error
     from early_reports report join senders on senders.id = report.sender_id
     where exists (select from channel_messages message where message.sender_id = report.sender_id
       and message.provider_message_id = report.provider_message_id)
     order by report.id limit 1000`,
  );
}

/** Those that are done with, and those that nobody has claimed for a day. */
export async function dropEarlyReports(database: Executor, ids: readonly number[]): Promise<void> {
  await database.query(
    `delete from early_reports where id = any($1) or created_at < clock_timestamp() - interval '1 day'`,
    [ids],
  );
}
