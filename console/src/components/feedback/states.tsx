import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, describeError, isMissing } from '../../lib/api/api-error.ts';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../button.tsx';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** Explains the list and how to add its first item. */
  text: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center rounded-xl border border-line border-dashed px-6 py-14 text-center">
      <div className="mb-4 grid size-12 place-items-center rounded-full bg-accent-soft text-accent-strong [&_svg]:size-6">
        {icon}
      </div>
      <h2 className="font-semibold text-lg">{title}</h2>
      <div className="mt-1.5 max-w-md text-ink-soft">{text}</div>
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/** An error, what to do, and a retry button. */
export function ErrorState(props: { error: unknown; onRetry?: () => void; action?: string }) {
  const { error, onRetry, action = t('Try again') } = props;
  const requestId = error instanceof ApiError ? error.requestId : null;
  // Retrying cannot bring back a missing object.
  const isGone = isMissing(error);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-4 rounded-xl border border-bad/40 bg-bad-soft px-5 py-4"
    >
      <CircleAlert className="size-5 shrink-0 text-bad" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{describeError(error)}</p>
        {isGone && <p className="text-ink-soft">{t('It may have been deleted, or the link is wrong.')}</p>}
        {requestId !== null && (
          <p className="text-ink-soft text-sm">{t('Request {id}', { id: requestId })}</p>
        )}
      </div>
      {onRetry && !isGone && (
        <Button icon={<RotateCw />} onClick={onRetry}>
          {action}
        </Button>
      )}
    </div>
  );
}

/** Placeholder bars while content loads. */
export function Skeleton({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <div role="status" aria-label={t('Loading')} className={classNames('grid gap-3', className)}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are identical and never move.
        <div key={line} className="h-9 animate-pulse rounded-lg bg-line/70" />
      ))}
    </div>
  );
}

export interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** Shows the data, the error, or a skeleton while loading. */
export function Loaded<Data>({
  query,
  children,
  skeleton = <Skeleton />,
}: {
  query: QueryLike<Data>;
  children: (data: Data) => ReactNode;
  skeleton?: ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}

interface LoadedListProps<Row> {
  query: QueryLike<readonly Row[]>;
  /** Shown when the list is empty. */
  empty: EmptyStateProps;
  /** Also show the empty state's action above a list with rows. */
  hasBar?: boolean;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Shows the list once all of it is loaded, or its empty state. */
export function LoadedList<Row>({ query, empty, hasBar = false, children }: LoadedListProps<Row>) {
  return (
    <Loaded query={query}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState {...empty} />
        ) : (
          <>
            {hasBar && <div className="mb-4 flex flex-wrap gap-2">{empty.action}</div>}
            {children(rows)}
          </>
        )
      }
    </Loaded>
  );
}
