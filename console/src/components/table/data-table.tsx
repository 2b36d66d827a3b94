import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/t.ts';
import { useMedia } from '../../lib/media/use-media.ts';
import { useCutSides } from '../../lib/use-cut-sides.ts';
import { useHasFailed } from './failed-rows.ts';
import { useArrival } from './use-arrival.ts';

export interface Column<Row> {
  /** Also the key of the column. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** A width of CSS grid: `8rem`, `minmax(10rem,2fr)`. */
  width: string;
  align?: 'right';
  /** Moved behind the other columns on phones. */
  isMinor?: boolean;
  /** Replaces the title in the header. */
  header?: ReactNode;
  /** Name of the order in the API; the header sorts by it. */
  orderBy?: string;
}

/** The order of a list: a name of the API, and a direction. */
export interface Sort {
  by: string;
  direction: 'asc' | 'desc';
}

interface DataTableProps<Row> {
  label: string;
  /** Undefined for rows whose page is not loaded. */
  rows: readonly (Row | undefined)[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** Makes rows clickable; the target must also be reachable by a link in a cell. */
  onOpen?: (row: Row) => void;
  rowHeightPx?: number;
  /** Reports the visible rows, counted from 0. */
  onRange?: (range: { first: number; last: number }) => void;
  /** Shown under the rows. */
  footer?: ReactNode;
  /** Key of the row in the URL; scrolled into view. */
  marked?: string | number | undefined;
  /** The present order; the headers change it. */
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Column with a checkbox for each row; absent on phones. */
  selector?: Column<Row>;
}

function mainFirst<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return [...columns.filter(({ isMinor }) => isMinor !== true), ...columns.filter(({ isMinor }) => isMinor)];
}

/** Width of the first column on phones; the other columns scroll behind it. */
const KEPT_WIDTH = '10rem';
/** Covers the row's padding, and spans the row so that it can stay in place while scrolling. */
const KEPT = 'sticky left-0 z-1 col-span-full row-start-1 -ml-4 w-44 border-line border-r pl-4';

/**
 * A table of any length that renders only the visible rows. On phones it scrolls within its frame and keeps the first
 * column in place.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowHeightPx = 40, footer, onRange, rowKey, marked } = props;
  const isWide = useMedia('(min-width: 48rem)');
  const columns = isWide ? withSelector(props) : mainFirst(props.columns);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 12,
  });
  const { after: isCut } = useCutSides(scroller, 'x');
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => {
    onRange?.({ first, last });
  }, [onRange, first, last]);
  const arrive = useArrival(marked);
  const isMarked = (row: Row | undefined): boolean => row !== undefined && rowKey(row) === marked;
  const markedIndex = marked === undefined ? -1 : rows.findIndex(isMarked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll only on arrival, not when the row moves later.
  useEffect(() => {
    if (markedIndex >= 0) virtual.scrollToIndex(markedIndex, { align: 'center' });
  }, [marked, markedIndex >= 0]);
  const widths = columns.map(({ width }, index) => (isWide || index > 0 ? width : KEPT_WIDTH));
  const template = { gridTemplateColumns: widths.join(' ') };
  return (
    <div className="relative overflow-hidden rounded-xl border border-line bg-surface">
      <div
        ref={scroller}
        role="table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        tabIndex={0}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className="max-h-[70vh] overflow-auto -outline-offset-2"
      >
        {/* The header determines the width: rows are positioned absolutely. */}
        <div role="presentation" className="min-w-fit">
          <div role="rowgroup" className="sticky top-0 z-10 border-line border-b bg-sunken">
            <div role="row" tabIndex={-1} className="grid gap-4 px-4 py-2" style={template}>
              {columns.map((column, index) => (
                <HeaderCell
                  key={column.title}
                  column={column}
                  place={index}
                  isKept={!isWide && index === 0}
                  sort={props.sort}
                  onSort={props.onSort}
                />
              ))}
            </div>
          </div>
          <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
            {items.map((item) => {
              const row = rows[item.index];
              const place = { ...template, height: item.size, transform: `translateY(${item.start}px)` };
              const at = { columns, index: item.index, place, isKeeping: !isWide };
              if (row === undefined) return <WaitingRow key={`waiting-${item.index}`} {...at} />;
              const mark = isMarked(row) ? arrive : undefined;
              return <BodyRow key={rowKey(row)} {...props} {...at} row={row} mark={mark} />;
            })}
          </div>
        </div>
      </div>
      {isCut && (
        // A shadow when there is more to the right.
        <div
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-0 z-20 w-8 bg-linear-to-l from-ink/15"
        />
      )}
      {footer && <div className="border-line border-t px-4 py-2 text-ink-soft text-sm">{footer}</div>}
    </div>
  );
}

