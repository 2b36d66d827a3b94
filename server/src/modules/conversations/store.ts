import type { FunctionCall } from '../../agent/tool.ts';
import type { HistoryMessage, ModelCallRecord } from '../../agent/turn.ts';
import type { Executor } from '../../db/client.ts';
import type { ConversationType } from './rules.ts';

/** The part of an assistant that a conversation needs. */
export interface ConversationAssistant {
  id: number;
  uuid: string;
  user_id: number;
  mode: 'pipeline' | 'multimodal' | 'dualplex';
  language_id: number;
  secondary_language_ids: number[];
  timezone: string;
  initial_message: string;
  system_prompt: string;
  variables: Record<string, unknown>;
  llm_model_id: number | null;
  chat_llm_fallback_id: number | null;
  llm_temperature: number;
  knowledgebase_id: number | null;
  knowledgebase_mode: 'function_call' | 'prompt' | 'hybrid';
  tool_ids: number[];
  allowed_origins: string[];
}

export interface Conversation {
  id: number;
  uuid: string;
  user_id: number;
  type: ConversationType;
  ai_enabled: boolean;
  variables: Record<string, unknown>;
}

const ASSISTANT_JSON = `json_build_object(
  'id', assistants.id, 'uuid', assistants.uuid, 'user_id', assistants.user_id, 'mode', assistants.mode,
  'language_id', assistants.language_id, 'secondary_language_ids', assistants.secondary_language_ids,
  'timezone', assistants.timezone, 'initial_message', assistants.initial_message,
  'system_prompt', assistants.system_prompt, 'variables', assistants.variables,
  'llm_model_id', assistants.llm_model_id, 'chat_llm_fallback_id', assistants.chat_llm_fallback_id,
  'llm_temperature', assistants.llm_temperature, 'knowledgebase_id', assistants.knowledgebase_id,
  'knowledgebase_mode', assistants.knowledgebase_mode, 'tool_ids', assistants.tool_ids,
  'allowed_origins', assistants.widget_settings -> 'allowed_origins')`;

/** By UUID (public) or, within an account, by either id. */
export async function findAssistant(
  database: Executor,
  by: { uuid: string } | { userId: number; id: number | string },
): Promise<ConversationAssistant | null> {
  const [condition, values] =
    'uuid' in by
      ? ['uuid = $1', [by.uuid]]
      : typeof by.id === 'number'
        ? ['user_id = $1 and id = $2', [by.userId, by.id]]
        : ['user_id = $1 and uuid = $2', [by.userId, by.id]];
  const [row] = await database.query<{ assistant: ConversationAssistant }>(
    `select ${ASSISTANT_JSON} as assistant from assistants where ${condition} and deleted_at is null`,
    values,
  );
  return row?.assistant ?? null;
}

/** Messages that the mind may look back on; its own budget of characters is tighter. */
const HISTORY_MESSAGES = 60;
/** Look-ups are long; those of older messages say nothing that the replies do not. */
const HISTORY_FUNCTION_CALLS = 8;

/** A customer's message, and what is needed to answer it. */
export interface ReceivedMessage {
  /** Null when the balance does not cover the price; nothing is stored then. */
  customerMessageId: number | null;
  conversation: Conversation;
  assistant: ConversationAssistant;
  /** What was said before. */
  history: HistoryMessage[];
}

/**
 * Stores a customer's message, charges it and loads what its answer needs: one statement, because every further one
 * delays the first word. Null when the conversation or its assistant is gone.
 * @param priceMicros by the conversation's type; types without one cost nothing
 */
