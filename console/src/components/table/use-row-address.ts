import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { idOf } from '../../lib/search/search-values.ts';
import { showGone } from '../feedback/show-gone.ts';

interface Rows {
  data: readonly { id: number }[] | undefined;
  isFetching: boolean;
}

/**
 * The row that the URL points at (`?row=12`), for objects without a page or dialog. A missing row is removed from
 * the URL, and reported unless it was deleted while shown. The page's `validateSearch` must admit `row`.
 */
export function useRowAddress({ data, isFetching }: Rows): number | undefined {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const id = idOf('row' in search ? search.row : undefined);
  const isThere = data?.some((row) => row.id === id) === true;
  const seen = useRef<number | undefined>(undefined);
  const isGone = id !== undefined && data !== undefined && !isFetching && !isThere;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once.
  useEffect(() => {
    if (isThere) seen.current = id;
    if (!isGone) return;
    if (seen.current !== id) showGone();
    const withoutRow = ({ row, ...rest }: Record<string, unknown>) => rest;
    void navigate({ to: '.', search: withoutRow, replace: true, resetScroll: false });
  }, [isGone, isThere, id]);
  return isThere ? id : undefined;
}
