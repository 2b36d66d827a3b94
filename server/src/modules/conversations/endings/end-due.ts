import type { Clock } from '../../../core/clock.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { enqueueEvaluations } from '../jobs.ts';
import { decideEnd } from './end-rules.ts';
import { insertEnds, postponeChecks, takeDueConversations } from './end-store.ts';
import { applyTimeoutChange } from './timeout-changes.ts';

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
