import type { EvaluationField } from '../../../agent/evaluation-answer.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { hasLiveJob } from '../../../work/define-job.ts';
import { MODEL_CALLS } from '../messages/ledger.ts';
import type { PricedModelCall } from '../messages/priced-call.ts';
import { wasSaid } from '../messages/said.ts';
import type { ConversationType } from '../rules.ts';
import type { CustomerPart, Inactivity } from './end-rules.ts';
import type { EvaluatedField } from './fill-form.ts';

export interface DueConversation extends Inactivity {
  id: number;
}

/**
 * Locks due conversations until the transaction ends, longest due first. Skips those locked by another process and
 * those with a running turn.
 */
export function takeDueConversations(
  transaction: Executor,
  { now, limit }: { now: Date; limit: number },
): Promise<DueConversation[]> {
  return transaction.query<DueConversation>(
    `select conversations.id, end_check_at as "checkAt",
       inactivity_end(active_at, conversation_inactivity_timeout) as "endsAt"
     from conversations left join assistants on assistants.id = conversations.assistant_id
     where end_check_at <= $1
       and not exists (select from turns where turns.conversation_id = conversations.id)
       and not exists (select from pending_answers where pending_answers.conversation_id = conversations.id)
     order by end_check_at limit $2
     for update of conversations skip locked`,
    [now, limit],
  );
}

/** An end that has no evaluation yet. */
export interface NewEnd {
  id: number;
  userId: number;
  /** Number of ends of the same account to evaluate before this one, so that accounts take turns. */
  ahead: number;
}

/** Ends locked conversations. */
export function insertEnds(
  transaction: Executor,
  ended: readonly { id: number; at: Date }[],
): Promise<NewEnd[]> {
  return transaction.query(
    `with ended as (
       update conversations
       set ended_at = given.ended_at, end_check_at = null, end_count = end_count + 1
       from unnest($1::bigint[], $2::timestamptz[]) as given (id, ended_at)
       where conversations.id = given.id
       returning conversations.id, user_id, end_count, given.ended_at, message_count),
     stored as (
       insert into conversation_ends
         (user_id, conversation_id, number, ended_at, message_count, last_message_id)
       select user_id, id, end_count, ended_at, message_count,
         coalesce((select max(messages.id) from messages where conversation_id = ended.id), 0)
       from ended
       returning id, user_id),
     waiting as (
       select user_id, count(*) as number from conversation_ends
       where recorded_at is null and user_id in (select user_id from stored) group by user_id)
     select id, user_id as "userId", (coalesce(waiting.number, 0) - 1
       + row_number() over (partition by user_id order by id))::int as ahead
     from stored left join waiting using (user_id)`,
    [ended.map(({ id }) => id), ended.map(({ at }) => at)],
  );
}

/** Schedules the next check of locked conversations; null if only a change can make one necessary. */
export async function postponeChecks(
  transaction: Executor,
  postponed: readonly { id: number; until: Date | null }[],
): Promise<void> {
  await transaction.query(
    `update conversations set end_check_at = given.until
     from unnest($1::bigint[], $2::timestamptz[]) as given (id, until) where conversations.id = given.id`,
    [postponed.map(({ id }) => id), postponed.map(({ until }) => until)],
  );
}

/** Ends that have no evaluation job because dying processes used up its attempts. */
export function findForsakenEnds(database: Executor): Promise<NewEnd[]> {
  return database.query(
    `select id, user_id as "userId", (row_number() over (partition by user_id order by id) - 1)::int as ahead
     from conversation_ends
     where recorded_at is null and not ${hasLiveJob(`'evaluate-end-' || conversation_ends.id`)}
     order by id limit 1000`,
  );
}

