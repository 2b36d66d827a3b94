import type { AssistantSummary, ListedAssistant, OutboundAssistant } from '#contract/assistants.ts';
import type { Executor } from '../../db/client.ts';
import { jsonObject } from '../../db/json-object.ts';
import { type AssistantColumns, STORED_COLUMNS, type StoredAssistant } from './configuration/columns.ts';
import type { FoundReferences, OwnedReferences } from './configuration/reference-rules.ts';
import type { WebhookToggle } from './configuration/webhook-toggle.ts';

/** Columns that hold objects, or lists other than those of ids. */
type JsonColumn = {
  [Name in keyof AssistantColumns]: AssistantColumns[Name] extends readonly number[]
    ? never
    : AssistantColumns[Name] extends object
      ? Name
      : never;
}[keyof AssistantColumns];

const JSON_COLUMNS: Record<JsonColumn, true> = {
  tools: true,
  mcp_tools: true,
  variables: true,
  filler_config: true,
  post_call_schema: true,
  pronunciations: true,
  transcriber_keywords: true,
  widget_settings: true,
};

/** Column names and values for the driver: JSON columns as text, id lists as arrays. */
function driverValues(columns: Partial<AssistantColumns>): [name: string, value: unknown][] {
  return Object.entries(columns).map(([name, value]) => [
    name,
    Object.hasOwn(JSON_COLUMNS, name) ? JSON.stringify(value) : value,
  ]);
}

const SUMMARY_COLUMNS = [
  'id',
  'name',
  'status',
  'type',
  'mode',
] as const satisfies readonly (keyof AssistantSummary)[];
const SUMMARY = SUMMARY_COLUMNS.join(', ');

/** Only selected fields, so that an incomplete summary does not compile. */
type SummaryRow = Pick<AssistantSummary, (typeof SUMMARY_COLUMNS)[number]>;

interface InsertedRow extends SummaryRow {
  /** True if a webhook URL of the assistant belongs to a disabled endpoint. */
  hasDisabledEndpoint: boolean;
}

export async function insertAssistant(
  database: Executor,
  userId: number,
  columns: AssistantColumns,
): Promise<InsertedRow> {
  const values = driverValues(columns);
  const [row] = await database.query<InsertedRow>(insertStatement(values.map(([name]) => name)), [
    userId,
    ...values.map(([, value]) => value),
  ]);
  if (row === undefined) throw new Error('The assistant was not stored.');
  return row;
}

const insertStatements = new Map<string, string>();

/** Caches the statement by column list; there are only a few lists. */
function insertStatement(names: readonly string[]): string {
  const key = names.join();
  const known = insertStatements.get(key);
  if (known !== undefined) return known;
  const placeholders = names.map((_, index) => `$${index + 2}`);
  const text = `insert into assistants (user_id, ${names.join(', ')}) values ($1, ${placeholders.join(', ')})
    returning ${SUMMARY}, exists (
      select from webhook_targets target
      where target.user_id = assistants.user_id and target.disabled_at is not null
        and md5(target.url) in (md5(webhook_url), md5(conversation_ended_webhook_url))) as "hasDisabledEndpoint"`;
  insertStatements.set(key, text);
  return text;
}

/** Returns the assistant after the update, even if nothing changes; null if the account has no such assistant. */
export async function updateAssistant(
  database: Executor,
  about: { userId: number; id: number },
  { status, ...columns }: Partial<AssistantColumns> & { status?: AssistantSummary['status'] },
): Promise<AssistantSummary | null> {
  const changes = driverValues(columns).filter(([, value]) => value !== undefined);
  if (status !== undefined) changes.push(['status', status]);
  const assignments = changes.map(([name], index) => `${name} = $${index + 3}`);
  const [row] = await database.query<SummaryRow>(
    `update assistants set ${['user_id = $1', ...assignments].join(', ')}
     where user_id = $1 and id = $2 and deleted_at is null
     returning ${SUMMARY}`,
    [about.userId, about.id, ...changes.map(([, value]) => value)],
  );
  return row ?? null;
}

