import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { chargePage, summaryResponse, usageResponse } from '#contract/billing.ts';
import { request } from '../lib/api/request.ts';

export type Charge = z.output<typeof chargePage>['data'][number];

/** Calendar dates of the account's zone, both included; undefined: no bound. */
export interface DateRange {
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const PER_PAGE = 100;

export function summaryQuery(range: DateRange) {
  return queryOptions({
    queryKey: ['balance', 'summary', range],
    queryFn: async ({ signal }) => {
      const options = { query: { ...range }, signal };
      return (await request<z.output<typeof summaryResponse>>('/user/billing/summary', options)).data;
    },
  });
}

export function usageQuery(range: DateRange) {
  return queryOptions({
    queryKey: ['balance', 'usage', range],
    queryFn: async ({ signal }) => {
      const options = { query: { ...range }, signal };
      return (await request<z.output<typeof usageResponse>>('/user/billing/usage', options)).data;
    },
  });
}

export function chargesQuery(filter: DateRange & { kind?: string | undefined }) {
  return infiniteQueryOptions({
    queryKey: ['balance', 'charges', filter],
    queryFn: ({ pageParam, signal }) =>
      request<z.output<typeof chargePage>>('/user/billing/charges', {
        query: { ...filter, page: pageParam, per_page: PER_PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ current_page, last_page }) => (current_page < last_page ? current_page + 1 : null),
  });
}
