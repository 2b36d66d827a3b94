import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  CreateEndpoint,
  deliveriesQuery,
  deliveryPage,
  deliveryResponse,
  enableEndpointResponse,
  endpointListResponse,
  replayRequest,
  replayResponse,
  resendResponse,
  rotateSecretResponse,
  SubscribedEndpoint,
  saveEndpointResponse,
  secretRotationResponse,
  subscribedEndpointList,
  UpdateEndpoint,
  webhookSecretResponse,
} from '#contract/webhooks.ts';
import { request } from '../lib/api/request.ts';
import { type PageQuery, ROWS_PER_PAGE } from './pages/use-paged-rows.ts';

export type WebhookDelivery = z.output<typeof deliveryPage>['data'][number];
export type WebhookDeliveryDetail = z.output<typeof deliveryResponse>['data'];
export type WebhookTarget = z.output<typeof endpointListResponse>['data'][number];
export type DeliveryFilter = Omit<z.output<typeof deliveriesQuery>, 'page' | 'per_page'>;

/** Deliveries of the last 90 days, newest first. */
export function deliveryPages(filter: DeliveryFilter): PageQuery<WebhookDelivery> {
  return (page) => ({
    queryKey: ['webhooks', 'page', filter, page],
    queryFn: ({ signal }) =>
      request<z.output<typeof deliveryPage>>('/user/webhook-deliveries', {
        query: { ...filter, page, per_page: ROWS_PER_PAGE },
        signal,
      }),
  });
}

/** Webhook endpoints and their health. */
export const targetListQuery = queryOptions({
  queryKey: ['webhooks', 'targets'],
  queryFn: async ({ signal }) =>
    (await request<z.output<typeof endpointListResponse>>('/user/webhook-targets', { signal })).data,
});

export type { SubscribedEndpoint } from '#contract/webhooks.ts';

/** Endpoints that are subscribed to events. */
export const endpointListQuery = queryOptions({
  queryKey: ['webhooks', 'endpoints'],
  queryFn: async ({ signal }) =>
    (await request<z.output<typeof subscribedEndpointList>>('/user/webhook-endpoints', { signal })).data,
});

type SavedEndpoint = z.output<typeof saveEndpointResponse>;

export async function createEndpoint(
  body: CreateEndpoint,
  idempotencyKey: string,
): Promise<SubscribedEndpoint> {
  const options = { method: 'POST', body, idempotencyKey } as const;
  return (await request<SavedEndpoint>('/user/webhook-endpoints', options)).data;
}

export async function changeEndpoint(id: number, body: UpdateEndpoint): Promise<SubscribedEndpoint> {
  return (await request<SavedEndpoint>(`/user/webhook-endpoints/${id}`, { method: 'PUT', body })).data;
}

export function deleteEndpoint(id: number): Promise<unknown> {
  return request(`/user/webhook-endpoints/${id}`, { method: 'DELETE' });
}

/** Sends a `test.ping` and returns its delivery. */
export async function testEndpoint(id: number): Promise<WebhookDelivery> {
  const options = { method: 'POST' } as const;
  return (await request<z.output<typeof resendResponse>>(`/user/webhook-endpoints/${id}/test`, options)).data;
}

/** Resends all finished deliveries in a time range. */
export async function replayDeliveries(
  body: z.output<typeof replayRequest>,
  idempotencyKey: string,
): Promise<number> {
  const options = { method: 'POST', body, idempotencyKey } as const;
  const answer = await request<z.output<typeof replayResponse>>('/user/webhook-deliveries/replay', options);
  return answer.data.count;
}

export function enableTarget(id: number): Promise<z.output<typeof enableEndpointResponse>> {
  return request(`/user/webhook-targets/${id}/enable`, { method: 'POST' });
}

/** When the previous secret stops signing too, in ISO 8601; null if only the current secret signs. */
export const rotationQuery = queryOptions({
  queryKey: ['webhooks', 'rotation'],
  queryFn: async ({ signal }) => {
    const path = '/console/webhook-rotation';
    const { data } = await request<z.output<typeof secretRotationResponse>>(path, { signal });
    return data.old_signs_until;
  },
});

/** Loaded only on request, and not cached. */
export async function readWebhookSecret(): Promise<string> {
  return (await request<z.output<typeof webhookSecretResponse>>('/user/webhook-secret')).data.secret;
}

/** @param idempotencyKey the same for each attempt at one rotation */
export async function rotateWebhookSecret(idempotencyKey: string): Promise<string> {
  const options = { method: 'POST', idempotencyKey } as const;
  const answer = await request<z.output<typeof rotateSecretResponse>>('/user/webhook-secret/rotate', options);
  return answer.data.secret;
}