const STORED_SQL = `select id, status, ${STORED_COLUMNS.join(', ')}
  from assistants where user_id = $1 and id = $2 and deleted_at is null`;

export async function findStored(
  database: Executor,
  userId: number,
  id: number,
): Promise<StoredAssistant | null> {
  const [row] = await database.query<StoredAssistant>(STORED_SQL, [userId, id]);
  return row ?? null;
}

/** Like `findStored`, and locks the assistant until the transaction ends. */
export async function lockStored(
  transaction: Executor,
  userId: number,
  id: number,
): Promise<StoredAssistant | null> {
  const [row] = await transaction.query<StoredAssistant>(`${STORED_SQL} for update`, [userId, id]);
  return row ?? null;
}

const PHONE_NUMBER = jsonObject<FoundReferences['phoneNumber']>({
  type: 'number.type',
  takenBy: `(select other.id from assistants other
    where other.phone_number_id = number.id and other.type = 'inbound'
      and other.deleted_at is null and other.id is distinct from $7)`,
});

export async function findReferences(
  database: Executor,
  about: { userId: number; assistantId: number | null },
  wanted: OwnedReferences,
): Promise<FoundReferences> {
  const [row] = await database.query<{
    has_knowledgebase: boolean;
    phone_number: FoundReferences['phoneNumber'];
    tool_ids: number[];
    mcp_server_ids: number[];
    outbound_number_ids: number[];
    assistant_ids: number[];
    caller_ids: number[];
    group_ids: number[];
  }>(
    `select
       exists (select from knowledgebases where user_id = $1 and id = $2) as has_knowledgebase,
       (select ${PHONE_NUMBER} from phone_numbers number where number.user_id = $1 and number.id = $3) as phone_number,
       to_json(array(select id from tools where user_id = $1 and id = any($4))) as tool_ids,
       to_json(array(select id from mcp_servers where user_id = $1 and id = any($9))) as mcp_server_ids,
       to_json(array(select id from phone_numbers where user_id = $1 and id = any($5))) as outbound_number_ids,
       to_json(array(select id from assistants
             where user_id = $1 and deleted_at is null and id = any($6))) as assistant_ids,
       to_json(array(select id from assistants
             where user_id = $1 and deleted_at is null and type = 'outbound' and id = any($8))) as caller_ids,
       to_json(array(select id from inbox_groups where user_id = $1 and id = any($10))) as group_ids`,
    [
      about.userId,
      wanted.knowledgebaseId,
      wanted.phoneNumberId,
      wanted.toolIds,
      wanted.outboundNumberIds,
      wanted.assistantIds,
      about.assistantId,
      wanted.callerIds,
      wanted.mcpServerIds,
      wanted.groupIds,
    ],
  );
  return {
    hasKnowledgebase: row?.has_knowledgebase ?? false,
    phoneNumber: row?.phone_number ?? null,
    toolIds: row?.tool_ids ?? [],
    mcpServerIds: row?.mcp_server_ids ?? [],
    outboundNumberIds: row?.outbound_number_ids ?? [],
    assistantIds: row?.assistant_ids ?? [],
    callerIds: row?.caller_ids ?? [],
    groupIds: row?.group_ids ?? [],
  };
}

export async function readAll(database: Executor, userId: number): Promise<string> {
  const [row] = await database.query<{ items: string }>(
    `select coalesce(string_agg(list_json, ',' order by id desc), '') as items
     from assistants where user_id = $1 and deleted_at is null`,
    [userId],
  );
  return `[${row?.items ?? ''}]`;
}

const OUTBOUND_JSON = jsonObject<OutboundAssistant>({
  id: 'id',
  user_id: 'user_id',
  name: 'name',
  type: 'type',
  mode: 'mode',
  status: 'status',
  voice_id: 'voice_id',
  language_id: 'language_id',
  timezone: 'timezone',
  initial_message: 'initial_message',
  system_prompt: 'system_prompt',
  variables: 'variables',
  webhook_url: 'webhook_url',
  is_webhook_active: 'is_webhook_active',
  created_at: 'iso_timestamp(created_at)',
  updated_at: 'iso_timestamp(updated_at)',
});

