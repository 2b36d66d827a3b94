import type { Executor } from '../../../db/client.ts';
import { enqueue } from '../../../jobs/define-job.ts';
import { syncSenderJob } from '../jobs.ts';

/** Has the sender's templates read from its carrier soon; once, however often it is asked for meanwhile. */
export async function enqueueSync(
  database: Executor,
  payload: { userId: number; senderId: number },
): Promise<void> {
  await enqueue(database, syncSenderJob, { payload, key: `${syncSenderJob.name}:${payload.senderId}` });
}
