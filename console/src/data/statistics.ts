import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { statisticsResponse } from '#contract/statistics.ts';
import { request } from '../lib/api/request.ts';

export type Statistics = z.output<typeof statisticsResponse>['data'];
export type DayFigures = Statistics['days'][number];

/** Figures by day in the account's time zone, until today. @param from `YYYY-MM-DD` */
export function statisticsQuery(from: string) {
  return queryOptions({
    queryKey: ['calls', 'statistics', from],
    queryFn: async ({ signal }) =>
      (await request<z.output<typeof statisticsResponse>>('/user/statistics', { query: { from }, signal }))
        .data,
    // Keep showing the previous period until the new one is loaded.
    placeholderData: keepPreviousData,
    // Chats and charges affect the figures too.
    meta: { topics: ['conversations', 'balance', 'webhooks', 'knowledge'], restMs: 5_000 },
  });
}
