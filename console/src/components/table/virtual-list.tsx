import { measureElement, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/t.ts';
import { useHasFailed } from './failed-rows.ts';

interface VirtualListProps<Row> {
  label: string;
  /** Undefined for rows whose page is not loaded. */
  rows: readonly (Row | undefined)[];
  rowKey: (row: Row) => string | number;
  rowHeightPx: number;
  /** Rows fit their content; `rowHeightPx` is the estimate. */
  isMeasured?: boolean;
  children: (row: Row) => ReactNode;
  /** Reports the visible rows, counted from 0. */
  onRange?: (range: { first: number; last: number }) => void;
  className?: string;
}

/** A list of any length that renders only the visible rows. */
export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { label, rows, rowKey, rowHeightPx, isMeasured = false, children, onRange, className } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    // Elements in a hidden tab have no height.
    measureElement: (...about) => measureElement(...about) || rowHeightPx,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => {
    onRange?.({ first, last });
  }, [onRange, first, last]);
  return (
    <div ref={scroller} className={classNames('overflow-y-auto', className)}>
      <ul aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index];
          return (
            <li
              key={row === undefined ? `waiting-${item.index}` : rowKey(row)}
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0"
              ref={isMeasured ? virtual.measureElement : undefined}
              data-index={item.index}
              style={{
                height: isMeasured ? undefined : item.size,
                transform: `translateY(${item.start}px)`,
              }}
            >
              {row === undefined ? <Waiting index={item.index} /> : children(row)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A placeholder for a row that is not loaded. */
function Waiting({ index }: { index: number }) {
  const hasFailed = useHasFailed(index);
  if (!hasFailed) return <div className="m-3 h-4 rounded bg-line/70" />;
  return <p className="p-3 text-bad text-sm">{t('Not loaded')}</p>;
}
