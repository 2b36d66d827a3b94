import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { idOf } from '../../lib/search/search-values.ts';
import { tellGone } from '../feedback/tell-gone.ts';

interface Rows {
  data: readonly { id: number }[] | undefined;
  isFetching: boolean;
}

/**
 * The row that the address of a page points at (`?row=12`): of things that have neither a page nor a dialog. Where it is
 * not there, that is told, and taken out of the address. The page's `validateSearch` admits `row`.
 */
export function useRowAddress({ data, isFetching }: Rows): number | undefined {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const id = idOf('row' in search ? search.row : undefined);
  const isThere = data?.some((row) => row.id === id) === true;
  const isGone = id !== undefined && data !== undefined && !isFetching && !isThere;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once.
  useEffect(() => {
    if (!isGone) return;
    tellGone();
    const withoutRow = ({ row, ...rest }: Record<string, unknown>) => rest;
    void navigate({ to: '.', search: withoutRow, replace: true, resetScroll: false });
  }, [isGone]);
  return isThere ? id : undefined;
}
