import { z } from 'zod';
import { pathId } from '#contract/fields.ts';
import { templateListResponse, templatesQuery } from '#contract/messaging.ts';
import { defineRoute, RawJson, type Route } from '../../../http/route.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { listTemplates, syncTemplates } from './template-verbs.ts';

const shared = { tag: 'Messaging', access: 'account', errors: 'coded', resource: 'Sender' } as const;
const params = z.object({ sender_id: pathId() });

export function templateRoutes(dependencies: MessageDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'msgapp.templates.list',
      path: '/user/msgapp/senders/:sender_id/templates',
      summary: 'List a sender’s templates, by default the approved ones',
      params,
      query: templatesQuery,
      success: { status: 200, schema: templateListResponse },
      handle: async (context, { params: { sender_id: senderId }, query }) => {
        const status = query.status === 'all' ? null : (query.status ?? 'approved');
        return new RawJson(`{"data":${await listTemplates(dependencies, context, { senderId, status })}}`);
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'msgapp.templates.sync',
      path: '/user/msgapp/senders/:sender_id/templates/sync',
      summary: 'Synchronize the templates with the carrier now instead of within four hours',
      params,
      success: { status: 200, schema: templateListResponse },
      refusals: [503],
      handle: async (context, { params: { sender_id: senderId } }) =>
        new RawJson(`{"data":${await syncTemplates(dependencies, context, senderId)}}`),
    }),
  ];
}
