import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { pricesResponse } from '#contract/billing.ts';
import { request } from '../lib/api/request.ts';

export type Prices = z.output<typeof pricesResponse>['data'];

/** The account's prices and the known prices of vendors. They change only with the server's configuration. */
export const pricesQuery = queryOptions({
  queryKey: ['balance', 'prices'],
  queryFn: async ({ signal }) => (await request<{ data: Prices }>('/user/billing/prices', { signal })).data,
});
