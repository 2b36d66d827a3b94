import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { chargePage, summaryResponse, usageResponse } from '#contract/billing.ts';
import { request } from '../lib/api/request.ts';
import { type PageQuery, ROWS_PER_PAGE } from './pages/use-paged-rows.ts';

export type Charge = z.output<typeof chargePage>['data'][number];

/** Calendar days in the account's time zone, inclusive; undefined for no limit. */
export interface DateRange {
  date_from?: string | undefined;
  date_to?: string | undefined;
}

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

/** Ledger rows, newest first. */
export function chargePages(filter: DateRange & { kind?: string | undefined }): PageQuery<Charge> {
  return (page) => ({
    queryKey: ['balance', 'charges', filter, page],
    queryFn: ({ signal }) =>
      request<z.output<typeof chargePage>>('/user/billing/charges', {
        query: { ...filter, page, per_page: ROWS_PER_PAGE },
        signal,
      }),
  });
}
