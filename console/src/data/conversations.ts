import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  aiSwitchResponse,
  conversationView,
  conversationViewResponse,
  humanMessageResponse,
  inboxItem,
  inboxPage,
  inboxQuery,
} from '#contract/conversations.ts';
import { request } from '../lib/api/request.ts';
import { type PageQuery, ROWS_PER_PAGE } from './pages/use-paged-rows.ts';

export type InboxItem = z.output<typeof inboxItem>;
export type Conversation = z.output<typeof conversationView>;
export type ConversationType = InboxItem['type'];
export type InboxFilter = Omit<z.output<typeof inboxQuery>, 'page' | 'per_page'>;

/** Latest message first. */
export function inboxPages(filter: InboxFilter): PageQuery<InboxItem> {
  return (page) => ({
    queryKey: ['conversations', 'page', filter, page],
    queryFn: ({ signal }) =>
      request<z.output<typeof inboxPage>>('/user/inbox', {
        query: { ...filter, page, per_page: ROWS_PER_PAGE },
        signal,
      }),
    // A failed delivery changes no conversation, so follow messages too.
    meta: { topics: ['messages', 'reads', 'groups'] },
    // A snooze ends without an event.
    refetchInterval: 60_000,
  });
}

export function conversationQuery(uuid: string) {
  return queryOptions({
    queryKey: ['conversations', 'one', uuid],
    queryFn: async ({ signal }) => {
      const path = `/user/conversations/${encodeURIComponent(uuid)}`;
      return (await request<z.output<typeof conversationViewResponse>>(path, { signal })).data;
    },
  });
}

/** The latest conversation of a customer with a sender, by both numbers; null if they have none. */
export async function findChannelConversation(
  senderNumber: string,
  customerPhone: string,
): Promise<string | null> {
  const query = { type: 'msgapp', customer: customerPhone, per_page: ROWS_PER_PAGE };
  const { data } = await request<z.output<typeof inboxPage>>('/user/inbox', { query });
  for (const { id, customer_phone } of data) {
    if (customer_phone !== customerPhone) continue;
    const path = `/user/conversations/${id}`;
    const { sender } = (await request<z.output<typeof conversationViewResponse>>(path)).data;
    if (sender?.phone_number === senderNumber) return id;
  }
  return null;
}

/** Turns the AI on or off; while it is off, a person answers. */
export const switchAi = mutationOptions({
  mutationFn: ({ uuid, isOn }: { uuid: string; isOn: boolean }) =>
    request<z.output<typeof aiSwitchResponse>>(
      `/user/conversations/${uuid}/${isOn ? 'enable' : 'disable'}-ai`,
      { method: 'POST' },
    ),
});

/** @param idempotencyKey the same for each attempt at one message */
export function writeAsPerson(
  uuid: string,
  message: string,
  idempotencyKey: string,
): Promise<z.output<typeof humanMessageResponse>> {
  const path = `/user/conversations/${uuid}/messages`;
  return request(path, { method: 'POST', body: { message }, idempotencyKey });
}
