import type { z } from 'zod';
import type { BuiltInTool } from '#contract/built-in-tools.ts';
import type { functionCall, historyMessage } from '#contract/conversations.ts';
import type { AllowedMcpTool } from '#contract/mcp-servers.ts';
import type { Visitor } from '#contract/widget.ts';
import { TOOL_FAILED, toolFailure } from '../../agent/tool.ts';
import type { Executor } from '../../db/client.ts';
import { type JsonFields, jsonObject } from '../../db/json-object.ts';
import { openingOf, wasSaid } from './messages/said.ts';
import { END_SILENCE } from './messages/silence.ts';
import type { ConversationType } from './rules.ts';
import { VISITOR_FILE_JSON } from './widget/files/visitor-file-json.ts';

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
  mcp_server_ids: number[];
  mcp_tools: AllowedMcpTool[];
  tools: BuiltInTool[];
  allowed_origins: string[];
  /** Visitors may open conversations without a credential. */
  is_public: boolean;
  /** The prompt contains the customer's name and number. */
  share_customer_details: boolean;
}

export interface Conversation {
  id: number;
  uuid: string;
  user_id: number;
  type: ConversationType;
  ai_enabled: boolean;
  /** Opened with a credential of the account. */
  opened_by_account: boolean;
  variables: Record<string, unknown>;
  /** Names of the variables passed when it was opened; null if unknown. */
  given: string[] | null;
  customer_phone: string | null;
  customer_name: string | null;
  /** See `TalkFacts.hasOptedOut`. */
  has_opted_out: boolean;
  /** The channel number that the assistant uses. */
  sender_phone: string | null;
}

/** SQL: the account must not contact the customer of a conversation first. Identifiers of other systems are not known. */
export function hasOptedOut(talk: string): string {
  return `(${talk}.type in ('msgapp', 'api') and is_unreachable(${talk}.user_id,
    coalesce(${talk}.customer_phone, ${talk}.customer_identifier)))`;
}

/**
 * SQL: `hasOptedOut` of the row `conversations` is `value`, or `value` is null. For lists: the customers of the account
 * are read once per statement.
 */
export function matchesOptedOut({ user, value }: { user: string; value: string }): string {
  return `(${value}::boolean is null or coalesce(conversations.type in ('msgapp', 'api')
    and coalesce(conversations.customer_phone, conversations.customer_identifier)
      in (select unreachable_identities(${user})), false) = ${value})`;
}

/** SQL for the fields of a `Conversation`. */
export const CONVERSATION_FIELDS: JsonFields<Conversation> = {
  id: 'conversations.id',
  uuid: 'conversations.uuid',
  user_id: 'conversations.user_id',
  type: 'conversations.type',
  ai_enabled: 'conversations.ai_enabled',
  opened_by_account: 'conversations.opened_by_account',
  variables: 'conversations.variables',
  // Customers of the channel bring none.
  given: `case when conversations.type = 'msgapp' then '{}' else conversations.given_variables end`,
  customer_phone: `coalesce(conversations.customer_phone,
    case when conversations.customer_identifier ~ '^[+][1-9][0-9]{6,14}$' then conversations.customer_identifier end)`,
  customer_name: 'conversations.customer_name',
  has_opted_out: hasOptedOut('conversations'),
  sender_phone: '(select phone_number from senders where id = conversations.sender_id)',
};

const ASSISTANT_JSON = jsonObject<ConversationAssistant>({
  id: 'assistants.id',
  uuid: 'assistants.uuid',
  user_id: 'assistants.user_id',
  mode: 'assistants.mode',
  language_id: 'assistants.language_id',
  secondary_language_ids: 'assistants.secondary_language_ids',
  timezone: 'assistants.timezone',
  initial_message: 'assistants.initial_message',
  system_prompt: 'assistants.system_prompt',
  variables: 'assistants.variables',
  llm_model_id: 'assistants.llm_model_id',
  chat_llm_fallback_id: 'assistants.chat_llm_fallback_id',
  llm_temperature: 'assistants.llm_temperature',
  knowledgebase_id: 'assistants.knowledgebase_id',
  knowledgebase_mode: 'assistants.knowledgebase_mode',
  tool_ids: 'assistants.tool_ids',
  mcp_server_ids: 'assistants.mcp_server_ids',
  mcp_tools: 'assistants.mcp_tools',
  tools: 'assistants.tools',
  allowed_origins: `assistants.widget_settings -> 'allowed_origins'`,
  is_public: 'assistants.is_public',
  share_customer_details: 'assistants.share_customer_details',
});

