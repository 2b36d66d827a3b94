import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { deliveryPage, deliveryResponse, resendResponse, webhookDelivery } from '#contract/webhooks.ts';
import { request } from '../lib/api/request.ts';

export type Delivery = z.output<typeof webhookDelivery>;

/** The call or conversation that a webhook is about. */
export type Subject = { call_id: number } | { conversation_id: string };

/** The webhooks of one call or conversation, newest first. */
export function deliveriesOfQuery(subject: Subject) {
  return queryOptions({
    queryKey: ['webhooks', 'of', subject],
    queryFn: ({ signal }) =>
      request<z.output<typeof deliveryPage>>('/user/webhook-deliveries', {
        query: { ...subject, per_page: 100 },
        signal,
      }),
  });
}

/** One webhook with its payload and all attempts. */
export function attemptsQuery(deliveryId: string) {
  return queryOptions({
    queryKey: ['webhooks', 'attempts', deliveryId],
    queryFn: async ({ signal }) => {
      const path = `/user/webhook-deliveries/${encodeURIComponent(deliveryId)}`;
      return (await request<z.output<typeof deliveryResponse>>(path, { signal })).data;
    },
  });
}

/** @param idempotencyKey the same for each attempt at one resend */
export function resendWebhook(
  deliveryId: string,
  idempotencyKey: string,
): Promise<z.output<typeof resendResponse>> {
  const path = `/user/webhook-deliveries/${encodeURIComponent(deliveryId)}/resend`;
  return request(path, { method: 'POST', idempotencyKey });
}
