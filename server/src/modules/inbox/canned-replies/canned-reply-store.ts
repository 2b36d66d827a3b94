import type { CannedReply } from '#contract/inbox.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';

const REPLY_JSON = jsonObject<CannedReply>({
  id: 'reply.id',
  shortcut: 'reply.shortcut',
  content: 'reply.content',
  updated_at: 'iso_timestamp(reply.updated_at)',
});

/** By shortcut. */
export async function readCannedReplies(database: Executor, userId: number): Promise<CannedReply[]> {
  const rows = await database.query<{ stored: CannedReply }>(
    `select ${REPLY_JSON} as stored from canned_replies reply where user_id = $1 order by shortcut`,
    [userId],
  );
  return rows.map(({ stored }) => stored);
}

export interface NewReply {
  shortcut: string;
  content: string;
}

/** @returns null if the shortcut is in use */
export async function insertCannedReply(
  database: Executor,
  userId: number,
  { shortcut, content }: NewReply,
): Promise<CannedReply | null> {
  const [row] = await database.query<{ stored: CannedReply }>(
    `with reply as (
       insert into canned_replies (user_id, shortcut, content) values ($1, $2, $3)
       on conflict (user_id, shortcut) do nothing returning *)
     select ${REPLY_JSON} as stored from reply`,
    [userId, shortcut, content],
  );
  return row?.stored ?? null;
}

/** Null for `reply` if the shortcut is in use; `isKnown` is false if the account has no such canned reply. */
export async function updateCannedReply(
  database: Executor,
  { userId, id }: { userId: number; id: number },
  { shortcut, content }: NewReply,
): Promise<{ isKnown: boolean; reply: CannedReply | null }> {
  const [row] = await database.query<{ is_known: boolean; stored: CannedReply | null }>(
    `with reply as (
       update canned_replies set shortcut = $3, content = $4, updated_at = clock_timestamp()
       where user_id = $1 and id = $2 and not exists (
         select from canned_replies other where other.user_id = $1 and other.shortcut = $3 and other.id <> $2)
       returning *)
     select exists (select from canned_replies where user_id = $1 and id = $2) as is_known,
       (select ${REPLY_JSON} from reply) as stored`,
    [userId, id, shortcut, content],
  );
  return { isKnown: row?.is_known ?? false, reply: row?.stored ?? null };
}

/** @returns false if the account has no such canned reply */
export async function deleteCannedReply(database: Executor, userId: number, id: number): Promise<boolean> {
  const rows = await database.query(
    'delete from canned_replies where user_id = $1 and id = $2 returning id',
    [userId, id],
  );
  return rows.length > 0;
}
