import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { callPage } from '#contract/calls.ts';
import type { failedDocumentsResponse } from '#contract/knowledge.ts';
import type { deliveryPage, endpointListResponse } from '#contract/webhooks.ts';
import { request } from '../lib/api/request.ts';

const FAILED = { status: 'failed', per_page: 5 };

export const failedCallsQuery = queryOptions({
  queryKey: ['calls', 'failed'],
  queryFn: async ({ signal }) =>
    (await request<z.output<typeof callPage>>('/user/calls', { query: FAILED, signal })).data,
});

/** Latest failure first, because deliveries are retried for days. */
export const failedDeliveriesQuery = queryOptions({
  queryKey: ['webhooks', 'failed'],
  queryFn: async ({ signal }) =>
    (
      await request<z.output<typeof deliveryPage>>('/user/webhook-deliveries', {
        query: { ...FAILED, order_by: 'finished_at' },
        signal,
      })
    ).data,
});

/** Endpoints that no longer receive webhooks. */
export const disabledTargetsQuery = queryOptions({
  queryKey: ['webhooks', 'disabled-targets'],
  queryFn: async ({ signal }) => {
    const { data } = await request<z.output<typeof endpointListResponse>>('/user/webhook-targets', {
      signal,
    });
    return data.filter(({ status }) => status === 'disabled');
  },
});

export type FailedDocument = z.output<typeof failedDocumentsResponse>['data'][number];

/** Failed documents of all knowledge bases, latest failure first. */
export function failedDocumentsQuery(limit: number = FAILED.per_page) {
  return queryOptions({
    queryKey: ['knowledge', 'failed', limit],
    queryFn: async ({ signal }) => {
      const options = { query: { limit }, signal };
      return (await request<z.output<typeof failedDocumentsResponse>>('/user/documents/failed', options))
        .data;
    },
  });
}
