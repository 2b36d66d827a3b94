import type { Presence } from '#contract/inbox.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { ConversationKey } from '../store.ts';

/** SQL: pages renew their presence every 5 seconds; two renewals may be lost. */
const VALID = `interval '15 seconds'`;

const PERSON_JSON = jsonObject<Presence['person']>({ id: 'people.id', name: 'people.name' });
const PRESENCE_JSON = jsonObject<Presence>({ person: PERSON_JSON, is_typing: 'present.is_typing' });

export async function renewPresence(
  database: Executor,
  { userId, conversationId }: ConversationKey,
  { personId, isTyping }: { personId: number; isTyping: boolean },
): Promise<void> {
  await database.query(
    `insert into conversation_presence (user_id, conversation_id, person_id, is_typing, seen_at)
     values ($1, $2, $3, $4, clock_timestamp())
     on conflict (conversation_id, person_id) do update set is_typing = excluded.is_typing, seen_at = excluded.seen_at`,
    [userId, conversationId, personId, isTyping],
  );
}

/** Other members in a conversation, by name. @param personId null for an API key */
export async function readPresence(
  database: Executor,
  { userId, conversationId }: ConversationKey,
  personId: number | null,
): Promise<Presence[]> {
  const rows = await database.query<{ presence: Presence }>(
    `select ${PRESENCE_JSON} as presence
     from conversation_presence present join people on people.id = present.person_id
     where present.user_id = $1 and present.conversation_id = $2 and present.person_id is distinct from $3::bigint
       and present.seen_at > clock_timestamp() - ${VALID}
     order by lower(people.name), people.id`,
    [userId, conversationId, personId],
  );
  return rows.map(({ presence }) => presence);
}

export async function endPresence(
  database: Executor,
  { userId, conversationId }: ConversationKey,
  personId: number,
): Promise<void> {
  await database.query(
    'delete from conversation_presence where user_id = $1 and conversation_id = $2 and person_id = $3',
    [userId, conversationId, personId],
  );
}

/** Deletes entries of pages that were closed without notice. */
export async function removeOldPresence(database: Executor): Promise<void> {
  await database.query(
    `delete from conversation_presence where seen_at < clock_timestamp() - interval '1 minute'`,
  );
}
