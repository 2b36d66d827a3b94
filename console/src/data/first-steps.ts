import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { callPage } from '#contract/calls.ts';
import type { conversationPage, inboxPage } from '#contract/conversations.ts';
import { request } from '../lib/api/request.ts';

const ONE = { per_page: 1 };

/** True if there was a call or chat with any assistant. */
export const hasTalkedQuery = queryOptions({
  queryKey: ['conversations', 'any'],
  queryFn: async ({ signal }) => {
    const [calls, chats] = await Promise.all([
      request<z.output<typeof callPage>>('/user/calls', { query: ONE, signal }),
      request<z.output<typeof inboxPage>>('/user/inbox', { query: ONE, signal }),
    ]);
    return calls.total + chats.total > 0;
  },
  meta: { topics: ['calls'] },
});

/** True if a visitor has written in a website widget. */
export const hasWidgetChatQuery = queryOptions({
  queryKey: ['conversations', 'any-widget'],
  queryFn: async ({ signal }) => {
    const query = { type: 'widget', ...ONE };
    // The inbox omits visitors who only opened the widget.
    const page = await request<z.output<typeof inboxPage>>('/user/inbox', { query, signal });
    return page.total > 0;
  },
});

/** True after the first call or chat with the assistant, tests included. */
export const isTestedQuery = (assistantId: number) =>
  queryOptions({
    queryKey: ['conversations', 'any', assistantId],
    queryFn: async ({ signal }) => {
      const query = { assistant_id: assistantId, ...ONE };
      const [calls, chats] = await Promise.all([
        request<z.output<typeof callPage>>('/user/calls', { query, signal }),
        request<z.output<typeof conversationPage>>('/user/conversations', { query, signal }),
      ]);
      return calls.total + chats.total > 0;
    },
    meta: { topics: ['calls'] },
  });

/** True if a visitor has chatted with the assistant in a website widget. */
export const hasWidgetChatWithQuery = (assistantId: number) =>
  queryOptions({
    queryKey: ['conversations', 'any-widget', assistantId],
    queryFn: async ({ signal }) => {
      const query = { type: 'widget', assistant_id: assistantId, ...ONE };
      const page = await request<z.output<typeof inboxPage>>('/user/inbox', { query, signal });
      return page.total > 0;
    },
  });