/** The reduced shape of the outbound list. */
export async function readOutbound(database: Executor, userId: number): Promise<string> {
  const [row] = await database.query<{ items: string }>(
    `select coalesce(json_agg(${OUTBOUND_JSON} order by id desc), '[]')::text as items
     from assistants where user_id = $1 and type = 'outbound' and deleted_at is null`,
    [userId],
  );
  return row?.items ?? '[]';
}

const LISTED_JSON = jsonObject<ListedAssistant>({
  id: 'one.id',
  name: 'one.name',
  type: 'one.type',
  mode: 'one.mode',
  status: 'one.status',
  language: jsonObject<ListedAssistant['language']>({
    id: 'language.id',
    name: 'language.name',
    iso_2: 'language.iso_2',
  }),
  phone_number_id: 'one.phone_number_id',
  updated_at: 'iso_timestamp(one.updated_at)',
});

/** Data for lists and pickers, newest first. */
export async function readSummaries(database: Executor, userId: number): Promise<string> {
  const [row] = await database.query<{ items: string }>(
    `select coalesce(json_agg(${LISTED_JSON} order by one.id desc), '[]')::text as items
     from assistants one join languages language on language.id = one.language_id
     where one.user_id = $1 and one.deleted_at is null`,
    [userId],
  );
  return row?.items ?? '[]';
}

export async function readOne(database: Executor, userId: number, id: number): Promise<string | null> {
  const [row] = await database.query<{ list_json: string }>(
    'select list_json from assistants where user_id = $1 and id = $2 and deleted_at is null',
    [userId, id],
  );
  return row?.list_json ?? null;
}

/** Soft delete; frees the number immediately. */
export async function softDelete(database: Executor, userId: number, id: number): Promise<boolean> {
  const rows = await database.query<{ id: number }>(
    `update assistants set deleted_at = clock_timestamp(), status = 'inactive', phone_number_id = null
     where user_id = $1 and id = $2 and deleted_at is null returning id`,
    [userId, id],
  );
  return rows.length > 0;
}

const ENABLE: Record<WebhookToggle, string> = {
  webhook: 'is_webhook_active = true, webhook_url = $3',
  'inbound-webhook': 'inbound_webhook_url = $3',
  'conversation-ended-webhook': 'conversation_ended_webhook_url = $3',
};

const DISABLE: Record<WebhookToggle, string> = {
  webhook: 'is_webhook_active = false, webhook_url = $3',
  'inbound-webhook': 'inbound_webhook_url = $3',
  'conversation-ended-webhook': 'conversation_ended_webhook_url = $3',
};

/** Undefined if there is no such assistant. */
export async function lockWebhookUrl(
  database: Executor,
  { userId, id, toggle }: { userId: number; id: number; toggle: WebhookToggle },
): Promise<string | null | undefined> {
  const [row] = await database.query<Record<WebhookToggle, string | null>>(
    `select webhook_url as webhook, inbound_webhook_url as "inbound-webhook",
       conversation_ended_webhook_url as "conversation-ended-webhook"
     from assistants where user_id = $1 and id = $2 and deleted_at is null for no key update`,
    [userId, id],
  );
  return row?.[toggle];
}

/** Sets one of the webhook URLs, or removes it with null. False if there is no such assistant. */
export async function setWebhook(
  database: Executor,
  about: { userId: number; id: number; toggle: WebhookToggle },
  url: string | null,
): Promise<boolean> {
  const assignments = url === null ? DISABLE[about.toggle] : ENABLE[about.toggle];
  const rows = await database.query<{ id: number }>(
    `update assistants set ${assignments}
     where user_id = $1 and id = $2 and deleted_at is null returning id`,
    [about.userId, about.id, url],
  );
  return rows.length > 0;
}
