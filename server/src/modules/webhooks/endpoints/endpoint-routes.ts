import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import {
  createEndpointRequest,
  resendResponse,
  saveEndpointResponse,
  subscribedEndpointList,
  updateEndpointRequest,
} from '#contract/webhooks.ts';
import { defineRoute, RawJson, type Route } from '../../../http/route.ts';
import type { WebhookDependencies } from '../actions.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  listSubscribed,
  testEndpoint,
} from './endpoint-verbs.ts';

const shared = { tag: 'Webhooks', access: 'account', errors: 'message' } as const;
const one = { ...shared, resource: 'Webhook endpoint', params: z.object({ id: pathId() }) };

export function endpointRoutes(dependencies: WebhookDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'webhookEndpoints.list',
      path: '/user/webhook-endpoints',
      summary: 'List webhook endpoints with their events',
      success: { status: 200, schema: subscribedEndpointList },
      handle: async (context) => ({ data: await listSubscribed(dependencies, context) }),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'webhookEndpoints.create',
      description: '`*` subscribes to all events. Every webhook is signed.',
      path: '/user/webhook-endpoints',
      summary: 'Subscribe a URL to events',
      body: createEndpointRequest,
      success: { status: 201, schema: saveEndpointResponse },
      isIdempotent: true,
      handle: async (context, { body }) => ({
        message: 'Webhook endpoint created successfully.',
        data: await createEndpoint(dependencies, context, body),
      }),
    }),
    defineRoute({
      ...one,
      method: 'PUT',
      operationId: 'webhookEndpoints.update',
      path: '/user/webhook-endpoints/:id',
      summary: 'Change the supplied fields of a webhook endpoint, replacing events and headers as a whole',
      body: updateEndpointRequest,
      success: { status: 200, schema: saveEndpointResponse },
      handle: async (context, { params: { id }, body }) => ({
        message: 'Webhook endpoint updated successfully.',
        data: await changeEndpoint(dependencies, context, { id, input: body }),
      }),
    }),
    defineRoute({
      ...one,
      method: 'DELETE',
      operationId: 'webhookEndpoints.delete',
      path: '/user/webhook-endpoints/:id',
      summary: 'Delete a webhook endpoint and its unsent webhooks',
      success: { status: 200, schema: messageResponse },
      handle: async (context, { params: { id } }) => {
        await deleteEndpoint(dependencies, context, id);
        return { message: 'Webhook endpoint deleted successfully.' };
      },
    }),
    defineRoute({
      ...one,
      method: 'POST',
      operationId: 'webhookEndpoints.test',
      path: '/user/webhook-endpoints/:id/test',
      summary: 'Send a test.ping to a webhook endpoint',
      success: { status: 200, schema: resendResponse },
      refusals: [409],
      isIdempotent: true,
      handle: async (context, { params: { id } }) => {
        const data = await testEndpoint(dependencies, context, id);
        return new RawJson(`{"message":"The test is being sent.","data":${data}}`);
      },
    }),
  ];
}
