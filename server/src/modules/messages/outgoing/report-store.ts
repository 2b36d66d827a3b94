import type { Executor } from '../../../db/client.ts';
import type { DeliveryState } from '../../../providers/interfaces/messaging-carrier.ts';
import type { DeliveryStatus } from './transition.ts';

/** The sender of the messages that a carrier reports on. */
export interface ReportingSender {
  id: number;
  userId: number;
  provider: string;
}

/** The source of a report: the carrier of a sender, or an SMS carrier of the installation. */
export type Reporter = (ReportingSender & { kind: 'msgapp' }) | { kind: 'sms'; provider: string };

/** The messages that a reporter, `$1`, may report on. */
const TABLES = {
  msgapp: {
    name: 'channel_messages',
    isReported: 'sender_id = $1',
    conversation: 'conversation_id',
  },
  sms: {
    name: 'sms_messages',
    isReported: `provider = $1 and direction = 'outbound'`,
    conversation: 'null::bigint',
  },
};

function keyOf(reporter: Reporter): number | string {
  return reporter.kind === 'msgapp' ? reporter.id : reporter.provider;
}

/** A message as its carrier names it. */
export interface ReportedMessage {
  providerMessageId: string;
  /** From our reference; null if the report has none. */
  messageId: number | null;
}

export interface StoredStatus extends DeliveryStatus {
  id: number;
  user_id: number;
  /** Null for SMS. */
  conversation_id: number | null;
}

/** Finds the message of a report by the carrier's id, else by our reference. */
export async function findReported(
  database: Executor,
  reporter: Reporter,
  { messageId, providerMessageId }: ReportedMessage,
): Promise<StoredStatus | null> {
  const table = TABLES[reporter.kind];
  const [row] = await database.query<StoredStatus>(
    `select id, user_id, ${table.conversation} as conversation_id, state, is_unsure as "isUnknown"
     from ${table.name}
     where ${table.isReported} and (provider_message_id = $3 or (id = $2 and provider_message_id is null))
     order by provider_message_id nulls last limit 1`,
    [keyOf(reporter), messageId, providerMessageId],
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
  reporter: Reporter,
  { states, to }: { states: readonly DeliveryState[]; to: Outcome & ReportedMessage },
): Promise<boolean> {
  const table = TABLES[reporter.kind];
  const rows = await database.query<{ id: number }>(
    `update ${table.name} set state = $4, error_code = $5, error = $6, provider_message_id = $3,
       updated_at = clock_timestamp()
     where ${table.isReported}
       and (provider_message_id = $3
         or (id = $2 and provider_message_id is null
           and not exists (select from ${table.name} where ${table.isReported} and provider_message_id = $3)))
       and not is_unsure and state = any($7) returning id`,
    [keyOf(reporter), to.messageId, to.providerMessageId, to.state, to.errorCode, to.error, states],
  );
  return rows.length > 0;
}

/** Updates a message if its state is unchanged since it was read. @returns false if it has changed */
export async function moveOn(
  database: Executor,
  kind: Reporter['kind'],
  { from, to }: { from: StoredStatus; to: Outcome & ReportedMessage },
): Promise<boolean> {
  const table = TABLES[kind];
  const rows = await database.query<{ id: number }>(
    `update ${table.name} set state = $4, is_unsure = false, error_code = $5, error = $6,
       provider_message_id = coalesce(provider_message_id, $7), updated_at = clock_timestamp()
     where user_id = $8 and id = $1 and state = $2 and is_unsure = $3 returning id`,
    [
      from.id,
      from.state,
      from.isUnknown,
      to.state,
      to.errorCode,
      to.error,
      to.providerMessageId,
      from.user_id,
    ],
  );
  return rows.length > 0;
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
