import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { presenceRequest, presenceResponse } from '#contract/inbox.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import type { InboxDependencies } from '../dependencies.ts';
import { announcePresence, leave, listPresence } from './presence-actions.ts';

const shared = { tag: 'Inbox', access: 'account', errors: 'message', resource: 'Conversation' } as const;
const params = z.object({ uuid: z.string() });
const path = '/user/conversations/:uuid/presence';

export function presenceRoutes(dependencies: InboxDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'conversations.presence.list',
      path,
      description: 'You are not in the list.',
      summary: 'List the teammates who have a conversation open',
      params,
      success: { status: 200, schema: presenceResponse },
      handle: async (context, { params: { uuid } }) => ({
        data: await listPresence(dependencies, context, uuid),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'conversations.presence.update',
      role: 'viewer',
      path,
      description: 'Answers with the other teammates there. An API key gets status 422.',
      summary: 'Announce that you have a conversation open, and whether you are typing',
      params,
      body: presenceRequest,
      success: { status: 200, schema: presenceResponse },
      handle: async (context, { params: { uuid }, body }) => ({
        data: await announcePresence(dependencies, context, { key: uuid, isTyping: body.is_typing }),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'conversations.presence.delete',
      refusals: [422],
      role: 'viewer',
      path,
      description: 'Without this request, your presence ends after 15 seconds. An API key gets status 422.',
      summary: 'Announce that you have left a conversation',
      params,
      success: { status: 200, schema: messageResponse },
      handle: async (context, { params: { uuid } }) => {
        await leave(dependencies, context, uuid);
        return { message: 'You have left the conversation.' };
      },
    }),
  ];
}
