import { createHash } from 'node:crypto';
import { z } from 'zod';
import { conversationState, widgetResponse } from '#contract/widget.ts';
import { AnswerWithHeaders, defineRoute, EventStream, type Route } from '../../../http/route.ts';
import type { ConversationDependencies } from '../actions.ts';
import { followConversation, readWidget } from './actions.ts';
import { fileRoutes } from './files/file-routes.ts';
import { identityRoutes } from './identity/identity-routes.ts';
import { pageOf } from './page-of.ts';
import { pictureRoutes } from './picture-routes.ts';

const visitor = { tag: 'Conversations', access: 'public', errors: 'status' } as const;
const params = z.object({ uuid: z.string() });

/** Quoted, as the header requires. */
function etagOf(answer: object): string {
  return `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`;
}

/** Routes of the chat widget besides conversations. */
export function widgetRoutes(dependencies: ConversationDependencies): Route[] {
  return [
    ...pictureRoutes(dependencies),
    ...fileRoutes(dependencies),
    ...identityRoutes(dependencies),
    defineRoute({
      ...visitor,
      method: 'GET',
      operationId: 'widgets.get',
      description:
        'What the widget shows before a conversation is opened. Answers 304 to `If-None-Match` with the current `ETag`.',
      path: '/widgets/:uuid',
      summary: 'Read the widget settings of an assistant by its UUID',
      resource: 'Assistant',
      params,
      takesCredential: true,
      success: { status: 200, schema: widgetResponse },
      // The response depends on the requesting page.
      headers: { vary: 'origin' },
      refusals: [400],
      handle: async (_context, { params: { uuid }, facts }) => {
        const { accountId } = facts;
        const { widget, isPublic } = await readWidget(dependencies, uuid, { page: pageOf(facts), accountId });
        const answer = { status: true, widget };
        // Kept, but checked at each page load, so that new settings are seen at once.
        const headers = isPublic
          ? { 'cache-control': 'public, no-cache', etag: etagOf(answer) }
          : { 'cache-control': 'no-store' };
        return new AnswerWithHeaders(answer, headers);
      },
    }),
    defineRoute({
      ...visitor,
      method: 'GET',
      path: '/conversations/:uuid/events',
      operationId: 'publicConversations.events.stream',
      description: 'Sent at once and after every change, for example when a person writes.',
      summary: 'Follow a conversation as server-sent events: `state` immediately and after every change',
      resource: 'Conversation',
      params,
      success: { status: 200, schema: conversationState, contentType: 'text/event-stream' },
      refusals: [400, 503],
      handle: async (_context, { params: { uuid }, facts }) => {
        const about = { uuid, page: pageOf(facts), network: facts.remoteNetwork };
        const { events, leave } = await followConversation(dependencies, about);
        return new EventStream(events, leave);
      },
    }),
  ];
}
