import { z } from 'zod';
import { defineJob } from '../../work/define-job.ts';

/** Finds numbers that were bought but not stored. */
export const settleOrdersJob = defineJob({
  name: 'phone-numbers:settle-orders',
  payload: z.unknown(),
  maxAttempts: 3,
});
