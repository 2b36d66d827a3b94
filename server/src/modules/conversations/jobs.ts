import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Pays back messages whose turn died with its process. */
export const settleTurnsJob = defineJob({
  name: 'conversations:settle-turns',
  payload: z.unknown(),
  maxAttempts: 3,
});
