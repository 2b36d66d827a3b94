import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import {
  createSenderRequest,
  saveSenderResponse,
  senderListResponse,
  senderResponse,
  sendersQuery,
  templateListResponse,
  templatesQuery,
  updateSenderRequest,
} from '#contract/messaging.ts';
import { defineRoute, RawJson, type Route } from '../../http/route.ts';
import type { ChannelDependencies } from './senders/dependencies.ts';
import {
  changeSender,
  checkNewSender,
  checkSenderChange,
  connectSender,
  disconnectSender,
  listSenders,
  showSender,
} from './senders/sender-verbs.ts';
import { listTemplates, syncTemplates } from './templates/template-verbs.ts';

const shared = { tag: 'Messaging', access: 'account', errors: 'coded', resource: 'Sender' } as const;
const params = z.object({ id: pathId() });
const senderParams = z.object({ senderId: pathId() });

export function channelRoutes(dependencies: ChannelDependencies): Route[] {
  return [
    ...readRoutes(dependencies),
    ...writeRoutes(dependencies),
    deleteRoute(dependencies),
    ...templateRoutes(dependencies),
  ];
}

function readRoutes(dependencies: ChannelDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/user/msgapp/senders',
      summary: 'List the online senders, or all of them',
      query: sendersQuery,
      success: { status: 200, schema: senderListResponse },
      handle: async (context, { query }) => {
        const onlyOnline = query.status !== 'all';
        return new RawJson(`{"data":${await listSenders(dependencies, context, { onlyOnline })}}`);
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/user/msgapp/senders/:id',
      summary: 'Read a sender with the webhook URL to configure at its carrier',
      params,
      success: { status: 200, schema: senderResponse },
      handle: async (context, input) => ({
        data: await showSender(dependencies, context, input.params.id),
      }),
    }),
  ];
}

function writeRoutes(dependencies: ChannelDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/user/msgapp/senders',
      summary: 'Connect a sender to its carrier',
      body: createSenderRequest,
      success: { status: 201, schema: saveSenderResponse },
      refusals: [409, 503],
      isIdempotent: true,
      check: (context, { body }) => checkNewSender(dependencies, context, body),
      handle: async (context, { body }) => ({
        message: 'Sender connected successfully.',
        data: await connectSender(dependencies, context, body),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      path: '/user/msgapp/senders/:id',
      summary: 'Change the supplied fields of a sender',
      params,
      body: updateSenderRequest,
      success: { status: 200, schema: saveSenderResponse },
      refusals: [503],
      check: (context, { params: { id }, body }) => checkSenderChange(dependencies, context, { id, body }),
      handle: async (context, { params: { id }, body }) => ({
        message: 'Sender updated successfully.',
        data: await changeSender(dependencies, context, { id, input: body }),
      }),
    }),
  ];
}

function deleteRoute(dependencies: ChannelDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'DELETE',
    path: '/user/msgapp/senders/:id',
    summary: 'Disconnect a sender, keeping its conversations',
    params,
    success: { status: 200, schema: messageResponse },
    handle: async (context, input) => {
      await disconnectSender(dependencies, context, input.params.id);
      return { message: 'Sender deleted successfully.' };
    },
  });
}

function templateRoutes(dependencies: ChannelDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/user/msgapp/senders/:senderId/templates',
      summary: 'List a sender’s templates, by default the approved ones',
      params: senderParams,
      query: templatesQuery,
      success: { status: 200, schema: templateListResponse },
      handle: async (context, { params: { senderId }, query }) => {
        const status = query.status === 'all' ? null : (query.status ?? 'approved');
        return new RawJson(`{"data":${await listTemplates(dependencies, context, { senderId, status })}}`);
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/user/msgapp/senders/:senderId/templates/sync',
      summary: 'Synchronize the templates with the carrier now instead of within four hours',
      params: senderParams,
      success: { status: 200, schema: templateListResponse },
      refusals: [503],
      handle: async (context, { params: { senderId } }) =>
        new RawJson(`{"data":${await syncTemplates(dependencies, context, senderId)}}`),
    }),
  ];
}
