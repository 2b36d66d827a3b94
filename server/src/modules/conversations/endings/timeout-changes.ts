import type { Executor } from '../../../db/client.ts';

interface TimeoutChange {
  id: number;
  userId: number;
  assistantId: number;
  changedAt: Date;
  afterId: number;
  /** The assistant's current setting, which may be newer than this change. */
  timeoutMinutes: number | null;
  /** A later change of the same assistant exists and will be applied to all its conversations. */
  isSuperseded: boolean;
}

/**
 * Applies the oldest timeout change to the next `limit` conversations of its assistant. Conversations that would
 * already have ended under the new timeout end at the time of the change. Skips changes locked by another process.
 * @returns whether there was a change to apply
 */
export async function applyTimeoutChange(
  transaction: Executor,
  { limit }: { limit: number },
): Promise<boolean> {
  const [change] = await transaction.query<TimeoutChange>(
    `select change.id, change.user_id as "userId", assistant_id as "assistantId", changed_at as "changedAt",
       after_id as "afterId", conversation_inactivity_timeout as "timeoutMinutes",
       exists (select from timeout_changes later
         where later.assistant_id = change.assistant_id and later.id > change.id) as "isSuperseded"
     from timeout_changes change join assistants on assistants.id = assistant_id
     order by change.id limit 1 for update of change skip locked`,
  );
  if (change === undefined) return false;
  const told = change.isSuperseded ? null : await tellConversations(transaction, change, limit);
  if (told === null || told.count < limit) {
    await transaction.query('delete from timeout_changes where user_id = $1 and id = $2', [
      change.userId,
      change.id,
    ]);
  } else {
    await transaction.query('update timeout_changes set after_id = $3 where user_id = $1 and id = $2', [
      change.userId,
      change.id,
      told.lastId,
    ]);
  }
  return true;
}

/** Reschedules the checks of the next conversations by id; an earlier check is kept. */
async function tellConversations(
  transaction: Executor,
  { userId, assistantId, afterId, timeoutMinutes, changedAt }: TimeoutChange,
  limit: number,
): Promise<{ count: number; lastId: number } | null> {
  const [told] = await transaction.query<{ count: number; lastId: number }>(
    `with page as (
       select id from conversations
       where user_id = $1 and assistant_id = $2 and id > $3 order by id limit $4),
     sooner as (
       select id, greatest(inactivity_end(active_at, $5), $6) as due from conversations
       where id in (select id from page) and ended_at is null
         and coalesce(end_check_at, 'infinity') > greatest(inactivity_end(active_at, $5), $6)
       order by id for no key update),
     moved as (
       update conversations set end_check_at = sooner.due from sooner where conversations.id = sooner.id)
     select count(*)::int as count, coalesce(max(id), 0) as "lastId" from page`,
    [userId, assistantId, afterId, limit, timeoutMinutes, changedAt],
  );
  return told ?? null;
}
