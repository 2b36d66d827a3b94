import { createContext, useContext } from 'react';

/** Whether the row of a place, counted from 0, belongs to a page of a long list that could not be fetched. */
type HasFailed = (index: number) => boolean;

/** Told by a list to its rows, wherever they are drawn; the way to try again stands above the list. */
export const FailedRowsContext = createContext<HasFailed>(() => false);

export function useHasFailed(index: number): boolean {
  return useContext(FailedRowsContext)(index);
}
