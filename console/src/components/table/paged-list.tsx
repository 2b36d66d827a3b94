import type { ReactNode } from 'react';
import type { PagedRows } from '../../data/pages/use-paged-rows.ts';
import { ReversedDays } from '../feedback/reversed-days.tsx';
import { ErrorState, Skeleton } from '../feedback/states.tsx';
import { FailedRowsContext } from './failed-rows.ts';

interface PagedListProps<Row> {
  paged: PagedRows<Row>;
  /** Shown when the list is empty. */
  empty: ReactNode;
  children: (rows: readonly (Row | undefined)[]) => ReactNode;
  /** The list touches the edges of its pane, so its placeholders need padding. */
  isEdged?: boolean;
}

/** Keeps the error in view over lists taller than a phone. */
const AT_HAND = 'sticky top-[calc(var(--top-bar)+0.5rem)] z-20 mb-4 lg:top-2';

/** A paged list. Rows that failed to load are marked, with an error and a retry button above the list. */
export function PagedList<Row>({ paged, empty, children, isEdged = false }: PagedListProps<Row>) {
  const { isIdle, rows, error, refetch, hasFailed } = paged;
  if (isIdle) {
    return (
      <div className={isEdged ? 'p-4' : ''}>
        <ReversedDays />
      </div>
    );
  }
  return (
    <>
      {error !== null && (
        <div className={isEdged ? 'p-4' : AT_HAND}>
          <ErrorState error={error} onRetry={refetch} />
        </div>
      )}
      {rows === undefined && error === null && <Skeleton lines={8} className={isEdged ? 'p-4' : ''} />}
      {rows !== undefined && (
        <FailedRowsContext value={hasFailed}>{rows.length === 0 ? empty : children(rows)}</FailedRowsContext>
      )}
    </>
  );
}
