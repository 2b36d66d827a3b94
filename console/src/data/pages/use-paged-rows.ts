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
  /** As of any query: which other topics its rows are made of. */
  meta?: { topics: string[] };
};

export interface PagedRows<Row> {
  /** Nothing is asked for: no row can lie between the chosen days. */
  isIdle: boolean;
  /** As long as the whole list; rows that nobody has scrolled to are undefined. Undefined while nothing is known. */
  rows: (Row | undefined)[] | undefined;
  /** Why a page in view is not there. */
  error: Error | null;
  /** Asks for what is not there once more. */
  refetch: () => void;
  /** Whether the page of a row, counted from 0, is not there because it could not be fetched. */
  hasFailed: (index: number) => boolean;
  /** Tell which rows are in view: their pages are asked for. */
  showRange: (range: RowRange) => void;
}

/**
 * A long list by pages as one scrolls. What changes asks again only for pages in view, however far somebody has scrolled.
 *
 * @param pageQuery null: no row can lie between the chosen days
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
