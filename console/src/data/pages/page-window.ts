/** The visible rows of a long list: the first and the last, counted from 0. */
export interface RowRange {
  first: number;
  last: number;
}

/** The pages, counted from 1, that contain these rows. Always includes page 1, which holds the total. */
export function pagesOf({ first, last }: RowRange, rowsPerPage: number): number[] {
  const from = Math.floor(Math.max(0, first) / rowsPerPage) + 1;
  const until = Math.floor(Math.max(0, last) / rowsPerPage) + 1;
  const pages = Array.from({ length: Math.max(0, until - from) + 1 }, (_, index) => from + index);
  return from === 1 ? pages : [1, ...pages];
}

/** All rows at their indexes; undefined where a page is not loaded. */
export function placeRows<Row>(
  total: number,
  rowsPerPage: number,
  pages: ReadonlyMap<number, readonly Row[]>,
): (Row | undefined)[] {
  const rows = new Array<Row | undefined>(total).fill(undefined);
  for (const [page, items] of pages) {
    const begin = (page - 1) * rowsPerPage;
    for (const [index, item] of items.entries()) {
      if (begin + index < total) rows[begin + index] = item;
    }
  }
  return rows;
}
