import { z } from 'zod';
import {
  aiSwitchResponse,
  conversationPage,
  conversationsQuery,
  conversationViewResponse,
  generateReplyRequest,
  generateReplyResponse,
  historyResponse,
  openConversationRequest,
  openConversationResponse,
  replyEvent,
  rewindRequest,
  rewindResponse,
  visitorMessageRequest,
  visitorMessageResponse,
} from '#contract/conversations.ts';
import { withoutReason } from '../../agent/tool.ts';
import { REPLAY_HEADERS, requestFingerprint, scopedKey } from '../../http/idempotency.ts';
import { pageRequest } from '../../http/pagination.ts';
import {
  AnswerWithHeaders,
  defineRoute,
  EventStream,
  RawJson,
  type RequestFacts,
  type Route,
} from '../../http/route.ts';
import { checkAssistantFilter } from '../assistants/listing/assistant-filter.ts';
import {
  answerVisitor,
  type ConversationDependencies,
  generateReply,
  lastEvent,
  listConversations,
  openConversation,
  readConversation,
  readConversationHistory,
  rewind,
  switchAi,
  uuidOf,
} from './actions.ts';
import { exportRoute } from './inbox/export-conversations.ts';
import { inboxRoute } from './inbox/inbox-route.ts';
import { replyStream } from './reply/reply-stream.ts';
import { pageOf } from './widget/page-of.ts';
import { widgetRoutes } from './widget/routes.ts';

const params = z.object({ uuid: z.string() });
const visitor = {
  tag: 'Conversations',
  access: 'public',
  errors: 'status',
  resource: 'Conversation',
} as const;
const owner = {
  tag: 'Conversations',
  access: 'account',
  errors: 'message',
  resource: 'Conversation',
} as const;
const PAGE_SIZE = 15;
const HOUR_MS = 3_600_000;
/** A message of 2,000 and variables of 10,000 characters, each escaped as a surrogate pair. */
const MESSAGE_BYTES = 131_072;

/** Different clients may choose the same key, so it is scoped to the account or the visitor's network. */
function openingRequest(body: object, facts: RequestFacts): { key: string; hash: string } | null {
  const { namedRequest, path, remoteNetwork, accountId } = facts;
  if (namedRequest === null) return null;
  const hash = requestFingerprint('POST', path, body).toString('hex');
  const scope = accountId === null ? remoteNetwork : `account:${accountId}`;
  return { key: scopedKey(scope, namedRequest.key), hash };
}

function markReplay(answer: object, isReplay: boolean): object {
  return isReplay ? new AnswerWithHeaders(answer, REPLAY_HEADERS) : answer;
}

export function conversationRoutes(dependencies: ConversationDependencies): Route[] {
  return [
    ...visitorRoutes(dependencies),
    ...widgetRoutes(dependencies),
    ...generateReplyRoutes(dependencies),
    listRoute(dependencies),
    inboxRoute(dependencies),
    exportRoute(dependencies),
    viewRoute(dependencies),
    ...takeOverRoutes(dependencies),
  ];
}

/** A message needs a text or a file. */
function isBlank(body: { message?: unknown; files?: unknown }): boolean {
  return body.message == null && (!Array.isArray(body.files) || body.files.length === 0);
}

function visitorRoutes(dependencies: ConversationDependencies): Route[] {
  return [
    defineRoute({
      ...visitor,
      method: 'POST',
      path: '/conversations',
      operationId: 'publicConversations.create',
      description:
        'For visitors of a website: the assistant must be public, or the request needs a token. The answer contains the greeting.',
      summary: 'Open a conversation with an assistant',
      takesCredential: true,
      limit: {
        name: 'conversations',
        limit: dependencies.visitorLimits.conversationsPerHour,
        windowMs: HOUR_MS,
        per: 'address',
      },
      body: openConversationRequest,
      success: { status: 200, schema: openConversationResponse },
      refusals: [400, 403, 404],
      invalidStatus: 400,
      isIdempotent: true,
      handle: async (_context, { body, facts }) => {
        const { accountId } = facts;
        const opening = { page: pageOf(facts), request: openingRequest(body, facts), accountId };
        const { uuid, history, isReplay } = await openConversation(dependencies, body, opening);
        return markReplay({ status: true, conversation_id: uuid, history }, isReplay);
      },
    }),
    defineRoute({
      ...visitor,
      method: 'GET',
      path: '/conversations/:uuid',
      operationId: 'publicConversations.get',
      description: 'The UUID is the visitor’s secret.',
      summary: 'Read the history of a conversation, oldest first',
      params,
      success: { status: 200, schema: historyResponse },
      handle: async (_context, input) =>
        new RawJson(
          `{"status":true,"history":${await readConversationHistory(dependencies, input.params.uuid)}}`,
        ),
    }),
    defineRoute({
      ...visitor,
      method: 'POST',
      path: '/conversations/:uuid/messages',
      operationId: 'publicConversations.messages.create',
      description:
        'Answers with the whole reply, or with `Accept: text/event-stream` with events: `delta` for text, `tool-started` and `tool-finished`, then `done` or `error`.',
      summary: 'Send a message to the assistant, with a streamed reply on Accept: text/event-stream',
      params,
      takesCredential: true,
      maxBodyBytes: MESSAGE_BYTES,
      body: visitorMessageRequest,
      success: { status: 200, schema: visitorMessageResponse, events: replyEvent },
      refusals: [402, 409, 503],
      isIdempotent: true,
      example: { message: 'When are you open?' },
      check: (_context, { body }) => (isBlank(body) ? { message: ['The message field is required.'] } : {}),
      handle: async ({ requestId }, { params: { uuid }, body, facts }) => {
        const isStreamed = facts.accept.includes('text/event-stream');
        const events = await answerVisitor(dependencies, {
          uuid,
          message: body.message ?? '',
          files: body.files ?? [],
          variables: body.variables ?? null,
          requestId,
          isStreamed,
          named: facts.namedRequest,
          page: pageOf(facts),
          accountId: facts.accountId,
        });
        if (isStreamed) return new EventStream(replyStream(events));
        const { text, functionCalls, isReplay } = await lastEvent(events);
        const reply = { status: true, message: text, function_calls: functionCalls.map(withoutReason) };
        return markReplay(reply, isReplay);
      },
    }),
  ];
}

