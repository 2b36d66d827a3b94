import type { Executor } from '../../../db/client.ts';
import { enqueue } from '../../../work/define-job.ts';
import { syncSenderJob } from '../jobs.ts';
import { findSendersOf } from './sender-store.ts';

/** Enqueues a sync of the sender's health and templates, at most one at a time. */
export async function enqueueSync(
  database: Executor,
  payload: { userId: number; senderId: number },
): Promise<void> {
  await enqueue(database, syncSenderJob, { payload, key: `${syncSenderJob.name}:${payload.senderId}` });
}

/** Enqueues a sync of all senders of an account at a carrier. */
export async function enqueueSyncs(
  database: Executor,
  { userId, provider }: { userId: number; provider: string },
): Promise<void> {
  for (const senderId of await findSendersOf(database, { userId, provider })) {
    await enqueueSync(database, { userId, senderId });
  }
}