export async function receiveMessage(
  database: Executor,
  about: { uuid: string; content: string; priceMicros: Partial<Record<ConversationType, number>> },
): Promise<ReceivedMessage | null> {
  // The history is as it was before: a statement does not see what it inserts.
  const [row] = await database.query<ReceivedMessage>(
    `with asked as (
       select id, uuid, user_id, assistant_id, type, ai_enabled, variables,
         coalesce(($4::json ->> type)::bigint, 0) as price
       from conversations where uuid = $1
         and exists (select from assistants where id = assistant_id and deleted_at is null)),
     paid as (
       update users set balance_micros = balance_micros - price from asked
       where users.id = user_id and price > 0 and balance_micros >= price returning users.id),
     message as (
       insert into messages (user_id, conversation_id, role, author, content)
       select user_id, id, 'user', 'customer', $3 from asked
       where price = 0 or exists (select from paid) returning id),
     charge as (
       insert into charges (user_id, conversation_id, message_id, kind, amount_micros)
       select user_id, asked.id, message.id, type || '_message', price from asked, message where price > 0),
     counted as (
       update conversations set message_count = message_count + 1, cost_micros = cost_micros + price,
         updated_at = clock_timestamp()
       from asked where conversations.id = asked.id and exists (select from message))
     select (select id from message) as "customerMessageId",
       json_build_object('id', asked.id, 'uuid', asked.uuid, 'user_id', asked.user_id, 'type', asked.type,
         'ai_enabled', asked.ai_enabled, 'variables', asked.variables) as conversation,
       ${ASSISTANT_JSON} as assistant,
       coalesce((select json_agg(json_build_object('role', role, 'content', content,
           'functionCalls', case when age <= $5 then coalesce(function_calls, '[]') else '[]' end) order by id)
         from (select id, role, content, function_calls, row_number() over (order by id desc) as age
               from messages where conversation_id = asked.id
               order by id desc limit $2) as last), '[]') as history
     from asked join assistants on assistants.id = asked.assistant_id`,
    [about.uuid, HISTORY_MESSAGES, about.content, JSON.stringify(about.priceMicros), HISTORY_FUNCTION_CALLS],
  );
  return row ?? null;
}

export async function insertConversation(
  database: Executor,
  about: {
    assistant: ConversationAssistant;
    type: ConversationType;
    variables: Record<string, unknown>;
    customerIdentifier: string | null;
    greeting: string;
  },
): Promise<{ uuid: string }> {
  const [row] = await database.query<{ uuid: string }>(
    `with opened as (
       insert into conversations (user_id, assistant_id, type, variables, customer_identifier, message_count)
       values ($1, $2, $3, $4, $5, 1)
       on conflict (assistant_id, customer_identifier) where type = 'api' do nothing
       returning id, uuid),
     greeted as (
       insert into messages (user_id, conversation_id, role, author, content)
       select $1, id, 'assistant', 'ai', $6 from opened)
     select uuid from opened
     union all
     select uuid from conversations where assistant_id = $2 and customer_identifier = $5 and type = 'api'
     limit 1`,
    [
      about.assistant.user_id,
      about.assistant.id,
      about.type,
      JSON.stringify(about.variables),
      about.customerIdentifier,
      about.greeting,
    ],
  );
  // Another request opened it between our look and our insert, and has not committed before our snapshot.
  return row ?? insertConversation(database, about);
}

/** Later values win; what is not named stays. */
export async function mergeVariables(
  database: Executor,
  uuid: string,
  variables: Record<string, unknown>,
): Promise<void> {
  await database.query('update conversations set variables = variables || $2 where uuid = $1', [
    uuid,
    JSON.stringify(variables),
  ]);
}

export async function insertHumanMessage(
  database: Executor,
  conversation: Conversation,
  content: string,
): Promise<void> {
  await database.query(
    `with counted as (
       update conversations set message_count = message_count + 1, updated_at = clock_timestamp()
       where id = $2)
     insert into messages (user_id, conversation_id, role, author, content)
     values ($1, $2, 'assistant', 'human', $3)`,
    [conversation.user_id, conversation.id, content],
  );
}

