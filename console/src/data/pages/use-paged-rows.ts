import { type QueryKey, useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { pagesOf, placeRows, type RowRange } from './page-window.ts';

export const ROWS_PER_PAGE = 50;

export interface PageOf<Row> {
  data: Row[];
  total: number;
}

/** Query of one page of a list, {@link ROWS_PER_PAGE} rows each. */
export type PageQuery<Row> = (page: number) => {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<PageOf<Row>>;
  /** Other topics whose changes affect the rows, as for any query. */
  meta?: { topics: string[] };
  /** Rows that change without an event are read again at this interval. */
  refetchInterval?: number;
};

export interface PagedRows<Row> {
  /** The date range contains no day, so nothing is loaded. */
  isIdle: boolean;
  /** As long as the whole list, with undefined for rows that are not loaded. Undefined until the total is known. */
  rows: (Row | undefined)[] | undefined;
  /** Why a visible page could not be loaded. */
  error: Error | null;
  /** Loads failed pages again. */
  refetch: () => void;
  /** Whether the page of a row, counted from 0, failed to load. */
  hasFailed: (index: number) => boolean;
  /** Reports the visible rows, to load their pages. */
  showRange: (range: RowRange) => void;
}

/**
 * A long list loaded by pages while scrolling. Changes reload only the visible pages.
 * @param pageQuery null if the date range contains no day
 */
export function usePagedRows<Row>(pageQuery: PageQuery<Row> | null): PagedRows<Row> {
  const [range, setRange] = useState<RowRange>({ first: 0, last: 0 });
  const pages = pagesOf(range, ROWS_PER_PAGE);
  const queries = useQueries({ queries: pageQuery === null ? [] : pages.map((page) => pageQuery(page)) });
  const showRange = useCallback((shown: RowRange): void => {
    setRange((before) => (before.first === shown.first && before.last === shown.last ? before : shown));
  }, []);
  const total = queries[0]?.data?.total;
  const found = new Map(
    pages.flatMap((page, index) => {
      const items = queries[index]?.data?.data;
      return items === undefined ? [] : [[page, items] as const];
    }),
  );
  return {
    isIdle: pageQuery === null,
    rows: total === undefined ? undefined : placeRows(total, ROWS_PER_PAGE, found),
    error: queries.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    refetch: () => {
      for (const query of queries) if (query.error !== null) void query.refetch();
    },
    hasFailed: (index) => {
      const query = queries[pages.indexOf(Math.floor(index / ROWS_PER_PAGE) + 1)];
      return query !== undefined && query.data === undefined && query.error !== null;
    },
    showRange,
  };
}