export interface EndedMessage {
  role: 'user' | 'assistant';
  content: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** An end with all data for its webhook. */
export interface LoadedEnd extends CustomerPart {
  id: number;
  userId: number;
  endedAt: Date;
  messageCount: number;
  isRecorded: boolean;
  conversationId: number;
  uuid: string;
  type: ConversationType;
  variables: Record<string, unknown>;
  customerPhone: string | null;
  /** The channel's user id of the customer. */
  customerIdentifier: string | null;
  customerName: string | null;
  /** Charges minus refunds, in dollars. */
  totalCost: number;
  createdAt: Date;
  /** IANA time zone of the account. */
  timezone: string;
  sender: { phone_number: string; display_name: string } | null;
  /** Null if the sender no longer has an assistant. */
  assistant: EndedAssistant | null;
  /** Messages up to the end, oldest first. */
  transcript: EndedMessage[];
}

export interface EndedAssistant {
  id: number;
  uuid: string;
  name: string;
  mode: 'pipeline' | 'multimodal' | 'dualplex';
  llm_model_id: number | null;
  chat_llm_fallback_id: number | null;
  variables: Record<string, unknown>;
  post_call_evaluation: boolean;
  post_call_schema: EvaluationField[];
  conversation_ended_retrigger: boolean;
  conversation_ended_webhook_url: string | null;
}

const SENDER = jsonObject<LoadedEnd['sender']>({
  phone_number: 'phone_number',
  display_name: 'display_name',
});

const ASSISTANT = jsonObject<EndedAssistant>({
  id: 'id',
  uuid: 'uuid',
  name: 'name',
  mode: 'mode',
  llm_model_id: 'llm_model_id',
  chat_llm_fallback_id: 'chat_llm_fallback_id',
  variables: 'variables',
  post_call_evaluation: 'post_call_evaluation',
  post_call_schema: 'post_call_schema',
  conversation_ended_retrigger: 'conversation_ended_retrigger',
  conversation_ended_webhook_url: 'conversation_ended_webhook_url',
});

const MESSAGE = jsonObject<EndedMessage>({
  role: 'role',
  content: 'content',
  at: 'floor(extract(epoch from messages.created_at) * 1000)',
});

/** Includes deleted assistants: their last conversations are still evaluated. */
export async function loadEnd(
  database: Executor,
  { userId, endId }: { userId: number; endId: number },
): Promise<LoadedEnd | null> {
  const [row] = await database.query<LoadedEnd>(
    `select ends.id, ends.user_id as "userId", ends.ended_at as "endedAt",
       ends.message_count - (
         select count(*)::int from messages where conversation_id = talk.id and messages.id <= ends.last_message_id
           and not ${wasSaid('messages')}) as "messageCount",
       ends.recorded_at is not null as "isRecorded",
       talk.id as "conversationId", talk.uuid, talk.type, talk.variables, talk.customer_phone as "customerPhone",
       talk.customer_identifier as "customerIdentifier",
       talk.customer_name as "customerName", talk.cost_micros / 1000000.0::float8 as "totalCost", talk.created_at as "createdAt", users.timezone,
       (select ${SENDER} from senders where senders.id = talk.sender_id) as sender,
       (select ${ASSISTANT} from assistants where assistants.id = talk.assistant_id) as assistant,
       coalesce((select json_agg(${MESSAGE} order by messages.id)
         from messages where conversation_id = talk.id and messages.id <= ends.last_message_id
           and ${wasSaid('messages')}), '[]') as transcript,
       exists (select from messages where conversation_id = talk.id and role = 'user'
         and messages.id > earlier.last_message_id and messages.id <= ends.last_message_id) as "customerWrote",
       exists (select from messages where conversation_id = talk.id and role = 'user'
         and messages.id <= earlier.last_message_id) as "customerWroteBefore"
     from conversation_ends ends
     cross join lateral (
       select coalesce(max(last_message_id), 0) as last_message_id from conversation_ends previous
       where previous.conversation_id = ends.conversation_id and previous.number < ends.number) as earlier
     join conversations talk on talk.id = ends.conversation_id
     join users on users.id = ends.user_id
     where ends.user_id = $1 and ends.id = $2`,
    [userId, endId],
  );
  return row ?? null;
}

/**
 * Stores the evaluation of an end; if the customer wrote nothing since the previous end, that one's stays the latest.
 * @returns false if already stored
 */
export async function storeEvaluation(
  transaction: Executor,
  end: LoadedEnd,
  evaluated: { fields: readonly EvaluatedField[]; problem: string | null },
): Promise<boolean> {
  const rows = await transaction.query(
    `update conversation_ends set recorded_at = clock_timestamp(), evaluation = $3, evaluation_error = $4
     where user_id = $1 and id = $2 and recorded_at is null returning id`,
    [end.userId, end.id, end.customerWrote ? JSON.stringify(evaluated.fields) : null, evaluated.problem],
  );
  return rows.length > 0;
}

/** Stores model calls of an evaluation, including failed ones. */
export async function insertEvaluationCalls(
  database: Executor,
  end: LoadedEnd,
  modelCalls: readonly PricedModelCall[],
): Promise<void> {
  if (modelCalls.length === 0) return;
  await database.query(`with ${MODEL_CALLS({ message: 'null::bigint', end: '$3' }, '$4')} select 1`, [
    end.userId,
    end.conversationId,
    end.id,
    JSON.stringify(modelCalls),
  ]);
}
