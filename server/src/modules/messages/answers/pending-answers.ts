import type { Executor } from '../../../db/client.ts';
import { claimsIn } from '../../../work/claims.ts';
import { wasSaid } from '../../conversations/messages/said.ts';
import { KEEP_SILENT, type Silence } from '../../conversations/messages/silence.ts';
import { SHOW_CALLS } from '../../conversations/messages/tool-calls.ts';
import type { UnansweredReason } from '../inbound/inbound-store.ts';

/** The rest of a reply that is longer than one message of the channel. */
export interface RestOfReply {
  /** The customer's message that the reply answers. */
  replyTo: number;
  /** Revision of the turn when the reply was stored. */
  revision: number;
  /** The latest stored part; sent again if the carrier was unavailable. */
  after: number;
  /** The parts that follow it, in order. */
  texts: string[];
}

/** A customer's turn that this process has claimed. */
export interface PendingAnswer {
  conversation_id: number;
  user_id: number;
  /** The customer's newest message; the answer covers all messages up to it. */
  message_id: number;
  /** Number of attempts, including this one. */
  attempts: number;
  /** Changes when one of the messages to answer is edited or deleted, but not with changes of answered messages. */
  revision: number;
  /** Sent before the turn begins; null if no reply is being sent in parts. */
  rest: RestOfReply | null;
  /** The customer has sent a file that is still being fetched and read. */
  awaits_file: boolean;
}

const CLAIMS = claimsIn({ lease: { since: 'claimed_at', seconds: 600 } });
/** The longest that an answer waits for a customer's file. */
const FILE_SECONDS = 60;

/** SQL condition: a file of the conversation is being fetched and read. */
const AWAITS_FILE = `exists (
  select from attachments file join messages asked on asked.id = file.message_id
  where file.user_id = pending_answers.user_id and file.status = 'waiting'
    and file.created_at > clock_timestamp() - interval '${FILE_SECONDS} seconds'
    and asked.conversation_id = pending_answers.conversation_id and asked.author = 'customer')`;

const RETURNED = `conversation_id, user_id, message_id, attempts, revision, rest, ${AWAITS_FILE} as awaits_file`;

/** SQL condition: the turn is due, and no process is answering it. */
const IS_WAITING = `${CLAIMS.isFree()} and (next_try_at is null or next_try_at <= clock_timestamp())
  and (rest is not null or not ${AWAITS_FILE})`;

/** Claims a due turn, unless a living process claimed it within ten minutes. @returns null if there is nothing to claim */
export async function claimAnswer(
  database: Executor,
  conversationId: number,
  processId: string,
): Promise<PendingAnswer | null> {
  const [row] = await database.query<PendingAnswer>(
    `update pending_answers set ${CLAIMS.take('$2')}, attempts = attempts + 1,
       next_try_at = null
     where conversation_id = $1 and ${IS_WAITING}
     returning ${RETURNED}`,
    [conversationId, processId],
  );
  return row ?? null;
}

/** Rereads a claimed turn; null if this process no longer owns it. */
export async function readClaimed(
  database: Executor,
  conversationId: number,
  processId: string,
): Promise<PendingAnswer | null> {
  const [row] = await database.query<PendingAnswer>(
    `select ${RETURNED} from pending_answers where conversation_id = $1 and process_id = $2`,
    [conversationId, processId],
  );
  return row ?? null;
}

/** A turn to retry, and when. */
export interface Retry {
  processId: string;
  delayMs: number;
}

/** SQL for a time by the clock of the job queue, so that no job runs before its turn may be claimed. */
const AFTER = (delayMs: string): string =>
  `date_trunc('milliseconds', clock_timestamp() + ${delayMs}::float8 * interval '1 millisecond')`;

/**
 * Releases the turn for a retry after the delay.
 * @returns the time of the retry; null if the process no longer owns the turn, or if a newer message or an edit has
 * arrived, which is not delayed
 */
export async function releaseAnswer(
  database: Executor,
  pending: PendingAnswer,
  { processId, delayMs }: Retry,
): Promise<Date | null> {
  const [row] = await database.query<{ next_try_at: Date }>(
    `update pending_answers set ${CLAIMS.release}, next_try_at = ${AFTER('$4')}
     where conversation_id = $1 and message_id = $2 and process_id = $3 and revision = $5 returning next_try_at`,
    [pending.conversation_id, pending.message_id, processId, delayMs, pending.revision],
  );
  return row?.next_try_at ?? null;
}

interface Dropped {
  processId: string;
  reason: UnansweredReason | null;
  silence?: Silence | null;
}

/**
 * Ends a claimed turn without an answer and stores the reason, and the silence that it is. Does nothing if a newer
 * message arrived or another process took the turn.
 */
export async function dropAnswer(
  database: Executor,
  pending: PendingAnswer,
  { processId, reason, silence = null }: Dropped,
): Promise<void> {
  await database.query(
    `with talk as materialized (
       select id from conversations where user_id = $1 and id = $2 for no key update),
     dropped as (
       delete from pending_answers
       where conversation_id = (select id from talk) and message_id = $3 and process_id = $5 and revision = $8
       returning message_id),
     silenced as (
       update conversations set ${KEEP_SILENT('$6::text', '$7::timestamptz')}
       where user_id = $1 and id = $2 and $6::text is not null and exists (select from dropped)),
     ${SHOW_CALLS('conversation_id = $2 and message_id <= (select message_id from dropped) and reply_id is null')}
     update received_messages set unanswered_reason = $4
     where message_id = (select message_id from dropped) and $4::text is not null`,
    [
      pending.user_id,
      pending.conversation_id,
      pending.message_id,
      reason,
      processId,
      silence?.reason ?? null,
      silence?.until ?? null,
      pending.revision,
    ],
  );
}

