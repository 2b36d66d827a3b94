import type { z } from 'zod';
import type { conversationState } from '#contract/widget.ts';
import type { WidgetSettings } from '#contract/widget-settings.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';

export type ConversationState = z.output<typeof conversationState>;

interface StoredWidget {
  id: number;
  user_id: number;
  name: string;
  is_public: boolean;
  settings: WidgetSettings;
  /** Hash of the picture; null without one. */
  picture: string | null;
  initial_message: string;
  variables: Record<string, unknown>;
  timezone: string;
}

/** Widget settings of an assistant; null if unknown. */
export async function findWidget(database: Executor, assistantUuid: string): Promise<StoredWidget | null> {
  const [row] = await database.query<StoredWidget>(
    `select id, user_id, name, is_public, widget_settings as settings, initial_message, variables, timezone,
       (select sha256 from widget_pictures where assistant_id = assistants.id) as picture
     from assistants where uuid = $1 and deleted_at is null`,
    [assistantUuid],
  );
  return row ?? null;
}

export interface FollowedConversation {
  uuid: string;
  allowed_origins: string[];
  state: ConversationState;
}

const STATE_JSON = jsonObject<ConversationState>({
  message_count: 'talk.message_count',
  ai_enabled: 'talk.ai_enabled',
  status: `case when talk.ended_at is null then 'active' else 'ended' end`,
});

/** States of followed conversations that still exist, including their assistants. */
export function readFollowed(database: Executor, uuids: readonly string[]): Promise<FollowedConversation[]> {
  return database.query<FollowedConversation>(
    `select talk.uuid, assistants.widget_settings -> 'allowed_origins' as allowed_origins,
       ${STATE_JSON} as state
     from conversations talk join assistants on assistants.id = talk.assistant_id
     where talk.uuid = any($1) and talk.type in ('widget', 'test') and assistants.deleted_at is null
       and (assistants.is_public or talk.opened_by_account)`,
    [uuids],
  );
}

export async function hasAssistant(
  database: Executor,
  about: { userId: number; assistantId: number },
): Promise<boolean> {
  const rows = await database.query<{ id: number }>(
    'select id from assistants where user_id = $1 and id = $2 and deleted_at is null',
    [about.userId, about.assistantId],
  );
  return rows.length > 0;
}

/** Stores the picture of a widget in place of an earlier one. @returns the assistant's UUID; null if the account has no such assistant */
export async function storePicture(
  database: Executor,
  about: { userId: number; assistantId: number },
  picture: { contentType: string; bytes: Buffer; sha256: string },
): Promise<string | null> {
  const [row] = await database.query<{ uuid: string }>(
    `with assistant as (
       select id, user_id, uuid from assistants where user_id = $1 and id = $2 and deleted_at is null),
     stored as (
       insert into widget_pictures (user_id, assistant_id, content_type, bytes, sha256)
       select user_id, id, $3, $4, $5 from assistant
       on conflict (assistant_id) do update set content_type = excluded.content_type, bytes = excluded.bytes,
         sha256 = excluded.sha256, created_at = now())
     select uuid from assistant`,
    [about.userId, about.assistantId, picture.contentType, picture.bytes, picture.sha256],
  );
  return row?.uuid ?? null;
}

/** @returns false if the account has no such assistant; true also if it has no picture */
export async function removePicture(
  database: Executor,
  about: { userId: number; assistantId: number },
): Promise<boolean> {
  const rows = await database.query<{ id: number }>(
    `with assistant as (
       select id from assistants where user_id = $1 and id = $2 and deleted_at is null),
     removed as (
       delete from widget_pictures where user_id = $1 and assistant_id in (select id from assistant))
     select id from assistant`,
    [about.userId, about.assistantId],
  );
  return rows.length > 0;
}

export interface StoredPicture {
  user_id: number;
  is_public: boolean;
  content_type: string;
  bytes: Buffer;
  sha256: string;
}

export async function findPicture(database: Executor, assistantUuid: string): Promise<StoredPicture | null> {
  const [row] = await database.query<StoredPicture>(
    `select assistants.user_id, assistants.is_public, picture.content_type, picture.bytes, picture.sha256
     from widget_pictures picture join assistants on assistants.id = picture.assistant_id
     where assistants.uuid = $1 and assistants.deleted_at is null`,
    [assistantUuid],
  );
  return row ?? null;
}
