import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Retries an answer to a customer after the models failed. */
export const answerCustomerJob = defineJob({
  name: 'messaging:answer-customer',
  payload: z.object({ userId: z.int(), conversationId: z.int() }),
  maxAttempts: 5,
});

/** Answers customers whose process died before answering. */
export const answerWaitingJob = defineJob({
  name: 'messaging:answer-waiting',
  payload: z.unknown(),
  maxAttempts: 3,
});

/** Confirms a customer's STOP or START, once. */
export const confirmOptOutJob = defineJob({
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

/** Fetches an attachment from the carrier. */
export const fetchAttachmentJob = defineJob({
  name: 'messaging:fetch-attachment',
  payload: z.object({ attachmentId: z.int() }),
  maxAttempts: 5,
});
