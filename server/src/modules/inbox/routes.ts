import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import {
  assignRequest,
  bulkConversationsRequest,
  bulkConversationsResponse,
  conversationEventsResponse,
  inboxChoicesResponse,
  inboxCountsResponse,
  inboxStateResponse,
  noteRequest,
  noteResponse,
  notesResponse,
  readResponse,
  snoozeRequest,
  tagsRequest,
} from '#contract/inbox.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import {
  assignConversation,
  changeConversations,
  closeConversation,
  countInbox,
  listChoices,
  listEvents,
  listNotes,
  readConversation,
  removeNote,
  reopenConversation,
  snoozeConversation,
  tagConversation,
  writeNote,
} from './actions.ts';
import { cannedReplyRoutes } from './canned-replies/canned-reply-routes.ts';
import type { InboxDependencies } from './dependencies.ts';
import { groupRoutes } from './groups/group-routes.ts';
import { presenceRoutes } from './presence/presence-routes.ts';
import { bulkErrors } from './rules.ts';

const shared = { tag: 'Inbox', access: 'account', errors: 'message', resource: 'Conversation' } as const;
const params = z.object({ uuid: z.string() });

export function inboxRoutes(dependencies: InboxDependencies): Route[] {
  return [
    ...viewRoutes(dependencies),
    ...assignmentRoutes(dependencies),
    ...statusRoutes(dependencies),
    ...noteRoutes(dependencies),
    ...severalRoutes(dependencies),
    ...presenceRoutes(dependencies),
    ...groupRoutes(dependencies),
    ...cannedReplyRoutes(dependencies),
  ];
}

function viewRoutes(dependencies: InboxDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'inbox.counts.get',
      path: '/user/inbox/counts',
      description: 'Read `inbox.list` for the conversations of a view.',
      summary: 'Count the conversations in each view of the inbox',
      success: { status: 200, schema: inboxCountsResponse },
      handle: async (context) => ({ data: await countInbox(dependencies, context) }),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'inbox.choices.get',
      path: '/user/inbox/choices',
      description: 'Viewers are not included, because they cannot reply.',
      summary: 'List the members and groups that conversations can be assigned to, and tags in use',
      success: { status: 200, schema: inboxChoicesResponse },
      handle: async (context) => ({ data: await listChoices(dependencies, context) }),
    }),
  ];
}

