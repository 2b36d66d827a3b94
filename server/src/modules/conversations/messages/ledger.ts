import type { FunctionCall } from '../../../agent/tool.ts';
import { type NamedRequest, requireSameRequest } from '../../../core/named-request.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { claimsIn } from '../../../work/claims.ts';
import { lockBalance } from '../../accounts/balance/charge.ts';
import type { OwnConversation } from '../store.ts';
import { payAgain } from './pay-again.ts';
import type { PricedModelCall } from './priced-call.ts';
import { END_SILENCE, KEEP_SILENT, LIMITED_UNTIL } from './silence.ts';
import { SHOW_CALLS } from './tool-calls.ts';

/** Turns that a process answers. */
const TURNS = claimsIn();

/*
 * Stores turns and their charges. Every statement locks rows in one order, so that no two of them wait
 * for each other: turns, then users (the balance), then conversations (the sums).
 * A message is charged when it is stored. It is refunded once when its turn ends without a reply: by the process
 * that ran the turn, or by another if that one died. The process that deletes the row in `turns` refunds.
 */

export type StoredMessage =
  /** `isRepeat`: an earlier attempt of the same request stored the message but has no reply. */
  | { kind: 'stored'; messageId: number; isRepeat: boolean }
  /** An earlier attempt of the same request was answered. */
  | { kind: 'answered'; text: string; functionCalls: FunctionCall[] }
  /** An earlier attempt of the same request is running. */
  | { kind: 'running' }
  /** Insufficient balance; nothing is stored. */
  | { kind: 'unpaid' }
  /** A file is unknown, expired or part of another message; nothing is stored. */
  | { kind: 'files-gone' }
  /** `reason`: the limit that was reached, of the account or of the installation. */
  | { kind: 'too-many'; reason: LimitReason; waitSeconds: number };

export type LimitReason = 'minute' | 'day' | 'spend' | 'replies';

/** Null means unlimited. */
export interface MessageLimits {
  perMinute: number;
  perDay: number | null;
  /** Spending limit for all visitors of the assistant per UTC day. */
  spendMicros: number | null;
  /** The assistant's limit of answers to one customer applies. */
  hasReplyLimit: boolean;
}

interface NewCustomerMessage {
  conversation: OwnConversation;
  content: string;
  price: { kind: string; micros: number };
  /** The answering process; null if a person answers. */
  processId: string | null;
  /** Lets a repeated request find its message; null without an idempotency key. */
  named: NamedRequest | null;
  assistantId: number;
  limits: MessageLimits;
  /** UUIDs of uploaded files that the message takes. */
  files: readonly string[];
}

/** Stores the customer's message, charges it, and opens its turn. */
export async function insertCustomerMessage(
  database: Database,
  about: NewCustomerMessage,
): Promise<StoredMessage> {
  const { conversation, price, processId, named } = about;
  // Otherwise concurrent attempts of one request would both pay: a statement that waits for the balance lock does not
  // see the other's message. The balance is also locked before files, so that no two messages wait for each other.
  const mayMeet = price.micros > 0 && (named !== null || about.files.length > 0);
  const row = mayMeet
    ? await database.transaction(async (transaction) => {
        await lockBalance(transaction, conversation.user_id);
        return insertPaid(transaction, about);
      })
    : await insertPaid(database, about);
  if (row?.id != null) return { kind: 'stored', messageId: row.id, isRepeat: false };
  if (row?.refusal != null) return { kind: 'too-many', ...row.refusal };
  const isMissingFiles = row?.hasFiles === false;
  if (named === null) return { kind: isMissingFiles ? 'files-gone' : 'unpaid' };
  const isOver = await forgetOldKey(database, conversation, named);
  if (isOver) return insertCustomerMessage(database, about);
  const reopened = await reopenTurn(database, { conversation, processId, named });
  if (reopened.kind === 'unpaid' && isMissingFiles) return { kind: 'files-gone' };
  if (reopened.kind !== 'stored' || price.micros === 0) return reopened;
  const { messageId } = reopened;
  const { user_id: userId, id: conversationId } = conversation;
  if (await payAgain(database, { userId, conversationId, messageId, price })) return reopened;
  const turn = { userId, conversationId, customerMessageId: messageId, processId };
  await refundTurn(database, { ...turn, modelCalls: [] });
  return { kind: 'unpaid' };
}

interface PaidMessage {
  refusal: { reason: LimitReason; waitSeconds: number } | null;
  /** Null if nothing was stored. */
  id: number | null;
  hasFiles: boolean;
}

const REFUSAL = jsonObject<NonNullable<PaidMessage['refusal']>>({
  reason: 'reason',
  waitSeconds: '"waitSeconds"',
});

