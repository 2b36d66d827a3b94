import { z } from 'zod';
import { defineJob } from '../../work/define-job.ts';

/** Removes entries of the audit log after the retention period. */
export const removeOldEntriesJob = defineJob({
  name: 'audit-log:remove-old',
  payload: z.unknown(),
  maxAttempts: 3,
});
