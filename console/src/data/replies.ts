import type { z } from 'zod';
import type { generateReplyRequest, generateReplyResponse } from '#contract/conversations.ts';
import { request } from '../lib/api/request.ts';

export type ReplyRequest = z.input<typeof generateReplyRequest>;
export type Reply = z.output<typeof generateReplyResponse>;

/**
 * Lets an assistant answer what a customer wrote elsewhere. @param idempotencyKey the same for every try of one message
 * @throws ApiError
 */
export function generateReply(body: ReplyRequest, idempotencyKey: string): Promise<Reply> {
  return request('/user/ai/generate-reply', { method: 'POST', body, idempotencyKey });
}
