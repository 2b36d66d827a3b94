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
import { sandboxNumberRequest, sandboxNumberResponse } from '#contract/phone-numbers.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { BalanceDependencies } from '../accounts/actions.ts';
import {
  addSandboxSender,
  addSandboxTemplate,
  assistantErrors,
  changeSender,
  checkSandboxTemplate,
  requireSandboxSender,
} from '../channels/actions.ts';
import { type MessagingDependencies, writeAsCustomer } from '../messaging/actions.ts';
import { addSandboxNumber, type PhoneNumberDependencies } from '../phone-numbers/actions.ts';
import type { SmsDependencies } from '../sms/actions.ts';
import { balanceRoute } from './balance/balance-route.ts';
import { sandboxCallRoutes } from './calls/call-route.ts';
import type { SandboxCallDependencies } from './calls/sandbox-call.ts';
import { inboundSmsRoute } from './sms/sms-route.ts';

export interface SandboxDependencies {
  balances: BalanceDependencies;
  phoneNumbers: PhoneNumberDependencies;
  messaging: MessagingDependencies;
  sms: SmsDependencies;
  calls: SandboxCallDependencies;
}

const params = z.object({ id: pathId() });
const messagingRoute = { tag: 'Sandbox', access: 'account', errors: 'coded', resource: 'Sender' } as const;

/** Endpoints that simulate the outside world for demos, development and tests. */
export function sandboxRoutes(dependencies: SandboxDependencies): Route[] {
  return [
    numberRoute(dependencies),
    ...senderRoutes(dependencies),
    templateRoute(dependencies),
    inboundRoute(dependencies),
    balanceRoute(dependencies.balances),
    inboundSmsRoute(dependencies.sms),
    ...sandboxCallRoutes(dependencies.calls),
  ];
}

function numberRoute({ phoneNumbers }: SandboxDependencies): Route {
  return defineRoute({
    tag: 'Sandbox',
    access: 'account',
    errors: 'error',
    method: 'POST',
    path: '/sandbox/phone-numbers',
    summary: 'Add a sandbox phone number to the account',
    body: sandboxNumberRequest,
    success: { status: 201, schema: sandboxNumberResponse },
    refusals: [409, 503],
    isIdempotent: true,
    handle: async (context, { body }) => ({ data: await addSandboxNumber(phoneNumbers, context, body) }),
  });
}

function senderRoutes({ messaging: { channels } }: SandboxDependencies): Route[] {
  return [
    defineRoute({
      ...messagingRoute,
      method: 'POST',
      path: '/sandbox/msgapp/senders',
      summary: 'Create a sender on the sandbox carrier',
      body: sandboxSenderRequest,
      success: { status: 201, schema: sandboxSenderResponse },
      refusals: [409],
      isIdempotent: true,
      check: ({ userId }, { body }) => assistantErrors(channels, userId, body.assistant_id),
      handle: async (context, { body }) => ({ data: await addSandboxSender(channels, context, body) }),
    }),
    defineRoute({
      ...messagingRoute,
      method: 'PUT',
      path: '/sandbox/msgapp/senders/:id',
      summary: 'Set a sandbox sender online or offline, or assign it an assistant',
      params,
      body: updateSandboxSenderRequest,
      success: { status: 200, schema: sandboxSenderResponse },
      check: async (context, { params: { id }, body }) => {
        await requireSandboxSender(channels, context, id);
        return assistantErrors(channels, context.userId, body.assistant_id);
      },
      handle: async (context, { params: { id }, body }) => ({
        data: await changeSender(channels, context, { id, input: body }),
      }),
    }),
  ];
}

function templateRoute({ messaging: { channels } }: SandboxDependencies): Route {
  return defineRoute({
    ...messagingRoute,
    method: 'POST',
    path: '/sandbox/msgapp/senders/:id/templates',
    summary: 'Add a template with any approval status to a sandbox sender',
    params,
    body: sandboxTemplateRequest,
    success: { status: 201, schema: sandboxTemplateResponse },
    isIdempotent: true,
    check: (context, { params: { id: senderId }, body }) =>
      checkSandboxTemplate(channels, context, { senderId, body }),
    handle: async (context, { params: { id: senderId }, body }) => ({
      data: await addSandboxTemplate(channels, context, { senderId, input: body }),
    }),
  });
}

function inboundRoute({ messaging }: SandboxDependencies): Route {
  return defineRoute({
    ...messagingRoute,
    method: 'POST',
    path: '/sandbox/msgapp/senders/:id/inbound',
    summary: 'Send a message to a sandbox sender as a customer',
    params,
    body: sandboxInboundRequest,
    success: { status: 200, schema: sandboxInboundResponse },
    isIdempotent: true,
    check: async (context, { params: { id: senderId } }) => {
      await requireSandboxSender(messaging.channels, context, senderId);
      return {};
    },
    handle: async (context, { params: { id: senderId }, body, facts }) => {
      const named = facts.namedRequest;
      const received = await writeAsCustomer(messaging, context, { senderId, named, ...body });
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
