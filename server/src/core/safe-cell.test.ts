import { expect, test } from 'vitest';
import { plainCell, safeCell } from './safe-cell.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://x")', `'=HYPERLINK("http://x")`],
  ['+cmd|x', "'+cmd|x"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['＝1+1', "'＝1+1"],
  ["'=1", "''=1"],
  ["''+cmd", "'''+cmd"],
  ["'t Hooft", "'t Hooft"],
  ['+40721000001', '+40721000001'],
  ['-12.5', '-12.5'],
  ['a=1', 'a=1'],
  ['', ''],
])('writes %j as %j and reads it back', (value, cell) => {
  expect(safeCell(value)).toBe(cell);
  expect(plainCell(cell)).toBe(value);
});
