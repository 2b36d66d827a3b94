import { z } from 'zod';
import { pathId } from '#contract/fields.ts';
import {
  deliveriesQuery,
  deliveryPage,
  deliveryResponse,
  enableEndpointResponse,
  endpointListResponse,
  replayRequest,
  replayResponse,
  resendResponse,
  rotateSecretResponse,
  secretRotationResponse,
  webhookSecretResponse,
} from '#contract/webhooks.ts';
import { pageRequest } from '../../http/pagination.ts';
import { defineRoute, RawJson, type Route } from '../../http/route.ts';
import { checkAssistantFilter } from '../assistants/listing/assistant-filter.ts';
import {
  enableWebhookEndpoint,
  listDeliveries,
  listEndpoints,
  readRotation,
  readSecret,
  replayDeliveries,
  resendDelivery,
  rotateSecret,
  showDelivery,
  type WebhookDependencies,
} from './actions.ts';
import { endpointRoutes } from './endpoints/endpoint-routes.ts';

const shared = { tag: 'Webhooks', access: 'account', errors: 'message' } as const;
const delivery = { ...shared, resource: 'Webhook delivery', params: z.object({ id: z.string() }) };
const PAGE_SIZE = 15;

export function webhookRoutes(dependencies: WebhookDependencies): Route[] {
  return [
    ...secretRoutes(dependencies),
    ...readRoutes(dependencies),
    ...sendRoutes(dependencies),
    ...targetRoutes(dependencies),
    ...endpointRoutes(dependencies),
  ];
}

function secretRoutes(dependencies: WebhookDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'webhookSecret.get',
      description: 'For signatures as in the Standard Webhooks specification.',
      path: '/user/webhook-secret',
      summary: 'Read the webhook signing secret',
      success: { status: 200, schema: webhookSecretResponse },
      handle: async (context) => ({ data: { secret: await readSecret(dependencies, context) } }),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'webhookSecret.rotate',
      description: 'Store the new secret within 24 hours.',
      path: '/user/webhook-secret/rotate',
      summary: 'Rotate the signing secret; both secrets sign for 24 hours',
      success: { status: 200, schema: rotateSecretResponse },
      isIdempotent: true,
      handle: async (context) => ({
        message: 'Webhook secret rotated successfully.',
        data: { secret: await rotateSecret(dependencies, context) },
      }),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'console.webhookRotation.get',
      role: 'admin',
      path: '/console/webhook-rotation',
      tag: 'Console',
      summary: 'Read when the previous signing secret expires',
      success: { status: 200, schema: secretRotationResponse },
      handle: async (context) => ({ data: { old_signs_until: await readRotation(dependencies, context) } }),
    }),
  ];
}

function readRoutes(dependencies: WebhookDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'webhookDeliveries.list',
      path: '/user/webhook-deliveries',
      summary: 'List webhook deliveries by page, newest first',
      query: deliveriesQuery,
      success: { status: 200, schema: deliveryPage },
      check: (context, { query }) =>
        checkAssistantFilter(dependencies.database, context.userId, query.assistant_id ?? null),
      handle: async (context, { query, facts }) => {
        const filter = {
          status: query.status ?? null,
          event: query.event ?? null,
          assistantId: query.assistant_id ?? null,
          callId: query.call_id ?? null,
          conversationId: query.conversation_id ?? null,
          targetId: query.target_id ?? null,
          orderBy: query.order_by ?? 'created_at',
          dateFrom: query.date_from ?? null,
          dateTo: query.date_to ?? null,
        };
        const page = pageRequest(query, PAGE_SIZE);
        return new RawJson(await listDeliveries(dependencies, context, { filter, page, facts }));
      },
    }),
    defineRoute({
      ...delivery,
      method: 'GET',
      operationId: 'webhookDeliveries.get',
      path: '/user/webhook-deliveries/:id',
      summary: 'Read a webhook delivery with its payload and every attempt',
      success: { status: 200, schema: deliveryResponse },
      handle: async (context, { params }) =>
        new RawJson(`{"data":${await showDelivery(dependencies, context, params.id)}}`),
    }),
  ];
}

function sendRoutes(dependencies: WebhookDependencies): Route[] {
  return [
    defineRoute({
      ...delivery,
      method: 'POST',
      operationId: 'webhookDeliveries.resend',
      path: '/user/webhook-deliveries/:id/resend',
      summary: 'Resend a webhook with the same id',
      success: { status: 200, schema: resendResponse },
      refusals: [409],
      isIdempotent: true,
      handle: async (context, { params }) => {
        const data = await resendDelivery(dependencies, context, params.id);
        return new RawJson(`{"message":"The webhook is being resent.","data":${data}}`);
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'webhookDeliveries.replay',
      description: 'Each keeps its id, so that receivers can ignore what they have.',
      path: '/user/webhook-deliveries/replay',
      summary: 'Resend finished webhooks from a time range',
      body: replayRequest,
      success: { status: 200, schema: replayResponse },
      isIdempotent: true,
      check: (_context, { body: { from, to } }) =>
        from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)
          ? { to: ['The to field must be later than from.'] }
          : {},
      handle: async (context, { body }) => {
        const range = { ...body, status: body.status ?? null, event: body.event ?? null };
        const count = await replayDeliveries(dependencies, context, range);
        return { message: 'Webhooks are being resent.', data: { count } };
      },
    }),
  ];
}

/** Endpoints of assistants too, with the health of each. */
function targetRoutes(dependencies: WebhookDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'webhookTargets.list',
      description: 'With the URLs of assistants.',
      path: '/user/webhook-targets',
      summary: 'List webhook endpoints and their status',
      success: { status: 200, schema: endpointListResponse },
      handle: async (context) => new RawJson(`{"data":${await listEndpoints(dependencies, context)}}`),
    }),
    defineRoute({
      ...shared,
      resource: 'Webhook target',
      method: 'POST',
      operationId: 'webhookTargets.enable',
      path: '/user/webhook-targets/:id/enable',
      summary: 'Enable a disabled endpoint and send its held webhooks',
      params: z.object({ id: pathId() }),
      success: { status: 200, schema: enableEndpointResponse },
      handle: async (context, { params }) => {
        const data = await enableWebhookEndpoint(dependencies, context, params.id);
        return new RawJson(`{"message":"Webhook target enabled successfully.","data":${data}}`);
      },
    }),
  ];
}
