import { expect, test } from 'vitest';
import { type SpannedCell, TableGrid } from './table-grid.ts';

const cell = (text: string, columns = 1, rows: SpannedCell['rows'] = 1): SpannedCell => ({
  text,
  columns,
  rows,
});
const laidOut = (...rows: SpannedCell[][]): string[][] => {
  const grid = new TableGrid();
  return rows.map((row) => grid.row(row));
};

test('repeats a merged cell in every column and row it covers', () => {
  expect(laidOut([cell('a', 2, 2), cell('b')], [cell('c')], [cell('d'), cell('e'), cell('f')])).toEqual([
    ['a', 'a', 'b'],
    ['a', 'a', 'c'],
    ['d', 'e', 'f'],
  ]);
});

test('repeats a vertically merged cell in each row below', () => {
  const continued = [cell('', 1, 'continues'), cell('x')];
  expect(laidOut([cell('a'), cell('b')], continued, continued)).toEqual([
    ['a', 'b'],
    ['a', 'x'],
    ['a', 'x'],
  ]);
});

test('leaves cells empty instead of repeating a long text', () => {
  const long = 'word '.repeat(30);
  expect(laidOut([cell(long, 2), cell('b')])).toEqual([[long, '', 'b']]);
});

test('keeps every cell of a wide row', () => {
  const wide = Array.from({ length: 200 }, (_, index) => cell(`${index}`, 1, 2));
  const [first, second] = laidOut(wide, [cell('next')]);
  expect(first).toEqual(wide.map(({ text }) => text));
  expect(second?.slice(58)).toEqual(['58', '59', 'next']);
});

test('limits the expanded size of a small table', () => {
  const wide = Array.from({ length: 50 }, () => cell('x'.repeat(100), 1, 65_534));
  const rows = laidOut(wide, ...Array.from({ length: 10_000 }, () => [cell('y', 1_000_000)]));
  expect(rows.flat().join('').length).toBeLessThan(300_000);
  expect(Math.max(...rows.map((row) => row.length))).toBe(60);
});
