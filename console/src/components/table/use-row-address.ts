import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { idOf } from '../../lib/search/search-values.ts';
import { tellGone } from '../feedback/tell-gone.ts';

interface Rows {
  data: readonly { id: number }[] | undefined;
  isFetching: boolean;
}

/**
 * The row that the address of a page points at (`?row=12`): of things that have neither a page nor a dialog. One that is
 * not there is taken out of the address, and told where it never was: who deletes it knows. The page's `validateSearch`
 * admits `row`.
 */
export function useRowAddress({ data, isFetching }: Rows): number | undefined {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const id = idOf('row' in search ? search.row : undefined);
  const isThere = data?.some((row) => row.id === id) === true;
  const seen = useRef<number | undefined>(undefined);
  const isGone = id !== undefined && data !== undefined && !isFetching && !isThere;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once.
  useEffect(() => {
    if (isThere) seen.current = id;
    if (!isGone) return;
    if (seen.current !== id) tellGone();
    const withoutRow = ({ row, ...rest }: Record<string, unknown>) => rest;
    void navigate({ to: '.', search: withoutRow, replace: true, resetScroll: false });
  }, [isGone, isThere, id]);
  return isThere ? id : undefined;
}
