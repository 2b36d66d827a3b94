import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Settles SMS whose process died during submission. */
export const settleSmsJob = defineJob({
  name: 'sms:settle-hand-overs',
  payload: z.unknown(),
  maxAttempts: 3,
});
