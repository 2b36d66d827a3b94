import { createContext, useContext } from 'react';

/** Rows of a long list whose page could not be fetched. */
interface FailedRows {
  /** @param index counted from 0 */
  hasFailed: (index: number) => boolean;
  retry: () => void;
}

const NONE: FailedRows = { hasFailed: () => false, retry: () => undefined };

/** Told by a list to its rows, wherever they are drawn. */
export const FailedRowsContext = createContext<FailedRows>(NONE);

/** Tries to fetch the row of a place again; null: nothing has failed there. */
export function useFailedRow(index: number): (() => void) | null {
  const { hasFailed, retry } = useContext(FailedRowsContext);
  return hasFailed(index) ? retry : null;
}
