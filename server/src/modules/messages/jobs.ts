import { z } from 'zod';
import { defineJob } from '../../work/define-job.ts';

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

/** Syncs the health and templates of every sender from its carrier. */
export const syncTemplatesJob = defineJob({
  name: 'channels:sync-templates',
  payload: z.unknown(),
  maxAttempts: 3,
});

/** Syncs the health and templates of one sender from its carrier. */
export const syncSenderJob = defineJob({
  name: 'channels:sync-sender',
  payload: z.object({ userId: z.int(), senderId: z.int() }),
  maxAttempts: 3,
});

/** Settles SMS whose process died during submission. */
export const settleSmsJob = defineJob({
  name: 'sms:settle-hand-overs',
  payload: z.unknown(),
  maxAttempts: 3,
});
