import type { z } from 'zod';
import type { conversationState, widgetAppearance } from '#contract/widget.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';

export type ConversationState = z.output<typeof conversationState>;

interface StoredWidget {
  user_id: number;
  is_public: boolean;
  appearance: Omit<z.output<typeof widgetAppearance>, 'greeting'>;
  initial_message: string;
  variables: Record<string, unknown>;
  timezone: string;
  allowed_origins: string[];
}

const APPEARANCE = jsonObject<StoredWidget['appearance']>({
  name: 'name',
  theme: `widget_settings -> 'theme'`,
  color: `widget_settings -> 'color'`,
  position: `widget_settings -> 'position'`,
});

/** Widget configuration and allowed origins of an assistant; null if unknown. */
export async function findWidget(database: Executor, assistantUuid: string): Promise<StoredWidget | null> {
  const [row] = await database.query<StoredWidget>(
    `select user_id, is_public, ${APPEARANCE} as appearance,
       initial_message, variables, timezone, widget_settings -> 'allowed_origins' as allowed_origins
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
