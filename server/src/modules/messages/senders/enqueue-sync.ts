import type { Executor } from '../../../db/client.ts';
import { enqueue } from '../../../work/define-job.ts';
import { syncSenderJob } from '../jobs.ts';

/** Enqueues a template sync of the sender, at most one at a time. */
export async function enqueueSync(
  database: Executor,
  payload: { userId: number; senderId: number },
): Promise<void> {
  await enqueue(database, syncSenderJob, { payload, key: `${syncSenderJob.name}:${payload.senderId}` });
}
