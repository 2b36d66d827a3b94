import { contentSearchQuery, contentSearchResponse } from '#contract/content-search.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { checkAssistantFilter } from '../assistants/listing/assistant-filter.ts';
import { checkCursor, type SearchDependencies, searchContent } from './actions.ts';

export function searchRoutes(dependencies: SearchDependencies): Route[] {
  return [
    defineRoute({
      tag: 'Search',
      access: 'account',
      errors: 'message',
      method: 'GET',
      operationId: 'search.content',
      description:
        'Newest first, about a second after it was said; calls when they have ended. Internal notes are found with their conversation. Words are found in all forms of the languages of your assistants. A long conversation may be found several times, at different messages.',
      path: '/user/search/content',
      summary: 'Search the words of calls, conversations, leads and SMS',
      query: contentSearchQuery,
      success: { status: 200, schema: contentSearchResponse },
      check: async ({ userId }, { query }) => ({
        ...checkCursor(query.cursor),
        ...(await checkAssistantFilter(dependencies.database, userId, query.assistant_id ?? null)),
      }),
      handle: (context, { query }) => searchContent(dependencies, context, query),
    }),
  ];
}
