import { inboxPage, inboxQuery } from '#contract/conversations.ts';
import type { Executor } from '../../../db/client.ts';
import { pageEnvelope, pageRequest } from '../../../http/pagination.ts';
import { defineRoute, RawJson, type Route } from '../../../http/route.ts';
import { checkAssistantFilter } from '../../assistants/listing/assistant-filter.ts';
import { findSourceIds } from '../../search/actions.ts';
import type { ConversationDependencies } from '../actions.ts';
import { type InboxFilter, readInboxPage } from './inbox-page.ts';

const PAGE_SIZE = 15;

/** Lists conversations by latest message, with the text of that message. */
export function inboxRoute({ database }: ConversationDependencies): Route {
  return defineRoute({
    tag: 'Conversations',
    access: 'account',
    errors: 'message',
    resource: 'Conversation',
    method: 'GET',
    operationId: 'inbox.list',
    description: 'With the latest message and the customer of each conversation.',
    path: '/user/inbox',
    summary: 'List conversations by page, most recently active first',
    query: inboxQuery,
    success: { status: 200, schema: inboxPage },
    check: ({ userId }, { query }) => checkAssistantFilter(database, userId, query.assistant_id ?? null),
    handle: async ({ userId }, { query, facts }) => {
      const filter = {
        type: query.type ?? null,
        assistantId: query.assistant_id ?? null,
        status: query.status ?? null,
        isAiEnabled: query.ai_enabled ?? null,
        hasOptedOut: query.has_opted_out ?? null,
        customer: query.customer ?? null,
        search: await inboxSearch(database, userId, query.search),
        dateFrom: query.date_from ?? null,
        dateTo: query.date_to ?? null,
      };
      const page = pageRequest(query, PAGE_SIZE);
      return new RawJson(pageEnvelope(facts, page, await readInboxPage(database, { userId, filter }, page)));
    },
  });
}

async function inboxSearch(
  database: Executor,
  userId: number,
  text: string | null | undefined,
): Promise<InboxFilter['search']> {
  if (text == null) return null;
  return { text, ids: await findSourceIds(database, { userId, kind: 'conversation', words: text }) };
}
