import type { Executor } from '../../../db/client.ts';

interface TimeoutChange {
  id: number;
  userId: number;
  assistantId: number;
  changedAt: Date;
  afterId: number;
  /** The current setting. */
  timeoutMinutes: number | null;
  /** A later change of the assistant restarts with all conversations. */
  isSuperseded: boolean;
}

/**
 * Applies the oldest change of a timeout to the next `limit` conversations of its assistant. Conversations whose end
 * would be in the past end at the time of the change. Skips changes locked by another process.
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

/** Locks in order of id; keeps an earlier check. */
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
       select id, greatest(active_at + make_interval(mins => $5), $6) as due from conversations
       where id in (select id from page) and ended_at is null
         and coalesce(end_check_at, 'infinity') > greatest(active_at + make_interval(mins => $5), $6)
       order by id for no key update),
     moved as (
       update conversations set end_check_at = sooner.due from sooner where conversations.id = sooner.id)
     select count(*)::int as count, coalesce(max(id), 0) as "lastId" from page`,
    [userId, assistantId, afterId, limit, timeoutMinutes, changedAt],
  );
  return told ?? null;
}
