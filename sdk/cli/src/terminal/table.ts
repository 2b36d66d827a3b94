/** A column of a table: its title, and the text of a row. */
export interface Column<Row> {
  title: string;
  text(row: Row): string;
}

const GAP = '  ';
const MIN_LAST_WIDTH = 20;

/**
 * Lines of a table, titles first. In a terminal the last column is cut to its width; in a pipe nothing is cut.
 * @param width of the terminal; null in a pipe
 */
export function format<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  width: number | null,
): string[] {
  const cells = [
    columns.map(({ title }) => title.toUpperCase()),
    ...rows.map((row) => columns.map((column) => oneLine(column.text(row)))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => widthOf(line[index] ?? ''))));
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + GAP.length, 0);
  const room = width === null ? Number.POSITIVE_INFINITY : Math.max(MIN_LAST_WIDTH, width - before);
  return cells.map((line) =>
    line
      .map((cell, index) => (index === columns.length - 1 ? cut(cell, room) : pad(cell, widths[index] ?? 0)))
      .join(GAP)
      .trimEnd(),
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim() || '–';
}

function widthOf(text: string): number {
  return [...text].length;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

function cut(text: string, room: number): string {
  return widthOf(text) <= room ? text : `${[...text].slice(0, room - 1).join('')}…`;
}
