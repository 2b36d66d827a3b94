import { z } from 'zod';
import { pathId } from '#contract/fields.ts';
import {
  sandboxInboundRequest,
  sandboxInboundResponse,
  sandboxSenderRequest,
  sandboxSenderResponse,
  sandboxTemplateRequest,
  sandboxTemplateResponse,
  updateSandboxSenderRequest,
} from '#contract/messaging.ts';
import { sandboxSmsRequest, sandboxSmsResponse } from '#contract/sms.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { writeAsCustomer } from '../actions.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { requireSandboxSender } from '../senders/require-sender.ts';
import { addSandboxSender, assistantErrors, changeSender } from '../senders/sender-verbs.ts';
import { writeSmsAsCustomer } from '../sms/sms-verbs.ts';
import { addSandboxTemplate, checkSandboxTemplate } from '../templates/template-verbs.ts';

const shared = { tag: 'Sandbox', access: 'account', errors: 'coded', resource: 'Sender' } as const;
const params = z.object({ id: pathId() });

/** Sandbox senders and templates, and messages and SMS of simulated customers. */
export function messageSandboxRoutes(dependencies: MessageDependencies): Route[] {
  return [
    ...senderRoutes(dependencies),
    templateRoute(dependencies),
    inboundRoute(dependencies),
    inboundSmsRoute(dependencies),
  ];
}

function senderRoutes(dependencies: MessageDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'sandbox.senders.create',
      path: '/sandbox/msgapp/senders',
      summary: 'Create a sender on the sandbox carrier',
      body: sandboxSenderRequest,
      success: { status: 201, schema: sandboxSenderResponse },
      refusals: [409],
      isIdempotent: true,
      check: ({ userId }, { body }) => assistantErrors(dependencies, userId, body.assistant_id),
      handle: async (context, { body }) => ({ data: await addSandboxSender(dependencies, context, body) }),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'sandbox.senders.update',
      path: '/sandbox/msgapp/senders/:id',
      summary: 'Set a sandbox sender online or offline, or assign it an assistant',
      params,
      body: updateSandboxSenderRequest,
      success: { status: 200, schema: sandboxSenderResponse },
      check: async (context, { params: { id }, body }) => {
        await requireSandboxSender(dependencies.database, context.userId, id);
        return assistantErrors(dependencies, context.userId, body.assistant_id);
      },
      handle: async (context, { params: { id }, body }) => ({
        data: await changeSender(dependencies, context, { id, input: body }),
      }),
    }),
  ];
}

function templateRoute(dependencies: MessageDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    operationId: 'sandbox.templates.create',
    path: '/sandbox/msgapp/senders/:id/templates',
    summary: 'Add a template with any approval status to a sandbox sender',
    params,
    body: sandboxTemplateRequest,
    success: { status: 201, schema: sandboxTemplateResponse },
    isIdempotent: true,
    check: (context, { params: { id: senderId }, body }) =>
      checkSandboxTemplate(dependencies, context, { senderId, body }),
    handle: async (context, { params: { id: senderId }, body }) => ({
      data: await addSandboxTemplate(dependencies, context, { senderId, input: body }),
    }),
  });
}

function inboundRoute(dependencies: MessageDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    operationId: 'sandbox.messages.create',
    path: '/sandbox/msgapp/senders/:id/inbound',
    summary: 'Send a message to a sandbox sender as a customer',
    params,
    body: sandboxInboundRequest,
    success: { status: 200, schema: sandboxInboundResponse },
    isIdempotent: true,
    check: async (context, { params: { id: senderId } }) => {
      await requireSandboxSender(dependencies.database, context.userId, senderId);
      return {};
    },
    handle: async (context, { params: { id: senderId }, body, facts }) => {
      const named = facts.namedRequest;
      const received = await writeAsCustomer(dependencies, context, { senderId, named, ...body });
      const { conversationId, conversationUuid, messageId } = received;
      return {
        data: {
          conversation_id: conversationId,
          message_id: messageId,
          conversation_uuid: conversationUuid,
        },
      };
    },
  });
}

/** Sends an SMS to a sandbox number as a customer. */
function inboundSmsRoute(dependencies: MessageDependencies): Route {
  return defineRoute({
    tag: 'Sandbox',
    access: 'account',
    errors: 'message',
    resource: 'Phone number',
    method: 'POST',
    operationId: 'sandbox.sms.create',
    path: '/sandbox/sms',
    summary: 'Send an SMS to a sandbox number as a customer',
    body: sandboxSmsRequest,
    success: { status: 201, schema: sandboxSmsResponse },
    refusals: [404],
    isIdempotent: true,
    handle: async (context, { body }) => ({ data: await writeSmsAsCustomer(dependencies, context, body) }),
  });
}
