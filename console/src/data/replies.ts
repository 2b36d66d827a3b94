import type { z } from 'zod';
import type { generateReplyRequest, generateReplyResponse } from '#contract/conversations.ts';
import { request } from '../lib/api/request.ts';

export type ReplyRequest = z.input<typeof generateReplyRequest>;
export type Reply = z.output<typeof generateReplyResponse>;

/**
 * Lets an assistant answer a message that was received elsewhere. @param idempotencyKey the same for each attempt at
 * one message
 * @throws ApiError
 */
export function generateReply(body: ReplyRequest, idempotencyKey: string): Promise<Reply> {
  return request('/user/ai/generate-reply', { method: 'POST', body, idempotencyKey });
}
