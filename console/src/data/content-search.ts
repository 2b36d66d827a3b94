import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ContentHit, contentSearchQuery, contentSearchResponse } from '#contract/content-search.ts';
import { request } from '../lib/api/request.ts';

export type { ContentHit };
export type ContentFilter = Omit<z.output<typeof contentSearchQuery>, 'q' | 'per_page' | 'cursor'>;
type Found = z.output<typeof contentSearchResponse>;

const PATH = '/user/search/content';
/** Names and numbers are found by the other search, so more hits are read than shown. */
const HITS_IN_PALETTE = 10;

/** Page parameter of the newest hits. */
const FIRST: string | null = null;

/** The latest hits while the user types; previous results stay while loading. */
export function contentHitsQuery(words: string) {
  return queryOptions({
    queryKey: ['search', 'content', words],
    queryFn: async ({ signal }) =>
      (await request<Found>(PATH, { query: { q: words, per_page: HITS_IN_PALETTE }, signal })).data,
    enabled: words !== '',
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  });
}

/** All hits, newest first, by page. */
export function contentPagesQuery(words: string, filter: ContentFilter) {
  return infiniteQueryOptions({
    queryKey: ['search', 'pages', words, filter],
    queryFn: ({ pageParam, signal }) =>
      request<Found>(PATH, { query: { q: words, ...filter, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled: words !== '',
  });
}
