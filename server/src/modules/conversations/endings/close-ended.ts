import type { Executor } from '../../../db/client.ts';

/** Ids per statement: other changes of these conversations wait for at most a second. */
const IDS_AT_ONCE = 1000;

/**
 * Closes conversations of people that ended before the upgrade to the inbox, newest first. Safe to
 * repeat: conversations used since then are skipped. `|| ''` keeps the planner from reading all open conversations by their index.
 */
export async function closeEnded(
  database: Executor,
  { beforeId, endedBefore }: { beforeId: number; endedBefore: string },
  signal: AbortSignal,
): Promise<void> {
  for (let next: number | null = beforeId; next !== null; ) {
    signal.throwIfAborted();
    const [row]: { first: number | null }[] = await database.query<{ first: number | null }>(
      `with batch as materialized (select id from conversations where id < $1 order by id desc limit $2),
       closed as (
         update conversations talk set inbox_status = 'closed'
         from batch where talk.id = batch.id and not ai_enabled and ended_at < $3 and inbox_status || '' = 'open'
           and assigned_person_id is null and assigned_group_id is null and waiting_since is null)
       select min(id) as first from batch`,
      [next, IDS_AT_ONCE, endedBefore],
    );
    next = row?.first ?? null;
  }
}
