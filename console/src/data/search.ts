import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { searchResponse } from '#contract/search.ts';
import { request } from '../lib/api/request.ts';

export type FoundThing = z.output<typeof searchResponse>['data'][number];

/** Search results for a name, number or id; previous results stay while loading. */
export function searchQuery(query: string) {
  return queryOptions({
    queryKey: ['search', query],
    queryFn: async ({ signal }) =>
      (await request<z.output<typeof searchResponse>>('/user/search', { query: { query }, signal })).data,
    enabled: query !== '',
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  });
}
