import type { Clock } from '../../../core/clock.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { enqueueEvaluations } from '../jobs.ts';
import { decideEnd } from './end-rules.ts';
import { insertEnds, postponeChecks, takeDueConversations } from './end-store.ts';
import { applyTimeoutChange } from './timeout-changes.ts';

/** Of one transaction: what is locked is let go again soon. */
const BATCH = 200;
/** Of one transaction too: most of them are looked at only. */
const TOLD_BATCH = 1000;

/**
 * Ends every conversation that is due, in batches that several processes share; whatever is due is found again, so it
 * may be ended at any moment. The evaluation of an end is ordered with it. Batches of conversations that hear of a new
 * timeout come in between, so that neither kind of work holds up the other.
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

/** How many conversations were looked at. */
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
