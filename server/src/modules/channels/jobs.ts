import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Applies reports that came before their message was known. */
export const matchReportsJob = defineJob({
  name: 'channels:match-reports',
  payload: z.unknown(),
  maxAttempts: 5,
});

/** Settles hand-overs that died with their process. */
export const settleSubmissionsJob = defineJob({
  name: 'channels:settle-hand-overs',
  payload: z.unknown(),
  maxAttempts: 3,
});

/** Reads the templates of every sender from its carrier. */
export const syncTemplatesJob = defineJob({
  name: 'channels:sync-templates',
  payload: z.unknown(),
  maxAttempts: 3,
});

/** Reads the templates of one sender from its carrier. */
export const syncSenderJob = defineJob({
  name: 'channels:sync-sender',
  payload: z.object({ userId: z.int(), senderId: z.int() }),
  maxAttempts: 3,
});
