import type { Api, Query } from './api.ts';

const PAGE = 100;

interface Page<Item> {
  data: Item[];
  last_page: number;
  total: number;
}

export interface Listed<Item> {
  items: Item[];
  /** Number of items at the server. */
  total: number;
}

/** The first `limit` items of a paginated list. */
export async function readPages<Item>(
  api: Api,
  path: string,
  { query = {}, limit = Number.POSITIVE_INFINITY }: { query?: Query; limit?: number },
): Promise<Listed<Item>> {
  const items: Item[] = [];
  for (let page = 1; ; page += 1) {
    // The page size must not change, because it determines where a page begins.
    const size = Math.min(PAGE, limit);
    const answer = await api.get<Page<Item>>(path, { ...query, page, per_page: size });
    items.push(...answer.data.slice(0, limit - items.length));
    if (page >= answer.last_page || items.length >= limit) return { items, total: answer.total };
  }
}
