import type { z } from 'zod';
import type { addToBlacklistRequest, addToBlacklistResponse, blacklistPage } from '#contract/blacklist.ts';
import { request } from '../lib/api/request.ts';
import { type PageQuery, ROWS_PER_PAGE } from './pages/use-paged-rows.ts';

export type BlacklistedNumber = z.output<typeof blacklistPage>['data'][number];

/** Newest first. @param number digits that the numbers contain; empty for all numbers */
export function blacklistPages(number: string): PageQuery<BlacklistedNumber> {
  return (page) => ({
    queryKey: ['blacklist', number, page],
    queryFn: ({ signal }) =>
      request<z.output<typeof blacklistPage>>('/user/blacklist', {
        query: { phone_number: number, page, per_page: ROWS_PER_PAGE },
        signal,
      }),
  });
}

export function addToBlacklist(
  body: z.output<typeof addToBlacklistRequest>,
  idempotencyKey: string,
): Promise<z.output<typeof addToBlacklistResponse>> {
  return request('/user/blacklist', { method: 'POST', body, idempotencyKey });
}

export function removeFromBlacklist(id: number): Promise<unknown> {
  return request(`/user/blacklist/${id}`, { method: 'DELETE' });
}