/** The reply and the calls of models that made it, together. */
export async function insertReply(
  database: Executor,
  about: {
    conversation: Conversation;
    customerMessageId: number;
    content: string;
    functionCalls: readonly FunctionCall[];
    modelCalls: readonly ModelCallRecord[];
  },
): Promise<void> {
  const { conversation, customerMessageId, content, functionCalls, modelCalls } = about;
  await database.query(
    `with counted as (
       update conversations set message_count = message_count + 1, updated_at = clock_timestamp()
       where id = $2),
     ${MODEL_CALLS_CTE('$6', '$7')}
     insert into messages (user_id, conversation_id, role, author, content, function_calls)
     values ($1, $2, $3, 'ai', $4, $5)`,
    [
      conversation.user_id,
      conversation.id,
      'assistant',
      content,
      functionCalls.length === 0 ? null : JSON.stringify(functionCalls),
      customerMessageId,
      JSON.stringify(modelCalls),
    ],
  );
}

const MODEL_CALLS_CTE = (messageId: string, calls: string): string => `called as (
  insert into model_calls (user_id, conversation_id, message_id, model, input_tokens, output_tokens,
    finish_reason, error_code, first_event_ms, total_ms)
  select $1, $2, ${messageId}, call."modelId", (call.usage ->> 'inputTokens')::int,
    (call.usage ->> 'outputTokens')::int, call."finishReason", call."errorCode",
    round(call."firstEventMs")::int, round(call."totalMs")::int
  from json_to_recordset(${calls}) as call("modelId" text, usage json, "finishReason" text, "errorCode" text,
    "firstEventMs" float8, "totalMs" float8))`;

/** A turn that failed: its model calls are kept, and what the message cost is given back. */
export async function recordFailedTurn(
  database: Executor,
  about: { conversation: Conversation; customerMessageId: number; modelCalls: readonly ModelCallRecord[] },
): Promise<void> {
  const { conversation, customerMessageId, modelCalls } = about;
  await database.query(
    `with ${MODEL_CALLS_CTE('$3', '$4')},
     refund as (
       insert into charges (user_id, conversation_id, message_id, kind, amount_micros)
       select user_id, conversation_id, message_id, 'refund', -sum(amount_micros) from charges
       where user_id = $1 and conversation_id = $2 and message_id = $3
       group by user_id, conversation_id, message_id having sum(amount_micros) > 0
       returning amount_micros),
     paid_back as (
       update users set balance_micros = balance_micros - (select amount_micros from refund)
       where id = $1 and exists (select from refund))
     update conversations set cost_micros = cost_micros + coalesce((select amount_micros from refund), 0)
     where id = $2`,
    [conversation.user_id, conversation.id, customerMessageId, JSON.stringify(modelCalls)],
  );
}

/** The history as JSON text, oldest first; null when there is no such conversation. */
export async function readHistory(database: Executor, uuid: string): Promise<string | null> {
  const [row] = await database.query<{ history: string }>(
    `select coalesce((select json_agg(case when function_calls is null
         then json_build_object('role', role, 'content', content)
         else json_build_object('role', role, 'content', content, 'function_calls', function_calls) end
         order by id) from messages where conversation_id = conversations.id), '[]')::text as history
     from conversations where uuid = $1`,
    [uuid],
  );
  return row?.history ?? null;
}

export async function ownsAssistant(
  database: Executor,
  userId: number,
  assistantId: number,
): Promise<boolean> {
  const rows = await database.query('select from assistants where user_id = $1 and id = $2', [
    userId,
    assistantId,
  ]);
  return rows.length > 0;
}

export async function findOwn(
  database: Executor,
  userId: number,
  uuid: string,
): Promise<Conversation | null> {
  const [row] = await database.query<Conversation>(
    'select id, uuid, user_id, type, ai_enabled, variables from conversations where user_id = $1 and uuid = $2',
    [userId, uuid],
  );
  return row ?? null;
}

export async function setAiEnabled(
  database: Executor,
  about: { userId: number; uuid: string },
  isEnabled: boolean,
): Promise<boolean> {
  const rows = await database.query<{ id: number }>(
    'update conversations set ai_enabled = $3 where user_id = $1 and uuid = $2 returning id',
    [about.userId, about.uuid, isEnabled],
  );
  return rows.length > 0;
}