/** Finds an assistant by UUID (public) or, within an account, by either id. */
export async function findAssistant(
  database: Executor,
  by: { uuid: string } | { userId: number; id: number | string },
): Promise<ConversationAssistant | null> {
  const condition =
    'uuid' in by
      ? 'uuid = $1'
      : typeof by.id === 'number'
        ? 'user_id = $1 and id = $2'
        : 'user_id = $1 and uuid = $2';
  const values = 'uuid' in by ? [by.uuid] : [by.userId, by.id];
  const [row] = await database.query<{ assistant: ConversationAssistant }>(
    `select ${ASSISTANT_JSON} as assistant from assistants where ${condition} and deleted_at is null`,
    values,
  );
  return row?.assistant ?? null;
}

export interface LoadedConversation {
  conversation: Conversation;
  assistant: ConversationAssistant;
  /** Messages before the customer's first one. */
  opening: string | null;
}

/** A conversation, by its UUID or by the customer id that the account chose. */
type ConversationKey =
  | { uuid: string }
  | { userId: number; assistantId: number | string; customerIdentifier: string };

/** Loads conversation and assistant in one statement. @returns null if either was deleted or is new */
export async function loadConversation(
  database: Executor,
  by: ConversationKey,
): Promise<LoadedConversation | null> {
  const condition =
    'uuid' in by
      ? 'conversations.uuid = $1'
      : `conversations.customer_identifier = $1 and conversations.type = 'api' and assistants.user_id = $2
           and ${typeof by.assistantId === 'number' ? 'assistants.id' : 'assistants.uuid'} = $3`;
  const values = 'uuid' in by ? [by.uuid] : [by.customerIdentifier, by.userId, by.assistantId];
  const [row] = await database.query<LoadedConversation>(
    `select ${jsonObject<Conversation>(CONVERSATION_FIELDS)} as conversation,
       ${ASSISTANT_JSON} as assistant, ${openingOf('conversations.id')} as opening
     from conversations join assistants on assistants.id = conversations.assistant_id
     where ${condition} and assistants.deleted_at is null`,
    values,
  );
  return row ?? null;
}

/** Identifies repetitions of a visitor's request. */
export interface OpeningRequest {
  key: string;
  hash: string;
}

interface OpenedConversation {
  uuid: string;
  /** The first message. */
  greeting: string;
  /** Hash of the opening request, if it had a key. */
  request_hash: string | null;
  /** The conversation already existed. */
  is_repeat: boolean;
}

/** Inserts a conversation, or returns the one that the same request or customer opened before. */
export async function insertConversation(
  database: Executor,
  about: {
    uuid: string;
    assistant: ConversationAssistant;
    type: ConversationType;
    variables: Record<string, unknown>;
    /** Names of variables passed with the request. */
    given: readonly string[];
    customerIdentifier: string | null;
    /** Identity of a widget's visitor; null if unknown. */
    visitor: { visitor: Visitor; phone: string | null } | null;
    greeting: string;
    request: OpeningRequest | null;
    /** Opened with a credential of the account. */
    isByAccount: boolean;
  },
): Promise<OpenedConversation> {
  const [row] = await database.query<OpenedConversation>(
    `with opened as (
       insert into conversations
         (user_id, assistant_id, type, variables, customer_identifier, message_count, request_key, request_hash,
          opened_by_account, uuid, given_variables, visitor, customer_name, customer_phone)
       values ($1, $2, $3, $4, $5, 1, $7, $8, $9, $10, $11, $12, $13, $14)
       on conflict do nothing
       returning id, uuid, request_hash),
     greeted as (
       insert into messages (user_id, conversation_id, role, author, content)
       select $1, id, 'assistant', 'ai', $6 from opened)
     select uuid, $6 as greeting, request_hash, false as is_repeat from opened
     union all
     select uuid, (select content from messages where conversation_id = talk.id order by id limit 1), request_hash, true
     from conversations talk
     where assistant_id = $2 and (customer_identifier = $5 and type = 'api' or request_key = $7)
     limit 1`,
    [
      about.assistant.user_id,
      about.assistant.id,
      about.type,
      JSON.stringify(about.variables),
      about.customerIdentifier,
      about.greeting,
      about.request?.key ?? null,
      about.request?.hash ?? null,
      about.isByAccount,
      about.uuid,
      about.given,
      about.visitor === null ? null : JSON.stringify(about.visitor.visitor),
      about.visitor?.visitor.name ?? null,
      about.visitor?.phone ?? null,
    ],
  );
  // A concurrent request inserted the conversation and committed after our snapshot.
  return row ?? insertConversation(database, about);
}

/** Merges variables: new values win, others stay. */
export async function mergeVariables(
  database: Executor,
  uuid: string,
  variables: Record<string, unknown>,
): Promise<void> {
  await database.query(
    `update conversations set variables = variables || $2,
       given_variables = case when given_variables is not null
         then array(select distinct unnest(given_variables || $3::text[])) end
     where uuid = $1`,
    [uuid, JSON.stringify(variables), Object.keys(variables)],
  );
}