function withSelector<Row>({ selector, columns }: DataTableProps<Row>): readonly Column<Row>[] {
  return selector === undefined ? columns : [selector, ...columns];
}

interface HeaderCellProps<Row> {
  column: Column<Row>;
  /** Counted from 0. */
  place: number;
  isKept: boolean;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

function HeaderCell<Row>({ column, place, isKept, sort, onSort }: HeaderCellProps<Row>) {
  const { orderBy, title, align, header } = column;
  const direction = sort !== undefined && sort.by === orderBy ? sort.direction : undefined;
  return (
    <div
      role="columnheader"
      tabIndex={-1}
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
      style={{ gridColumnStart: place + 1 }}
      className={classNames(
        'truncate font-medium text-ink-soft text-xs',
        align === 'right' && 'text-right',
        isKept ? `${KEPT} bg-sunken` : 'row-start-1',
      )}
    >
      {orderBy === undefined || onSort === undefined ? (
        (header ?? title)
      ) : (
        <button
          type="button"
          onClick={() => onSort({ by: orderBy, direction: direction === 'desc' ? 'asc' : 'desc' })}
          className="inline-flex max-w-full items-center gap-1 hover:text-ink [&_svg]:size-3.5 [&_svg]:shrink-0"
        >
          <span className="truncate">{title}</span>
          {direction === 'asc' && <ArrowUp aria-hidden />}
          {direction === 'desc' && <ArrowDown aria-hidden />}
        </button>
      )}
    </div>
  );
}

interface BodyRowProps<Row> extends DataTableProps<Row> {
  row: Row;
  index: number;
  place: React.CSSProperties;
  /** The first column stays in place while the others scroll. */
  isKeeping: boolean;
  /** Ref of the row that the URL points at. */
  mark: ((element: HTMLElement | null) => void) | undefined;
}

function BodyRow<Row>({ row, index, place, columns, onOpen, isKeeping, mark }: BodyRowProps<Row>) {
  const ground = mark === undefined ? 'bg-surface' : 'bg-accent-soft';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row's link is reachable by keyboard; the row is a larger click target.
    <div
      ref={mark}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-current={mark !== undefined || undefined}
      onClick={onOpen && ((event) => isOnControl(event.target) || onOpen(row))}
      className={classNames(
        'absolute inset-x-0 top-0 grid items-center gap-4 border-line border-b px-4',
        onOpen && 'cursor-pointer hover:bg-sunken',
        mark !== undefined && `-outline-offset-2 ${ground}`,
      )}
      style={place}
    >
      {columns.map((column, at) => (
        <div
          key={column.title}
          role="cell"
          style={{ gridColumnStart: at + 1 }}
          className={classNames(
            'min-w-0',
            column.align === 'right' && 'text-right tabular-nums',
            isKeeping && at === 0
              ? `${KEPT} grid grid-cols-[minmax(0,1fr)] content-center self-stretch ${ground}`
              : 'row-start-1 truncate',
          )}
        >
          {isKeeping && at === 0 ? <div className="truncate pr-1">{column.cell(row)}</div> : column.cell(row)}
        </div>
      ))}
    </div>
  );
}

/** A placeholder for a row that is not loaded. */
function WaitingRow({ columns, index, place }: Pick<BodyRowProps<never>, 'columns' | 'index' | 'place'>) {
  const hasFailed = useHasFailed(index);
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-busy={!hasFailed}
      className="absolute inset-x-0 top-0 grid items-center gap-4 border-line border-b px-4"
      style={place}
    >
      {hasFailed ? (
        <div
          role="cell"
          aria-colspan={columns.length}
          className="sticky left-4 col-span-full justify-self-start text-bad text-sm"
        >
          {t('Not loaded')}
        </div>
      ) : (
        columns.map(({ title }) => <div key={title} role="cell" className="h-3.5 rounded bg-line/70" />)
      )}
    </div>
  );
}

/** Links and buttons in a row handle their own clicks. */
function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a,button,input,[role="menuitem"]') !== null;
}