/** Stores the message, charges for it and opens its turn, in one statement. */
async function insertPaid(
  database: Executor,
  { conversation, content, price, processId, named, assistantId, limits, files }: NewCustomerMessage,
): Promise<PaidMessage | undefined> {
  const [row] = await database.query<PaidMessage>(
    `with today as (select (clock_timestamp() at time zone 'UTC')::date as day),
     refusal as (
       select reason, until, ceil(extract(epoch from until - clock_timestamp()))::int as "waitSeconds"
       from (
         select 'minute' as reason, interval '1 minute' + (
           select created_at from messages where conversation_id = $2 and role = 'user'
           order by id desc offset $8 - 1 limit 1) as until
         union all
         select 'day', interval '1 day' + case
           when (select message_count from conversations where user_id = $1 and id = $2) >= $10::int then (
             select created_at from messages where conversation_id = $2 and role = 'user'
             order by id desc offset $10 - 1 limit 1) end
         union all
         select 'spend', case
           when $4 > 0 and $4 + coalesce((
             select spent_micros from visitor_spend, today
             where user_id = $1 and assistant_id = $11 and visitor_spend.day = today.day), 0) > $12::bigint
           then ((select day from today) + 1)::timestamp at time zone 'UTC' end
         union all
         select 'replies', ${LIMITED_UNTIL('talk')} from conversations talk
         where user_id = $1 and id = $2 and $13) as limits
       where until > clock_timestamp()
         -- A repeated request was counted when it first came.
         and not exists (select from messages where conversation_id = $2 and request_key = $7)
       order by until desc limit 1),
     files as (
       select id from attachments
       where user_id = $1 and conversation_id = $2 and uuid = any ($14::uuid[]) and message_id is null for update),
     complete as (select count(*) = cardinality($14::uuid[]) as is_complete from files),
     paid as (
       update users set balance_micros = balance_micros - $4
       where id = $1 and $4 > 0 and balance_micros >= $4 and not exists (select from refusal)
         and (select is_complete from complete)
         and not exists (select from messages where conversation_id = $2 and request_key = $7)
       returning id),
     message as (
       insert into messages (user_id, conversation_id, role, author, content, request_key, request_hash)
       select $1, $2, 'user', 'customer', $3, $7, $9
       where not exists (select from refusal) and ($4 = 0 or exists (select from paid))
         and (select is_complete from complete)
       on conflict (conversation_id, request_key) where request_key is not null do nothing
       returning id),
     taken as (
       update attachments set message_id = (select id from message)
       where id in (select id from files) and exists (select from message)),
     spent as (
       insert into visitor_spend (user_id, assistant_id, day, spent_micros)
       select $1, $11, day, $4 from today where $12::bigint is not null and exists (select from paid)
       on conflict (assistant_id, day) do update set spent_micros = visitor_spend.spent_micros + excluded.spent_micros),
     charge as (
       insert into charges (user_id, conversation_id, message_id, kind, amount_micros)
       select $1, $2, id, $5, $4 from message where $4 > 0),
     turn as (
       insert into turns (message_id, user_id, conversation_id, process_id) select id, $1, $2, $6 from message where $6::uuid is not null),
     silenced as (
       update conversations set ${KEEP_SILENT(`'DAILY_LIMIT'`, '(select until from refusal)')}
       where user_id = $1 and id = $2 and exists (select from refusal where reason = 'replies')),
     counted as (
       update conversations set message_count = message_count + 1, cost_micros = cost_micros + $4,
         updated_at = clock_timestamp()
       where user_id = $1 and id = $2 and exists (select from message))
     select (select ${REFUSAL} from refusal) as refusal, (select id from message) as id,
       (select is_complete from complete) as "hasFiles"`,
    [
      conversation.user_id,
      conversation.id,
      content,
      price.micros,
      price.kind,
      processId,
      named?.key ?? null,
      limits.perMinute,
      named?.hash ?? null,
      limits.perDay,
      assistantId,
      limits.spendMicros,
      limits.hasReplyLimit,
      files,
    ],
  );
  return row;
}

/**
 * Frees a key older than 24 hours, so that a later request with it is new. Throws `invalid` if the key belongs to a
 * different request.
 * @returns whether the key was freed
 */
async function forgetOldKey(
  database: Executor,
  { user_id: userId, id: conversationId }: OwnConversation,
  named: NamedRequest,
): Promise<boolean> {
  const values = [userId, conversationId, named.key];
  const rows = await database.query(
    `update messages set request_key = null where user_id = $1 and conversation_id = $2 and request_key = $3
       and created_at < clock_timestamp() - interval '24 hours' returning id`,
    values,
  );
  if (rows.length > 0) return true;
  const [row] = await database.query<{ request_hash: string | null }>(
    'select request_hash from messages where user_id = $1 and conversation_id = $2 and request_key = $3',
    values,
  );
  if (row !== undefined) requireSameRequest(row.request_hash, named);
  return false;
}

