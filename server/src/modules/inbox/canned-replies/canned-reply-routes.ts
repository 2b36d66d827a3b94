import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import { cannedRepliesResponse, cannedReplyRequest, cannedReplyResponse } from '#contract/inbox.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import type { InboxDependencies } from '../dependencies.ts';
import {
  changeCannedReply,
  createCannedReply,
  listCannedReplies,
  removeCannedReply,
} from './canned-reply-actions.ts';

const shared = { tag: 'Inbox', access: 'account', errors: 'message', resource: 'Canned reply' } as const;
const params = z.object({ id: pathId() });
const example = { shortcut: 'thanks', content: 'Thank you, {{visitor.name}}! {{agent.name}}' };

export function cannedReplyRoutes(dependencies: InboxDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'cannedReplies.list',
      path: '/user/canned-replies',
      description: 'Variables are filled when a teammate inserts the text.',
      summary: 'List the canned replies, by shortcut',
      success: { status: 200, schema: cannedRepliesResponse },
      handle: async (context) => ({ data: await listCannedReplies(dependencies, context) }),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'cannedReplies.create',
      path: '/user/canned-replies',
      example,
      description: 'The shortcut must be unique in the account.',
      summary: 'Create a canned reply',
      body: cannedReplyRequest,
      success: { status: 201, schema: cannedReplyResponse },
      isIdempotent: true,
      handle: async (context, { body }) => ({
        message: 'The canned reply was created.',
        data: await createCannedReply(dependencies, context, body),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'cannedReplies.update',
      path: '/user/canned-replies/:id',
      example,
      description: 'Replaces the shortcut and the text.',
      summary: 'Change a canned reply',
      params,
      body: cannedReplyRequest,
      success: { status: 200, schema: cannedReplyResponse },
      handle: async (context, { params: { id }, body }) => ({
        message: 'The canned reply was saved.',
        data: await changeCannedReply(dependencies, context, { ...body, id }),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'cannedReplies.delete',
      path: '/user/canned-replies/:id',
      description: 'Messages that contain its text stay.',
      summary: 'Delete a canned reply',
      params,
      success: { status: 200, schema: messageResponse },
      handle: async (context, { params: { id } }) => {
        await removeCannedReply(dependencies, context, id);
        return { message: 'The canned reply was deleted.' };
      },
    }),
  ];
}
