import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  channelMessage,
  channelMessagesResponse,
  senderListResponse,
  sendTemplateRequest,
  sendTemplateResponse,
  templateListResponse,
} from '#contract/messaging.ts';
import { request } from '../lib/api/request.ts';

export type ChannelMessage = z.output<typeof channelMessage>;

/** Page parameter of the newest messages; later pages have the id of the oldest loaded message. */
const NEWEST: number | null = null;

/** Page size of the API. */
const MESSAGES_PER_PAGE = 50;

/**
 * Messages of a conversation on the channel with their delivery state. The newest page comes first; each page is oldest
 * first.
 * @param conversation its UUID or its number
 */
export function channelMessagesQuery(conversation: string | number) {
  return infiniteQueryOptions({
    queryKey: ['messages', 'of', conversation],
    queryFn: ({ pageParam, signal }) =>
      request<z.output<typeof channelMessagesResponse>>(
        `/user/msgapp/conversations/${conversation}/messages`,
        {
          query: { before: pageParam },
          signal,
        },
      ),
    initialPageParam: NEWEST,
    getNextPageParam: ({ data }) =>
      data.length < MESSAGES_PER_PAGE ? undefined : (data[0]?.id ?? undefined),
  });
}

/** The sender of a phone number of the account; null if it was deleted. */
export function senderByNumberQuery(phoneNumber: string) {
  return queryOptions({
    queryKey: ['senders', 'by-number', phoneNumber],
    queryFn: async ({ signal }) => {
      const query = { status: 'all' };
      const { data } = await request<z.output<typeof senderListResponse>>('/user/msgapp/senders', {
        query,
        signal,
      });
      return data.find(({ phone_number }) => phone_number === phoneNumber) ?? null;
    },
  });
}

/** Approved templates of a sender. */
export function approvedTemplatesQuery(senderId: number) {
  return queryOptions({
    queryKey: ['templates', 'approved', senderId],
    queryFn: async ({ signal }) => {
      const path = `/user/msgapp/senders/${senderId}/templates`;
      const query = { status: 'approved' };
      return (await request<z.output<typeof templateListResponse>>(path, { query, signal })).data;
    },
  });
}

/** @param idempotencyKey the same for each attempt at one message */
export function sendTemplate(
  order: z.input<typeof sendTemplateRequest>,
  idempotencyKey: string,
): Promise<z.output<typeof sendTemplateResponse>> {
  return request('/user/msgapp/send', { method: 'POST', body: order, idempotencyKey });
}

/** Path of a customer's attachment. */
export function attachmentPath(attachmentId: number): string {
  return `/api/user/msgapp/attachments/${attachmentId}`;
}
