import type { ContentHit } from '#contract/content-search.ts';
import type { Executor } from '../../../db/client.ts';

/** Facts of a hit besides its excerpt. */
export interface HitFacts
  extends Pick<
    ContentHit,
    'id' | 'name' | 'channel' | 'assistant_id' | 'assistant_name' | 'campaign_id' | 'campaign_name'
  > {
  sourceId: number;
  /** Calls only. */
  answeredAt: Date | null;
  /** Leads only: values that may contain the words. */
  values: string[];
}

export interface HitLine {
  id: number;
  sourceId: number;
  text: string;
  author: 'customer' | 'ai' | 'human';
  at: Date;
}

export function readCallFacts(
  database: Executor,
  userId: number,
  ids: readonly number[],
): Promise<HitFacts[]> {
  return database.query<HitFacts>(
    `select call.id as "sourceId", call.id::text as id, coalesce(call.client_phone_number, 'Web call') as name,
       call.type as channel, call.assistant_id, assistants.name as assistant_name, call.campaign_id,
       campaigns.name as campaign_name, call.answered_at as "answeredAt", '{}'::text[] as values
     from calls call left join assistants on assistants.id = call.assistant_id
     left join campaigns on campaigns.id = call.campaign_id
     where call.user_id = $1 and call.id = any($2) and call.deleted_at is null`,
    [userId, ids],
  );
}

export function readConversationFacts(
  database: Executor,
  userId: number,
  ids: readonly number[],
): Promise<HitFacts[]> {
  return database.query<HitFacts>(
    `select talk.id as "sourceId", talk.uuid::text as id,
       coalesce(nullif(customer_name, ''), customer_phone, customer_identifier, 'Visitor') as name,
       talk.type as channel, talk.assistant_id, assistants.name as assistant_name, null::bigint as campaign_id,
       null as campaign_name, null::timestamptz as "answeredAt", '{}'::text[] as values
     from conversations talk left join assistants on assistants.id = talk.assistant_id
     where talk.user_id = $1 and talk.id = any($2)`,
    [userId, ids],
  );
}

export function readLeadFacts(
  database: Executor,
  userId: number,
  ids: readonly number[],
): Promise<HitFacts[]> {
  return database.query<HitFacts>(
    `select lead.id as "sourceId", lead.id::text as id, lead.phone_number as name, null as channel,
       campaigns.assistant_id, assistants.name as assistant_name, lead.campaign_id, campaigns.name as campaign_name,
       null::timestamptz as "answeredAt", array(
         select value from json_each_text(lead.variables) where value is not null) as values
     from leads lead join campaigns on campaigns.id = lead.campaign_id and campaigns.deleted_at is null
     left join assistants on assistants.id = campaigns.assistant_id
     where lead.user_id = $1 and lead.id = any($2)`,
    [userId, ids],
  );
}

export function readCallLines(
  database: Executor,
  userId: number,
  ids: readonly number[],
): Promise<HitLine[]> {
  return database.query<HitLine>(
    `select id, call_id as "sourceId", content as text, said_at as at,
       case when speaker = 'supervisor' then 'human' when sender = 'bot' then 'ai' else 'customer' end as author
     from call_transcript where user_id = $1 and call_id = any($2) order by said_at, id`,
    [userId, ids],
  );
}

/** Messages of parts of conversations, each given by its first and last message. */
export function readMessageLines(
  database: Executor,
  userId: number,
  parts: readonly { sourceId: number; firstLine: number | null; lastLine: number | null }[],
): Promise<HitLine[]> {
  return database.query<HitLine>(
    `select id, conversation_id as "sourceId", content as text, messages.created_at as at, author
     from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as part (conversation, first_line, last_line)
     join messages on conversation_id = conversation and id between first_line and last_line
     where user_id = $1 order by id`,
    [
      userId,
      parts.map(({ sourceId }) => sourceId),
      parts.map(({ firstLine }) => firstLine),
      parts.map(({ lastLine }) => lastLine),
    ],
  );
}

/** Notes of parts of conversations, each given by its first and last note. */
export function readNoteLines(
  database: Executor,
  userId: number,
  parts: readonly { sourceId: number; firstLine: number | null; lastLine: number | null }[],
): Promise<HitLine[]> {
  return database.query<HitLine>(
    `select id, conversation_id as "sourceId", content as text, note.created_at as at, 'human' as author
     from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as part (conversation, first_line, last_line)
     join conversation_notes note on conversation_id = conversation and id between first_line and last_line
     where user_id = $1 order by id`,
    [
      userId,
      parts.map(({ sourceId }) => sourceId),
      parts.map(({ firstLine }) => firstLine),
      parts.map(({ lastLine }) => lastLine),
    ],
  );
}

export function readSmsFacts(
  database: Executor,
  userId: number,
  ids: readonly number[],
): Promise<HitFacts[]> {
  return database.query<HitFacts>(
    `select id as "sourceId", id::text as id, case direction when 'inbound' then from_number else to_number end as name,
       null as channel, null::bigint as assistant_id, null as assistant_name, null::bigint as campaign_id,
       null as campaign_name, null::timestamptz as "answeredAt", '{}'::text[] as values
     from sms_messages where user_id = $1 and id = any($2)`,
    [userId, ids],
  );
}

export function readSmsLines(database: Executor, userId: number, ids: readonly number[]): Promise<HitLine[]> {
  return database.query<HitLine>(
    `select id, id as "sourceId", body as text, created_at as at,
       case direction when 'inbound' then 'customer' else 'human' end as author
     from sms_messages where user_id = $1 and id = any($2)`,
    [userId, ids],
  );
}

/** ISO 639-1 codes of all languages of the account's assistants. */
export async function readLanguages(database: Executor, userId: number): Promise<string[]> {
  const rows = await database.query<{ iso_2: string }>(
    `select iso_2 from languages where id in (
       select unnest(language_id || secondary_language_ids) from assistants where user_id = $1)`,
    [userId],
  );
  return rows.map(({ iso_2 }) => iso_2);
}
