import { describe, expect, test } from 'vitest';
import { findHeader } from './header-row.ts';

const isNumber = (cell: string): boolean => cell.startsWith('+');

const find = (text: string) => {
  const rows = text.split('\n').map((line, index) => ({ row: index + 1, cells: line.split(',') }));
  const found = findHeader(
    rows.filter(({ cells }) => cells.some((cell) => cell !== '')),
    isNumber,
  );
  return found === null ? null : [found.header.row, found.numberColumn];
};

describe('the row with the column names', () => {
  test.each<[string, string, number, number | null]>([
    ['is the first one', 'Name,Phone\nAda,+401', 1, null],
    ['follows a title', 'Customers March 2026,,\nName,Phone,City\nAda,+401,Cluj', 2, null],
    ['follows several titles', 'Customers\n\nExported by X\nName,Phone\nAda,+401', 4, null],
    ['follows a title that is a word for phones', 'Telephone\nName,Phone\nAda,+401', 2, null],
    ['may have one cell', 'Phone\n+401\n+402', 1, null],
    [
      'is above words for phones in the data',
      'Who,Number of,Kind\nAda,0721000001,mobile\nBob,0721000002,work',
      1,
      1,
    ],
    ['is above the first numbers if no name is known', 'List\nWho,Reach at\nAda,+401\nBob,+402', 2, 1],
    ['names the column with most numbers', 'a,b,c\n+401,+402,x\n,+403,+404\ny,+405,z', 1, 1],
  ])('%s', (_what, text, row, column) => {
    const found = find(text.replaceAll('0721', '+721'));
    expect(found).toEqual([row, column]);
  });

  test.each([
    ['numbers from the first row', '+401,Ada\n+402,Bob'],
    ['no numbers', 'Name,City\nAda,Cluj'],
    ['numbers in an unnamed column', 'Name,,City\nAda,+401,Cluj'],
    ['few numbers among other texts', 'a,b\nx,+401\ny,see above\nz,none'],
    ['no rows', ''],
  ])('is missing with %s', (_what, text) => {
    expect(find(text)).toBeNull();
  });
});
