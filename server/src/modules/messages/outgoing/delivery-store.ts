import type { Executor } from '../../../db/client.ts';
import type { DeliveryState } from '../../../providers/interfaces/messaging-carrier.ts';
import type { DeliveryStatus } from './transition.ts';

export interface StoredStatus extends DeliveryStatus {
  id: number;
  user_id: number;
  conversation_id: number;
  provider_message_id: string | null;
}

const STATUS_COLUMNS = `id, user_id, conversation_id, provider_message_id, state, is_unsure as "isUnknown"`;

/** Finds the message of a report by the carrier's id, else by our reference. */
export async function findReported(
  database: Executor,
  about: { senderId: number; messageId: number | null; providerMessageId: string },
): Promise<StoredStatus | null> {
  const [row] = await database.query<StoredStatus>(
    `select ${STATUS_COLUMNS} from channel_messages
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
 * Fast path for reports, in one statement. Our reference is used only if no message has the carrier's id, so one report
 * changes at most one message.
 * @returns false if the message is in none of the given states
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

/** Updates a message if its state is unchanged since it was read. @returns false if it has changed */
export async function moveOn(
  database: Executor,
  from: StoredStatus,
  to: Outcome & { providerMessageId: string },
): Promise<boolean> {
  const rows = await database.query<{ id: number }>(
    `update channel_messages set state = $4, is_unsure = false, error_code = $5, error = $6,
       provider_message_id = coalesce(provider_message_id, $7), updated_at = clock_timestamp()
     where id = $1 and state = $2 and is_unsure = $3 returning id`,
    [from.id, from.state, from.isUnknown, to.state, to.errorCode, to.error, to.providerMessageId],
  );
  return rows.length > 0;
}

/** Stores the carrier's acceptance, keeping a state that a faster report has set. @returns null if already settled */
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
 * Stores a failed submission, unless a report has already shown that the carrier has the message.
 * @param about `processId`: the submitting process; `freesRequest`: the same idempotency key may send again
 * @returns whether the message is now `failed`
 */
export async function storeFailed(
  transaction: Executor,
  about: {
    id: number;
    processId: string;
    isUnknown: boolean;
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
    [about.id, about.processId, about.isUnknown, about.errorCode, about.error, about.freesRequest],
  );
  return row?.was_queued ?? false;
}

/** Submissions of dead processes, and those running longer than any carrier timeout. */
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

/** Early reports whose message is now known. */
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

/** Deletes applied reports and those unmatched for a day. */
export async function dropEarlyReports(database: Executor, ids: readonly number[]): Promise<void> {
  await database.query(
    `delete from early_reports where id = any($1) or created_at < clock_timestamp() - interval '1 day'`,
    [ids],
  );
}
