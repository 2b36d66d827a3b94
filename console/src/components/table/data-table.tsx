import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useMedia } from '../../lib/media/use-media.ts';

export interface Column<Row> {
  /** Also its key. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** A width of CSS grid: `8rem`, `minmax(10rem,2fr)`. */
  width: string;
  align?: 'right';
  /** Left out on phones. */
  isMinor?: boolean;
}

interface DataTableProps<Row> {
  label: string;
  /** Undefined: a row whose page is not there yet. */
  rows: readonly (Row | undefined)[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** Makes the row a thing to press; what it opens must be reachable from a link in a cell too. */
  onOpen?: (row: Row) => void;
  rowHeightPx?: number;
  /** Told which rows are in view, counted from 0. */
  onRange?: (range: { first: number; last: number }) => void;
  /** Under the rows. */
  footer?: ReactNode;
}

/** A list of any length: only the rows in view are in the page. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowHeightPx = 52, footer, onRange } = props;
  const isWide = useMedia('(min-width: 48rem)');
  const columns = isWide ? props.columns : props.columns.filter(({ isMinor }) => isMinor !== true);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => {
    onRange?.({ first, last });
  }, [onRange, first, last]);
  const template = { gridTemplateColumns: columns.map(({ width }) => width).join(' ') };
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-surface">
      <div
        ref={scroller}
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className="max-h-[70vh] overflow-auto"
      >
        <div role="rowgroup" className="sticky top-0 z-10 min-w-fit border-line border-b bg-sunken">
          <div role="row" tabIndex={-1} className="grid gap-4 px-4 py-2.5" style={template}>
            {columns.map((column) => (
              <HeaderCell key={column.title} column={column} />
            ))}
          </div>
        </div>
        <div role="rowgroup" className="relative min-w-fit" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            const place = { ...template, height: item.size, transform: `translateY(${item.start}px)` };
            const at = { columns, index: item.index, place };
            if (row === undefined) return <WaitingRow key={`waiting-${item.index}`} {...at} />;
            return <BodyRow key={props.rowKey(row)} {...props} {...at} row={row} />;
          })}
        </div>
      </div>
      {footer && <div className="border-line border-t px-4 py-2.5 text-ink-soft text-sm">{footer}</div>}
    </div>
  );
}

function HeaderCell<Row>({ column }: { column: Column<Row> }) {
  return (
    <div
      role="columnheader"
      tabIndex={-1}
      className={classNames(
        'truncate font-medium text-ink-soft text-xs uppercase tracking-wide',
        column.align === 'right' && 'text-right',
      )}
    >
      {column.title}
    </div>
  );
}

interface BodyRowProps<Row> extends DataTableProps<Row> {
  row: Row;
  index: number;
  place: React.CSSProperties;
}

function BodyRow<Row>({ row, index, place, columns, onOpen }: BodyRowProps<Row>) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row's link is what the keyboard reaches; the row is a larger place to press.
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      onClick={onOpen && ((event) => isOnControl(event.target) || onOpen(row))}
      className={classNames(
        'absolute inset-x-0 top-0 grid items-center gap-4 border-line border-b px-4',
        onOpen && 'cursor-pointer hover:bg-sunken',
      )}
      style={place}
    >
      {columns.map((column) => (
        <div
          key={column.title}
          role="cell"
          className={classNames('min-w-0 truncate', column.align === 'right' && 'text-right tabular-nums')}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}

/** Where a row will be. */
function WaitingRow({ columns, index, place }: Pick<BodyRowProps<never>, 'columns' | 'index' | 'place'>) {
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-busy
      className="absolute inset-x-0 top-0 grid items-center gap-4 border-line border-b px-4"
      style={place}
    >
      {columns.map(({ title }) => (
        <div key={title} role="cell" className="h-3.5 rounded bg-line/70" />
      ))}
    </div>
  );
}

/** A press on a link or button of a row is that control's own. */
function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a,button,input,[role="menuitem"]') !== null;
}
