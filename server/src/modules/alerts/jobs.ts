import { z } from 'zod';
import { defineJob } from '../../work/define-job.ts';

/** Sends due emails about alerts, and resolves alerts about vendors that no longer fail. */
export const tendAlertsJob = defineJob({
  name: 'alerts:tend',
  payload: z.unknown(),
  maxAttempts: 1,
});
