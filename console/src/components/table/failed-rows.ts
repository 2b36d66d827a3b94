import { createContext, useContext } from 'react';

/** Whether a row, counted from 0, belongs to a page that failed to load. */
type HasFailed = (index: number) => boolean;

/** Set by a paged list for its rows; the retry button is above the list. */
export const FailedRowsContext = createContext<HasFailed>(() => false);

export function useHasFailed(index: number): boolean {
  return useContext(FailedRowsContext)(index);
}