function assignmentRoutes(dependencies: InboxDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'conversations.assignment.update',
      path: '/user/conversations/:uuid/assignment',
      description: 'The assistant keeps answering until `conversations.disableAi`.',
      summary: 'Assign a conversation to a member or a group',
      params,
      body: assignRequest,
      success: { status: 200, schema: inboxStateResponse },
      handle: async (context, { params: { uuid }, body }) => ({
        message: 'The conversation was assigned.',
        data: await assignConversation(dependencies, context, { ...body, key: uuid }),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'conversations.tags.update',
      path: '/user/conversations/:uuid/tags',
      description: 'Replaces all tags.',
      summary: 'Set the tags of a conversation',
      params,
      body: tagsRequest,
      success: { status: 200, schema: inboxStateResponse },
      handle: async (context, { params: { uuid }, body }) => ({
        message: 'The tags were saved.',
        data: await tagConversation(dependencies, context, { ...body, key: uuid }),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'conversations.read.update',
      refusals: [422],
      role: 'viewer',
      path: '/user/conversations/:uuid/read',
      description: 'Each member has their own read marks; an API key has none and gets status 422.',
      summary: 'Mark a conversation as read by you',
      params,
      success: { status: 200, schema: readResponse },
      handle: async (context, { params: { uuid } }) => {
        await readConversation(dependencies, context, uuid);
        return { message: 'The conversation was marked as read.' };
      },
    }),
  ];
}

function statusRoutes(dependencies: InboxDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'conversations.snooze',
      path: '/user/conversations/:uuid/snooze',
      description: 'It opens again at that time, or when the customer writes.',
      summary: 'Hide a conversation from the open views until a time',
      params,
      body: snoozeRequest,
      success: { status: 200, schema: inboxStateResponse },
      handle: async (context, { params: { uuid }, body }) => ({
        message: 'The conversation was snoozed.',
        data: await snoozeConversation(dependencies, context, { key: uuid, until: new Date(body.until) }),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'conversations.close',
      path: '/user/conversations/:uuid/close',
      description: 'The assistant answers again. The customer’s next message opens the conversation.',
      summary: 'Close a conversation and hand it back to the assistant',
      params,
      success: { status: 200, schema: inboxStateResponse },
      handle: async (context, { params: { uuid } }) => ({
        message: 'The conversation was closed.',
        data: await closeConversation(dependencies, context, uuid),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'conversations.reopen',
      path: '/user/conversations/:uuid/reopen',
      description: 'The assistant keeps answering until `conversations.disableAi`.',
      summary: 'Open a closed or snoozed conversation',
      params,
      success: { status: 200, schema: inboxStateResponse },
      handle: async (context, { params: { uuid } }) => ({
        message: 'The conversation was opened.',
        data: await reopenConversation(dependencies, context, uuid),
      }),
    }),
  ];
}

function severalRoutes(dependencies: InboxDependencies): Route[] {
  return [
    defineRoute({
      tag: 'Inbox',
      access: 'account',
      errors: 'message',
      method: 'POST',
      operationId: 'conversations.changeMany',
      path: '/user/conversations/bulk',
      description:
        'All changes are stored together. Conversations that cannot be changed are listed in `skipped`, and do not stop the others.',
      summary: 'Assign, snooze, close, reopen or tag up to 1,000 conversations',
      body: bulkConversationsRequest,
      check: (_, { body }) => bulkErrors(body),
      example: { ids: ['6e6a2f5c-0000-4000-8000-000000000000'], action: 'close' },
      success: { status: 200, schema: bulkConversationsResponse },
      handle: async (context, { body }) => {
        const data = await changeConversations(dependencies, context, body);
        return { message: 'The conversations were changed.', data };
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'conversations.events.list',
      path: '/user/conversations/:uuid/events',
      description: 'At most the latest 500. Earlier versions did not record them.',
      summary: 'List assignments, snoozes, closings and reopenings of a conversation, oldest first',
      params,
      success: { status: 200, schema: conversationEventsResponse },
      handle: async (context, { params: { uuid } }) => ({
        data: await listEvents(dependencies, context, uuid),
      }),
    }),
  ];
}

function noteRoutes(dependencies: InboxDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'conversations.notes.list',
      path: '/user/conversations/:uuid/notes',
      description: 'At most the latest 500.',
      summary: 'List the internal notes of a conversation, oldest first',
      params,
      success: { status: 200, schema: notesResponse },
      handle: async (context, { params: { uuid } }) => ({
        data: await listNotes(dependencies, context, uuid),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'conversations.notes.create',
      path: '/user/conversations/:uuid/notes',
      description: 'Customers and assistants never see notes.',
      summary: 'Write an internal note',
      params,
      body: noteRequest,
      success: { status: 201, schema: noteResponse },
      isIdempotent: true,
      handle: async (context, { params: { uuid }, body }) => ({
        message: 'The note was saved.',
        data: await writeNote(dependencies, context, { ...body, key: uuid }),
      }),
    }),
    defineRoute({
      ...shared,
      resource: 'Note',
      method: 'DELETE',
      operationId: 'conversations.notes.delete',
      path: '/user/conversations/:uuid/notes/:id',
      description: 'Any member with the role agent or higher can delete it.',
      summary: 'Delete an internal note',
      params: z.object({ uuid: z.string(), id: pathId() }),
      success: { status: 200, schema: messageResponse },
      handle: async (context, { params: { uuid, id } }) => {
        await removeNote(dependencies, context, { key: uuid, noteId: id });
        return { message: 'The note was deleted.' };
      },
    }),
  ];
}
