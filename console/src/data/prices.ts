import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { pricesResponse } from '#contract/billing.ts';
import { request } from '../lib/api/request.ts';

/** What this installation charges. It changes only with its configuration. */
export const pricesQuery = queryOptions({
  queryKey: ['balance', 'prices'],
  queryFn: async ({ signal }) =>
    (await request<z.output<typeof pricesResponse>>('/user/billing/prices', { signal })).data,
});
