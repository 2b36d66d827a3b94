import type { Clock } from '../../../core/clock.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { enqueueEvaluations } from '../jobs.ts';
import { decideEnd } from './end-rules.ts';
import { insertEnds, postponeChecks, takeDueConversations } from './end-store.ts';

/** Per transaction, so that locks are short. */
const BATCH = 200;
/** Per transaction; most of these conversations are only read. */
const TOLD_BATCH = 1000;

/**
 * Ends due conversations in batches shared by several processes. It may be interrupted at any time, because due
 * conversations are found again. Evaluations are enqueued in the same transaction. Batches that apply changed timeouts
 * alternate with these, so that neither delays the other.
 */
export async function endDueConversations(
  { database, clock }: { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const isTelling = await database.transaction((transaction) =>
      applyTimeoutChange(transaction, { limit: TOLD_BATCH }),
    );
    const now = clock.now();
    const looked = await database.transaction((transaction) => endBatch(transaction, now));
    if ((looked < BATCH && !isTelling) || signal.aborted) return;
  }
}

/** @returns the number of conversations checked */
async function endBatch(transaction: Executor, now: Date): Promise<number> {
  const due = await takeDueConversations(transaction, { now, limit: BATCH });
  const ended: { id: number; at: Date }[] = [];
  const postponed: { id: number; until: Date | null }[] = [];
  for (const conversation of due) {
    const decision = decideEnd(conversation, now);
    if (decision.kind === 'ends') ended.push({ id: conversation.id, at: decision.at });
    else postponed.push({ id: conversation.id, until: decision.kind === 'waits' ? decision.until : null });
  }
  if (postponed.length > 0) await postponeChecks(transaction, postponed);
  if (ended.length > 0) await enqueueEvaluations(transaction, await insertEnds(transaction, ended));
  return due.length;
}

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
async function applyTimeoutChange(transaction: Executor, { limit }: { limit: number }): Promise<boolean> {
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