interface AskedBefore {
  message_id: number;
  /** A living process is answering it. */
  is_running: boolean;
  reply: { content: string; function_calls: FunctionCall[] | null } | null;
}

/** For a repeated request: returns the reply if there is one, otherwise reopens the turn once. */
function reopenTurn(
  database: Database,
  about: { conversation: OwnConversation; processId: string | null; named: NamedRequest },
): Promise<StoredMessage> {
  const { conversation, processId, named } = about;
  return database.transaction(async (transaction) => {
    const asked = await findAsked(transaction, conversation, named);
    if (asked === undefined) return { kind: 'unpaid' };
    if (asked.reply !== null) return answeredBefore(asked.reply);
    const { message_id: messageId } = asked;
    const isTaken =
      processId === null
        ? !asked.is_running
        : await takeTurn(transaction, { conversation, processId, messageId });
    if (!isTaken) return { kind: 'running' };
    // The process that owned the turn may have stored its reply just before this one took the turn.
    const since = processId === null ? asked : await findAsked(transaction, conversation, named);
    if (since?.reply == null) return { kind: 'stored', messageId, isRepeat: true };
    await transaction.query('delete from turns where message_id = $1', [messageId]);
    return answeredBefore(since.reply);
  });
}

async function findAsked(
  database: Executor,
  { user_id: userId, id: conversationId }: OwnConversation,
  { key }: NamedRequest,
): Promise<AskedBefore | undefined> {
  const [row] = await database.query<AskedBefore>(
    `select asked.id as message_id,
       exists (select from turns where message_id = asked.id and ${TURNS.isHeld()}) as is_running,
       (select row_to_json(reply) from (
          select content, function_calls from messages where reply_to = asked.id) as reply) as reply
     from messages asked where user_id = $1 and conversation_id = $2 and request_key = $3`,
    [userId, conversationId, key],
  );
  return row;
}

/** Takes over a turn. @returns false if a living process owns it */
async function takeTurn(
  database: Executor,
  about: { conversation: OwnConversation; processId: string; messageId: number },
): Promise<boolean> {
  const { user_id: userId, id: conversationId } = about.conversation;
  const rows = await database.query(
    `insert into turns (message_id, user_id, conversation_id, process_id) values ($1, $2, $3, $4)
     on conflict (message_id) do update set ${TURNS.take('excluded.process_id')}, started_at = null
       where ${TURNS.isFree('turns')}
     returning message_id`,
    [about.messageId, userId, conversationId, about.processId],
  );
  return rows.length > 0;
}

function answeredBefore({
  content,
  function_calls: calls,
}: NonNullable<AskedBefore['reply']>): StoredMessage {
  return { kind: 'answered', text: content, functionCalls: calls ?? [] };
}

/**
 * SQL fragment that stores model calls. $1 is the account, $2 the conversation.
 * @param about SQL for the id of the answered message or the evaluated end
 */
export const MODEL_CALLS = (about: { message: string; end?: string }, calls: string): string => `called as (
  insert into model_calls (user_id, conversation_id, message_id, conversation_end_id, model, input_tokens,
    output_tokens, cost_micros, finish_reason, error_code, first_event_ms, total_ms)
  select $1, $2, ${about.message}, ${about.end ?? 'null::bigint'}, call."modelId", (call.usage ->> 'inputTokens')::int,
    (call.usage ->> 'outputTokens')::int, call."costMicros", call."finishReason", call."errorCode",
    round(call."firstEventMs")::int, round(call."totalMs")::int
  from json_to_recordset(${calls}) as call("modelId" text, usage json, "costMicros" numeric, "finishReason" text, "errorCode" text,
    "firstEventMs" float8, "totalMs" float8))`;

/**
 * Stores the reply with its model calls and ends the turn, in one statement.
 * @returns false if a person took over or answered during the turn: then nothing is stored and the turn stays open
 */
