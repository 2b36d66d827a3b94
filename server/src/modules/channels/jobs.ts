import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Applies reports that arrived before their message's carrier id was stored. */
export const matchReportsJob = defineJob({
  name: 'channels:match-reports',
  payload: z.unknown(),
  maxAttempts: 5,
});

/** Settles submissions whose process died or that take too long. */
export const settleSubmissionsJob = defineJob({
  name: 'channels:settle-hand-overs',
  payload: z.unknown(),
  maxAttempts: 3,
});

/** Syncs the templates of every sender from its carrier. */
export const syncTemplatesJob = defineJob({
  name: 'channels:sync-templates',
  payload: z.unknown(),
  maxAttempts: 3,
});

/** Syncs the templates of one sender from its carrier. */
export const syncSenderJob = defineJob({
  name: 'channels:sync-sender',
  payload: z.object({ userId: z.int(), senderId: z.int() }),
  maxAttempts: 3,
});