function generateReplyRoutes(dependencies: ConversationDependencies): Route[] {
  return ['/user/ai/generate-reply', '/ai/generate-reply'].map((path) =>
    defineRoute({
      tag: 'Conversations',
      access: 'account',
      errors: 'coded',
      method: 'POST',
      path,
      ...(path === '/user/ai/generate-reply'
        ? { operationId: 'ai.generateReply' }
        : { operationId: 'ai.generateReplyAlias', aliasOf: 'ai.generateReply' }),
      description:
        'For your own channels: one conversation for each assistant and `customer_identifier`. At most 5 requests a minute for each token.',
      summary: 'Generate a reply to a message from your customer',
      body: generateReplyRequest,
      success: { status: 200, schema: generateReplyResponse },
      refusals: [404, 503],
      limit: { name: 'generate-reply', limit: 5, windowMs: 60_000, per: 'token' },
      isIdempotent: true,
      handle: async (context, { body, facts }) => {
        const { uuid, reply, functionCalls, isAiDisabled } = await generateReply(dependencies, context, {
          ...body,
          named: facts.namedRequest,
        });
        return {
          success: true,
          conversation_id: uuid,
          customer_identifier: body.customer_identifier,
          reply,
          function_calls: functionCalls,
          ai_disabled: isAiDisabled,
        };
      },
    }),
  );
}

function listRoute(dependencies: ConversationDependencies): Route {
  return defineRoute({
    ...owner,
    method: 'GET',
    operationId: 'conversations.list',
    description: 'Filters can be combined.',
    path: '/user/conversations',
    summary: 'List conversations by page, newest first',
    query: conversationsQuery,
    success: { status: 200, schema: conversationPage },
    check: (context, { query }) =>
      checkAssistantFilter(dependencies.database, context.userId, query.assistant_id ?? null),
    handle: async (context, { query, facts }) => {
      const filter = {
        type: query.type ?? null,
        assistantId: query.assistant_id ?? null,
        hasOptedOut: query.has_opted_out ?? null,
        dateFrom: query.date_from ?? null,
        dateTo: query.date_to ?? null,
        updatedFrom: query.updated_from ?? null,
        updatedTo: query.updated_to ?? null,
      };
      const page = pageRequest(query, PAGE_SIZE);
      return new RawJson(await listConversations(dependencies, context, { filter, page, facts }));
    },
  });
}

function viewRoute(dependencies: ConversationDependencies): Route {
  return defineRoute({
    ...owner,
    method: 'GET',
    operationId: 'conversations.get',
    description: 'Charges and the evaluation follow shortly after the end.',
    path: '/user/conversations/:uuid',
    summary: 'Read one conversation with its transcript, evaluation and costs, by its UUID or integer id',
    params,
    success: { status: 200, schema: conversationViewResponse },
    handle: async (context, { params }) => {
      const uuid = await uuidOf(dependencies, context, params.uuid);
      return new RawJson(`{"data":${await readConversation(dependencies, context, uuid)}}`);
    },
  });
}

function rewindRoute(dependencies: ConversationDependencies): Route {
  return defineRoute({
    ...owner,
    method: 'POST',
    operationId: 'conversations.rewind',
    description: 'Deletes all messages after the kept ones. For `test` conversations only.',
    path: '/user/conversations/:uuid/rewind',
    summary: 'Rewind a test conversation to an earlier message',
    params,
    body: rewindRequest,
    success: { status: 200, schema: rewindResponse },
    refusals: [409],
    handle: async (context, { params, body }) => {
      const uuid = await uuidOf(dependencies, context, params.uuid);
      const messageCount = await rewind(dependencies, context, { uuid, kept: body.keep_messages });
      return { message: 'The conversation was rewound.', data: { id: uuid, message_count: messageCount } };
    },
  });
}

function takeOverRoutes(dependencies: ConversationDependencies): Route[] {
  const switches = (['enable', 'disable'] as const).map((verb) =>
    defineRoute({
      ...owner,
      method: 'POST',
      operationId: `conversations.${verb}Ai`,
      path: `/user/conversations/:uuid/${verb}-ai`,
      summary:
        verb === 'enable'
          ? 'Turn the AI on in a conversation'
          : 'Turn the AI off in a conversation so that a person can reply',
      params,
      success: { status: 200, schema: aiSwitchResponse },
      handle: async (context, { params }) => {
        const uuid = await uuidOf(dependencies, context, params.uuid);
        const isEnabled = verb === 'enable';
        await switchAi(dependencies, context, { uuid, isEnabled });
        return {
          message: `The AI is ${verb}d in this conversation.`,
          data: { id: uuid, ai_enabled: isEnabled },
        };
      },
    }),
  );
  return [...switches, rewindRoute(dependencies)];
}