export async function insertReply(
  database: Executor,
  about: {
    conversation: OwnConversation;
    customerMessageId: number;
    content: string;
    functionCalls: readonly FunctionCall[];
    modelCalls: readonly PricedModelCall[];
    /** The customer has already seen part of the reply, so it is stored in any case. */
    isShown: boolean;
    /** The reply broke off, so the customer may be unaware of its tool calls. */
    isBroken: boolean;
  },
): Promise<boolean> {
  const { conversation, customerMessageId, content, functionCalls, modelCalls } = about;
  const stored = await database.query(
    `with turn as (select message_id from turns where message_id = $5 for update),
     open as (
       select id from conversations
       where user_id = $1 and id = $2 and (select count(*) from turn) >= 0 and ($7 or (ai_enabled or handed_off_by = $5) and not exists (
         select from messages later
         where later.conversation_id = $2 and later.id > $5 and later.author = 'human'))
       for no key update),
     over as (delete from turns where message_id = $5 and exists (select from open)),
     unshown as (
       update messages set function_calls = null
       where user_id = $1 and id = $5 and function_calls is not null and exists (select from open)),
     ${MODEL_CALLS({ message: '$5' }, `case when exists (select from open) then $6::json else '[]' end`)},
     reply as (
       insert into messages (user_id, conversation_id, role, author, content, function_calls, reply_to)
       select $1, $2, 'assistant', 'ai', $3, $4::json, $5 from open returning id),
     taken_over as (
       update tool_calls set reply_id = (select id from reply)
       where user_id = $1 and message_id = $5 and not $8 and exists (select from reply))
     update conversations set message_count = message_count + 1, updated_at = clock_timestamp(), ${END_SILENCE}
     where user_id = $1 and id = $2 and exists (select from reply) returning id`,
    [
      conversation.user_id,
      conversation.id,
      content,
      functionCalls.length === 0 ? null : JSON.stringify(functionCalls),
      customerMessageId,
      JSON.stringify(modelCalls),
      about.isShown,
      about.isBroken,
    ],
  );
  return stored.length > 0;
}

/**
 * Ends a turn without a reply: keeps its model and tool calls, and refunds the message once. Does not end a turn that
 * another process has taken over.
 */
export async function refundTurn(
  database: Executor,
  about: {
    userId: number;
    conversationId: number;
    customerMessageId: number;
    /** The process that ran the turn; null for a turn whose process has died. */
    processId: string | null;
    modelCalls: readonly PricedModelCall[];
  },
): Promise<void> {
  await database.query(
    `with turn as (
       delete from turns where message_id = $3 and (process_id = $5::uuid or $5::uuid is null and ${TURNS.isFree()})
       returning message_id),
     ${MODEL_CALLS({ message: '$3' }, '$4')},
     ${SHOW_CALLS(`conversation_id = $2 and message_id <= $3 and reply_id is null and not exists (
       select from messages answer where answer.reply_to = tool_calls.message_id)`)},
     owed as (
       select coalesce(sum(amount_micros), 0) as micros from charges
       where user_id = $1 and conversation_id = $2 and message_id = $3 and exists (select from turn)),
     paid_back as (
       update users set balance_micros = balance_micros + (select micros from owed)
       where id = $1 and (select micros from owed) > 0 returning id),
     refund as (
       insert into charges (user_id, conversation_id, message_id, kind, amount_micros)
       select $1, $2, $3, 'refund', -(select micros from owed) from paid_back),
     spared as (
       update visitor_spend set spent_micros = greatest(0, spent_micros - (select micros from owed))
       where user_id = $1 and day = (clock_timestamp() at time zone 'UTC')::date and exists (select from paid_back)
         and assistant_id = (
           select assistant_id from conversations where id = $2 and type in ('widget', 'test') and not opened_by_account))
     update conversations set cost_micros = cost_micros - (select micros from owed)
     where user_id = $1 and id = $2 and exists (select from paid_back)`,
    [
      about.userId,
      about.conversationId,
      about.customerMessageId,
      JSON.stringify(about.modelCalls),
      about.processId,
    ],
  );
}

export function findAbandonedTurns(
  database: Executor,
): Promise<{ user_id: number; conversation_id: number; message_id: number }[]> {
  return database.query(
    `select user_id, conversation_id, message_id from turns
     where ${TURNS.isFree()}
     order by message_id limit 1000`,
  );
}

/** Stores a message by a person of the account, or through an API key (`personId` is null). @returns its id */
export async function insertHumanMessage(
  database: Executor,
  conversation: OwnConversation,
  { content, personId }: { content: string; personId: number | null },
): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `with message as (
       insert into messages (user_id, conversation_id, role, author, content, person_id)
       values ($1, $2, 'assistant', 'human', $3, $4) returning id)
     update conversations set message_count = message_count + 1, updated_at = clock_timestamp()
     from message where user_id = $1 and conversations.id = $2 returning message.id`,
    [conversation.user_id, conversation.id, content, personId],
  );
  if (row === undefined) throw new Error('A message was not stored.');
  return row.id;
}

/** Stores the model usage of a turn, even of a failed one. */
export async function insertModelCalls(
  database: Executor,
  turn: { user_id: number; conversation_id: number; message_id: number },
  calls: readonly PricedModelCall[],
): Promise<void> {
  if (calls.length === 0) return;
  await database.query(`with ${MODEL_CALLS({ message: '$3' }, '$4')} select 1`, [
    turn.user_id,
    turn.conversation_id,
    turn.message_id,
    JSON.stringify(calls),
  ]);
}
