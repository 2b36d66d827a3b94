import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  deliveryPage,
  deliveryResponse,
  enableTargetResponse,
  replayRequest,
  replayResponse,
  resendResponse,
  rotateSecretResponse,
  targetListResponse,
  webhookSecretResponse,
} from '#contract/webhooks.ts';
import { request } from '../lib/api/request.ts';
import { ROWS_PER_PAGE } from './pages/use-paged-rows.ts';

export type WebhookDelivery = z.output<typeof deliveryPage>['data'][number];
export type WebhookDeliveryDetail = z.output<typeof deliveryResponse>['data'];
export type DeliveryAttempt = WebhookDeliveryDetail['attempts'][number];
export type WebhookTarget = z.output<typeof targetListResponse>['data'][number];

export interface DeliveryFilter {
  status?: WebhookDelivery['status'] | undefined;
  event?: string | undefined;
  assistant_id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** One page of deliveries, newest first. */
export function deliveryPageQuery(filter: DeliveryFilter, page: number) {
  return queryOptions({
    queryKey: ['webhooks', 'deliveries', filter, page],
    queryFn: ({ signal }) =>
      request<z.output<typeof deliveryPage>>('/user/webhook-deliveries', {
        query: { ...filter, page, per_page: ROWS_PER_PAGE },
        signal,
      }),
  });
}

export function deliveryQuery(id: string) {
  return queryOptions({
    queryKey: ['webhooks', 'delivery', id],
    queryFn: async ({ signal }) =>
      (await request<z.output<typeof deliveryResponse>>(`/user/webhook-deliveries/${id}`, { signal })).data,
  });
}

export const targetListQuery = queryOptions({
  queryKey: ['webhooks', 'targets'],
  queryFn: async ({ signal }) =>
    (await request<z.output<typeof targetListResponse>>('/user/webhook-targets', { signal })).data,
});

export function resendDelivery(id: string): Promise<z.output<typeof resendResponse>> {
  return request(`/user/webhook-deliveries/${id}/resend`, { method: 'POST' });
}

export function replayDeliveries(
  body: z.output<typeof replayRequest>,
  idempotencyKey: string,
): Promise<z.output<typeof replayResponse>> {
  return request('/user/webhook-deliveries/replay', { method: 'POST', body, idempotencyKey });
}

export function enableTarget(id: number): Promise<z.output<typeof enableTargetResponse>> {
  return request(`/user/webhook-targets/${id}/enable`, { method: 'POST' });
}

/** Asked for when somebody wants to see it, and kept nowhere. */
export async function readWebhookSecret(): Promise<string> {
  return (await request<z.output<typeof webhookSecretResponse>>('/user/webhook-secret')).data.secret;
}

export async function rotateWebhookSecret(idempotencyKey: string): Promise<string> {
  const options = { method: 'POST', idempotencyKey } as const;
  const answer = await request<z.output<typeof rotateSecretResponse>>('/user/webhook-secret/rotate', options);
  return answer.data.secret;
}
