import { z } from 'zod';
import { humanMessageRequest, humanMessageResponse } from '#contract/conversations.ts';
import { pathId, pathIdOrUuid } from '#contract/fields.ts';
import {
  channelMessagesQuery,
  channelMessagesResponse,
  messageDeliveryResponse,
  sendFreeformRequest,
  sendFreeformResponse,
  sendTemplateRequest,
  sendTemplateResponse,
  sessionStatusQuery,
  sessionStatusResponse,
} from '#contract/messaging.ts';
import { BinaryAnswer, defineRoute, RawJson, type Route } from '../../http/route.ts';
import { uuidOf } from '../conversations/actions.ts';
import { PICTURE_TYPES, pictureTypeOf } from '../conversations/widget/files/file-rules.ts';
import type { MessageDependencies } from './dependencies.ts';
import { callbackRoutes } from './inbound/callback-routes.ts';
import type { SentMessage } from './outgoing/send-message.ts';
import { sendAsHuman, sendFreeform, sendTemplate } from './outgoing/send-verbs.ts';
import {
  listChannelMessages,
  openAttachment,
  readSessionStatus,
  showDelivery,
} from './reading/read-verbs.ts';
import { senderRoutes } from './senders/routes.ts';
import { smsRoutes } from './sms/routes.ts';
import { templateRoutes } from './templates/routes.ts';

const shared = { tag: 'Messaging', access: 'account', errors: 'coded' } as const;
/** Each route with this limit has its own budget. */
const fivePerSecond = { limit: 5, windowMs: 1000, per: 'user' } as const;
const params = z.object({ id: pathId() });

export function messageRoutes(dependencies: MessageDependencies): Route[] {
  return [
    ...senderRoutes(dependencies),
    ...templateRoutes(dependencies),
    humanMessageRoute(dependencies),
    freeformRoute(dependencies),
    templateRoute(dependencies),
    sessionRoute(dependencies),
    ...readRoutes(dependencies),
    ...callbackRoutes(dependencies),
    ...smsRoutes(dependencies),
  ];
}

const idsOf = (sent: SentMessage) => ({
  success: true,
  conversation_id: sent.conversationId,
  conversation_uuid: sent.conversationUuid,
  message_id: sent.messageId,
  msgapp_message_id: sent.channelMessageId,
  message_sid: sent.sid,
});

/** In conversations of all types; the customer of a channel conversation gets it through the carrier. */
function humanMessageRoute(dependencies: MessageDependencies): Route {
  return defineRoute({
    tag: 'Conversations',
    access: 'account',
    errors: 'message',
    resource: 'Conversation',
    method: 'POST',
    operationId: 'conversations.messages.create',
    description: 'On the messaging channel, it is sent if the customer’s 24-hour window is open.',
    path: '/user/conversations/:uuid/messages',
    summary: 'Send a message to the customer as a human agent',
    params: z.object({ uuid: z.string() }),
    body: humanMessageRequest,
    success: { status: 200, schema: humanMessageResponse },
    refusals: [402, 403, 503],
    isIdempotent: true,
    handle: async (context, { params, body, facts }) => {
      const uuid = await uuidOf(dependencies.conversations, context, params.uuid);
      const named = facts.namedRequest;
      const ids = await sendAsHuman(dependencies, context, { uuid, message: body.message, named });
      return { message: 'Message sent.', data: { role: 'assistant', content: body.message, ...ids } };
    },
  });
}

function freeformRoute(dependencies: MessageDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    operationId: 'msgapp.sendFreeform',
    role: 'agent',
    description:
      'Free text is possible for 24 hours after the customer’s latest message. At most 5 requests a second.',
    path: '/user/msgapp/send-freeform',
    summary: 'Send free text to a customer whose 24-hour window is open',
    body: sendFreeformRequest,
    success: { status: 200, schema: sendFreeformResponse },
    refusals: [402, 403, 404, 409, 503],
    limit: { name: 'send-freeform', ...fivePerSecond },
    isIdempotent: true,
    handle: async (context, { body, facts }) => {
      const sent = await sendFreeform(dependencies, context, { ...body, named: facts.namedRequest });
      return { ...idsOf(sent), session_status: sent.session };
    },
  });
}

function templateRoute(dependencies: MessageDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    operationId: 'msgapp.sendTemplate',
    role: 'agent',
    description:
      'The template must be approved, and every placeholder needs a value. At most 5 requests a second.',
    example: { sender_id: 1, template_id: 1, recipient_phone: '+14155550123', variables: { '1': 'Anna' } },
    path: '/user/msgapp/send',
    summary: 'Send an approved template, with or without an open 24-hour window',
    body: sendTemplateRequest,
    success: { status: 200, schema: sendTemplateResponse },
    refusals: [402, 403, 404, 409, 503],
    limit: { name: 'send-template', ...fivePerSecond },
    isIdempotent: true,
    handle: async (context, { body, facts }) => {
      const sent = await sendTemplate(dependencies, context, { ...body, named: facts.namedRequest });
      return { ...idsOf(sent), status: sent.state };
    },
  });
}

function sessionRoute(dependencies: MessageDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    operationId: 'msgapp.sessionStatus.get',
    description: 'A customer without a conversation has no open window.',
    path: '/user/msgapp/session-status',
    summary: 'Check whether free text can be sent to a customer',
    query: sessionStatusQuery,
    success: { status: 200, schema: sessionStatusResponse },
    refusals: [404, 422],
    handle: (context, { query }) =>
      readSessionStatus(dependencies, context, { senderId: query.sender_id, phone: query.recipient_phone }),
  });
}

function readRoutes(dependencies: MessageDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      resource: 'Message',
      method: 'GET',
      operationId: 'msgapp.messages.get',
      path: '/user/msgapp/messages/:id',
      summary: 'Read the delivery state of a message by its msgapp_message_id',
      params,
      success: { status: 200, schema: messageDeliveryResponse },
      handle: async (context, input) => ({
        data: await showDelivery(dependencies, context, input.params.id),
      }),
    }),
    defineRoute({
      ...shared,
      resource: 'Conversation',
      method: 'GET',
      operationId: 'conversations.messages.list',
      path: '/user/msgapp/conversations/:id/messages',
      summary:
        'Read the newest messages of a conversation, by its id or UUID, with their states and attachments, oldest first',
      params: z.object({ id: pathIdOrUuid() }),
      query: channelMessagesQuery,
      success: { status: 200, schema: channelMessagesResponse },
      handle: async (context, { params: { id: conversation }, query }) =>
        new RawJson(
          await listChannelMessages(dependencies, context, { conversation, before: query.before ?? null }),
        ),
    }),
    defineRoute({
      ...shared,
      resource: 'Attachment',
      method: 'GET',
      operationId: 'msgapp.attachments.download',
      description:
        'The file as the customer sent it. Pictures are served with their content type, so that browsers can show them.',
      path: '/user/msgapp/attachments/:id',
      summary: 'Download an attachment that a customer sent',
      params,
      success: {
        status: 200,
        schema: z.string(),
        contentType: 'application/octet-stream',
        otherContentTypes: PICTURE_TYPES,
      },
      headers: {
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      },
      handle: async (context, input) => {
        const { bytes } = await openAttachment(dependencies, context, input.params.id);
        // Browsers must not render other files on our origin, so the type that the sender declared is never used.
        return new BinaryAnswer(bytes, pictureTypeOf(bytes) ?? 'application/octet-stream');
      },
    }),
  ];
}
