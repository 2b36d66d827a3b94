import { inboxPage, inboxQuery } from '#contract/conversations.ts';
import type { Executor } from '../../../db/client.ts';
import { pageEnvelope, pageRequest } from '../../../http/pagination.ts';
import { defineRoute, RawJson, type Route } from '../../../http/route.ts';
import { checkAssistantFilter } from '../../assistants/listing/assistant-filter.ts';
import { findSourceIds } from '../../search/actions.ts';
import type { ConversationDependencies } from '../actions.ts';
import { checkGroupFilter } from './group-filter.ts';
import { type InboxFilter, readCursor, readInboxPage } from './inbox-page.ts';
import { needsPerson, personOf } from './person.ts';

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
    description:
      'With the latest message, the customer and the state of each conversation. In a `view`, the longest wait comes first.',
    path: '/user/inbox',
    summary: 'List conversations by page, most recently active first',
    query: inboxQuery,
    success: { status: 200, schema: inboxPage },
    check: async ({ userId }, { query }) => ({
      ...(await checkAssistantFilter(database, userId, query.assistant_id ?? null)),
      ...(await checkGroupFilter(database, userId, query.group_id ?? null)),
    }),
    handle: async (context, { query, facts }) => {
      const { userId } = context;
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
        view: query.view ?? null,
        groupId: query.group_id ?? null,
        tag: query.tag ?? null,
      };
      const personId = personOf(context)?.id ?? null;
      if (filter.view === 'mine' && personId === null) throw needsPerson('The view "mine"');
      const page = pageRequest(query, PAGE_SIZE);
      const cursor = readCursor(query.cursor ?? null);
      const found = await readInboxPage(database, { userId, personId, filter, cursor }, page);
      const envelope = pageEnvelope(facts, page, found).slice(0, -1);
      return new RawJson(`${envelope},"next_cursor":${JSON.stringify(found.next)}}`);
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
