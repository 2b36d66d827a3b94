import { z } from 'zod';
import { instantOrDay, integer } from './fields.ts';

/** Query of a paginated list. Values out of range are refused, not clamped. */
export function pageQuery() {
  return {
    per_page: integer(1, 100).nullish(),
    page: integer(1, 1_000_000_000).nullish(),
  };
}

/**
 * For clients that ask from time to time what has changed: `updated_from` included, `updated_to` excluded. Days are those
 * of the account's time zone, both included.
 */
export function changeQuery() {
  return { updated_from: instantOrDay().nullish(), updated_to: instantOrDay().nullish() };
}

export const pageLink = z.object({ url: z.string().nullable(), label: z.string(), active: z.boolean() });

/** Of a sorted list; descending by default. */
export const SORT_DIRECTIONS = ['desc', 'asc'] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];

export function sortDirection() {
  return z.enum(SORT_DIRECTIONS).describe('Sort direction; `desc` by default.');
}

/** The envelope around the items of a paginated list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    current_page: z.int(),
    data: z.array(item),
    first_page_url: z.string(),
    from: z.int().nullable(),
    last_page: z.int(),
    last_page_url: z.string(),
    links: z.array(pageLink),
    next_page_url: z.string().nullable(),
    path: z.string(),
    per_page: z.int(),
    prev_page_url: z.string().nullable(),
    to: z.int().nullable(),
    total: z.int(),
  });
}