/**
 * Requeues a turn whose answer was not sent, together with its tool calls. A newer turn that is already waiting
 * replaces it.
 * @returns the time of the retry; null if the customer has edited the message, or another process owns the reply or the
 * newer turn
 */
export async function reopenAnswer(
  database: Executor,
  pending: PendingAnswer,
  { failedMessageId, processId, delayMs }: Retry & { failedMessageId: number },
): Promise<Date | null> {
  const [row] = await database.query<{ next_try_at: Date }>(
    `with talk as materialized (
       select id from conversations where user_id = $2 and id = $1 for no key update),
     freed as (
       update messages set reply_to = null, function_calls = null
       where conversation_id = (select id from talk) and id = $3 and reply_to = $4 and not exists (
         select from pending_answers owned
         where owned.conversation_id = $1 and owned.process_id <> $6 and (owned.rest ->> 'replyTo')::bigint = $4)
       returning id),
     taken_back as (
       update tool_calls set reply_id = null
       where user_id = $2 and conversation_id = $1 and reply_id = $3 and exists (select from freed)),
     waiting as (
       update received_messages set unanswered_reason = null
       where user_id = $2 and message_id = $4 and exists (select from freed))
     insert into pending_answers (conversation_id, user_id, message_id, attempts, next_try_at)
     select $1, $2, $4, $5, ${AFTER('$7')} from freed
     on conflict (conversation_id) do update set ${CLAIMS.release}, next_try_at = excluded.next_try_at, rest = null,
       message_id = greatest(pending_answers.message_id, excluded.message_id),
       attempts = case when pending_answers.message_id = excluded.message_id then excluded.attempts
         else pending_answers.attempts end
       where pending_answers.process_id is null or pending_answers.process_id = $6
     returning next_try_at`,
    [
      pending.conversation_id,
      pending.user_id,
      failedMessageId,
      pending.message_id,
      pending.attempts,
      processId,
      delayMs,
    ],
  );
  return row?.next_try_at ?? null;
}

/** A reply to a customer's message. */
type Reply = Pick<PendingAnswer, 'user_id' | 'conversation_id'> & Pick<RestOfReply, 'replyTo' | 'revision'>;

/** Marks a customer's message as unanswered, or answered only in part, with a reason. */
export async function markUnanswered(
  database: Executor,
  { user_id: userId, replyTo, revision }: Reply,
  reason: UnansweredReason,
): Promise<void> {
  await database.query(
    // A message that was edited meanwhile waits for its answer.
    `update received_messages set unanswered_reason = $3 where user_id = $1 and message_id = $2
       and not exists (select from pending_answers where message_id = $2 and revision <> $4)`,
    [userId, replyTo, reason, revision],
  );
}

/**
 * Ends a claimed reply: the rest of it is not sent. A turn that waits for its end may begin. Does nothing if another
 * process took the reply.
 * @param about `reason`: why the reply is incomplete; null if all of it was sent, or if the reason is stored already
 * @returns whether a turn of this process waits
 */
export async function endReply(
  database: Executor,
  reply: Reply,
  { processId, reason }: { processId: string; reason: UnansweredReason | null },
): Promise<boolean> {
  const waiting = await database.query(
    `with talk as materialized (
       select id from conversations where user_id = $1 and id = $2 for no key update),
     ended as (
       delete from pending_answers
       where conversation_id = (select id from talk) and process_id = $3 and (rest ->> 'replyTo')::bigint = $4
         and message_id = $4 and revision = $5
       returning message_id),
     waiting as (
       update pending_answers set rest = null, attempts = 1
       where conversation_id = (select id from talk) and process_id = $3 and (rest ->> 'replyTo')::bigint = $4
         and not exists (select from ended)
       returning message_id),
     marked as (
       update received_messages set unanswered_reason = $6
       where user_id = $1 and message_id = $4 and $6::text is not null
         -- A message that was edited meanwhile waits for its answer.
         and (exists (select from ended) or exists (select from waiting where message_id <> $4)))
     select from waiting`,
    [reply.user_id, reply.conversation_id, processId, reply.replyTo, reply.revision, reason],
  );
  return waiting.length > 0;
}

/** A part of a reply, as it was submitted. */
interface SubmittedPart {
  content: string;
  /** The carrier did not deliver it. */
  is_lost: boolean;
  /** The carrier could not be reached, so the part may be sent again. */
  was_unavailable: boolean;
  is_first: boolean;
}

export async function readPart(
  database: Executor,
  userId: number,
  messageId: number,
): Promise<SubmittedPart> {
  const [row] = await database.query<SubmittedPart>(
    `select part.content, not ${wasSaid('part')} as is_lost,
       sent.state = 'failed' and sent.error_code is null and sent.provider_message_id is null as was_unavailable,
       part.part_of is null as is_first
     from messages part join channel_messages sent on sent.message_id = part.id
     where part.user_id = $1 and part.id = $2`,
    [userId, messageId],
  );
  if (row === undefined) throw new Error('A part of a reply no longer exists.');
  return row;
}

/** A conversation with an unanswered customer. */
export interface WaitingConversation {
  userId: number;
  conversationId: number;
}

/** Conversations with unclaimed due turns; accounts take turns. */
export function findWaiting(database: Executor): Promise<WaitingConversation[]> {
  return database.query(
    `select user_id as "userId", conversation_id as "conversationId" from pending_answers
     where ${IS_WAITING}
     order by row_number() over (partition by user_id order by created_at), created_at limit 1000`,
  );
}
