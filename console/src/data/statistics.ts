import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { statisticsResponse } from '#contract/statistics.ts';
import { request } from '../lib/api/request.ts';

export type Statistics = z.output<typeof statisticsResponse>['data'];
export type DayFigures = Statistics['days'][number];

/** Figures by day of the account's zone, until today. @param from `YYYY-MM-DD` */
export function statisticsQuery(from: string) {
  return queryOptions({
    queryKey: ['calls', 'statistics', from],
    queryFn: async ({ signal }) =>
      (await request<z.output<typeof statisticsResponse>>('/user/statistics', { query: { from }, signal }))
        .data,
    // Another period takes the place of the one before when it is there.
    placeholderData: keepPreviousData,
    // Chats and charges change them too.
    meta: { topics: ['conversations', 'balance', 'webhooks', 'knowledge'], restMs: 5_000 },
  });
}
