import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Tries again to answer a customer, some time after the models failed. */
export const answerCustomerJob = defineJob({
  name: 'messaging:answer-customer',
  payload: z.object({ userId: z.int(), conversationId: z.int() }),
  maxAttempts: 5,
});

/** Answers customers whose process died before it did. */
export const answerWaitingJob = defineJob({
  name: 'messaging:answer-waiting',
  payload: z.unknown(),
  maxAttempts: 3,
});

/** Tells a customer that their STOP or START was heard, once. */
export const confirmWishJob = defineJob({
  name: 'messaging:confirm-wish',
  payload: z.object({
    userId: z.int(),
    conversationId: z.int(),
    messageId: z.int(),
    wish: z.enum(['stop', 'start']),
    languages: z.array(z.string()),
  }),
  maxAttempts: 6,
});

/** Fetches what a customer sent beside the words. */
export const fetchAttachmentJob = defineJob({
  name: 'messaging:fetch-attachment',
  payload: z.object({ attachmentId: z.int() }),
  maxAttempts: 5,
});
