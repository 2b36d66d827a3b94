import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import {
  createSenderRequest,
  saveSenderResponse,
  senderListResponse,
  senderResponse,
  sendersQuery,
  unattributedReportPage,
  unattributedReportsQuery,
  updateSenderRequest,
} from '#contract/messaging.ts';
import { pageRequest } from '../../../http/pagination.ts';
import { defineRoute, RawJson, type Route } from '../../../http/route.ts';
import type { MessageDependencies } from '../dependencies.ts';
import {
  changeSender,
  checkNewSender,
  checkSenderChange,
  connectSender,
  disconnectSender,
  listSenders,
  showSender,
} from './sender-verbs.ts';
import { listUnattributed } from './unattributed-reports.ts';

const shared = { tag: 'Messaging', access: 'account', errors: 'coded', resource: 'Sender' } as const;
const params = z.object({ id: pathId() });
const PAGE_SIZE = 15;

export function senderRoutes(dependencies: MessageDependencies): Route[] {
  return [...readRoutes(dependencies), ...writeRoutes(dependencies), deleteRoute(dependencies)];
}

function readRoutes(dependencies: MessageDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'msgapp.senders.list',
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
      operationId: 'msgapp.senders.get',
      path: '/user/msgapp/senders/:id',
      summary: 'Read a sender with the webhook URL to configure at its carrier',
      params,
      success: { status: 200, schema: senderResponse },
      handle: async (context, input) => ({
        data: await showSender(dependencies, context, input.params.id),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'msgapp.unattributedReports.list',
      path: '/user/msgapp/senders/:id/unattributed-reports',
      summary: 'List carrier reports that match no customer or message, newest first',
      params,
      query: unattributedReportsQuery,
      success: { status: 200, schema: unattributedReportPage },
      handle: async (context, { params: { id: senderId }, query, facts }) => {
        const about = { senderId, page: pageRequest(query, PAGE_SIZE), facts };
        return new RawJson(await listUnattributed(dependencies, context, about));
      },
    }),
  ];
}

function writeRoutes(dependencies: MessageDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'msgapp.senders.create',
      description: 'Then configure the returned `webhook_url` at the carrier.',
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
      operationId: 'msgapp.senders.update',
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

function deleteRoute(dependencies: MessageDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'DELETE',
    operationId: 'msgapp.senders.delete',
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