type VisibleMessage = z.output<typeof historyMessage>;

const PLAIN_MESSAGE_JSON = jsonObject<Pick<VisibleMessage, 'role' | 'content'>>({
  role: 'role',
  content: 'content',
});

const FAILED_CALL_JSON = jsonObject<z.output<typeof functionCall>>({
  name: `call->'name'`,
  arguments: `call->'arguments'`,
  result: '$2::json',
});

/** Of a teammate, as a visitor of the widget sees it. */
const HUMAN_MESSAGE_JSON = jsonObject<Omit<VisibleMessage, 'function_calls' | 'files'>>({
  role: 'role',
  content: 'content',
  author_name: `case when (assistants.widget_settings ->> 'hides_names')::boolean is not true
    then (select name from people where people.id = messages.person_id) end`,
});

/** Of a visitor, with files. */
const MESSAGE_WITH_FILES_JSON = jsonObject<Pick<VisibleMessage, 'role' | 'content' | 'files'>>({
  role: 'role',
  content: 'content',
  files: `(select json_agg(${VISITOR_FILE_JSON} order by file.id) from attachments file where file.message_id = messages.id)`,
});

const MESSAGE_WITH_CALLS_JSON = jsonObject<Omit<VisibleMessage, 'author_name' | 'files'>>({
  role: 'role',
  content: 'content',
  function_calls: `(select coalesce(json_agg(case when call->'result'->'error'->>'code' = 'failed'
      then ${FAILED_CALL_JSON} else call end order by place), '[]')
    from json_array_elements(function_calls) with ordinality as given (call, place))`,
});

/**
 * History as the visitor sees it, as JSON text, oldest first; null if the conversation is unknown. Failed tool calls
 * are shown without their reason.
 */
export async function readHistory(database: Executor, uuid: string): Promise<string | null> {
  const [row] = await database.query<{ history: string }>(
    `select coalesce((select json_agg(
         case when conversations.type = 'widget' and author = 'human' then ${HUMAN_MESSAGE_JSON}
           when exists (select from attachments file where file.message_id = messages.id and file.uuid is not null)
             then ${MESSAGE_WITH_FILES_JSON}
           when function_calls is null then ${PLAIN_MESSAGE_JSON} else ${MESSAGE_WITH_CALLS_JSON} end
         order by messages.id) from messages where conversation_id = conversations.id and ${wasSaid('messages')}), '[]')::text as history
     from conversations left join assistants on assistants.id = conversations.assistant_id
     where conversations.uuid = $1`,
    [uuid, JSON.stringify(toolFailure('failed', TOOL_FAILED))],
  );
  return row?.history ?? null;
}

/** Columns of a conversation for actions of its account. */
export type OwnConversation = Pick<
  Conversation,
  'id' | 'uuid' | 'user_id' | 'type' | 'ai_enabled' | 'variables'
>;

export async function findOwn(
  database: Executor,
  userId: number,
  uuid: string,
): Promise<OwnConversation | null> {
  const [row] = await database.query<OwnConversation>(
    'select id, uuid, user_id, type, ai_enabled, variables from conversations where user_id = $1 and uuid = $2',
    [userId, uuid],
  );
  return row ?? null;
}

/** The UUID of a conversation of the account; null if it has none with this integer id. */
export async function findUuid(database: Executor, userId: number, id: number): Promise<string | null> {
  const [row] = await database.query<{ uuid: string }>(
    'select uuid from conversations where user_id = $1 and id = $2',
    [userId, id],
  );
  return row?.uuid ?? null;
}

export async function setAiEnabled(
  database: Executor,
  about: { userId: number; uuid: string },
  { isEnabled, personId }: { isEnabled: boolean; personId: number | null },
): Promise<boolean> {
  const rows = await database.query<{ id: number }>(
    `with before as (
       select id, assigned_person_id, assigned_group_id from conversations
       where user_id = $1 and uuid = $2 for no key update),
     talk as (
       update conversations set ai_enabled = $3, ${END_SILENCE},
         assigned_person_id = case when $3 then conversations.assigned_person_id
           else coalesce(conversations.assigned_person_id, $4) end
       from before where conversations.user_id = $1 and conversations.id = before.id
       returning conversations.id, conversations.assigned_person_id, conversations.assigned_group_id),
     event as (
       insert into conversation_events (user_id, conversation_id, kind, person_id, author_name, assignee_name)
       select $1, talk.id, 'assigned', $4, coalesce((select name from people where id = $4), 'API key'),
         (select name from people where people.id = talk.assigned_person_id)
       from talk join before on before.id = talk.id
       where (talk.assigned_person_id, talk.assigned_group_id)
         is distinct from (before.assigned_person_id, before.assigned_group_id))
     select id from talk`,
    [about.userId, about.uuid, isEnabled, personId],
  );
  return rows.length > 0;
}
