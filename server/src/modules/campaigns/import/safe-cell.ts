/** Plain numbers, phone numbers among them, do nothing in a spreadsheet. */
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** What spreadsheets take for the beginning of a formula, quoted or not; the last four are its full-width forms. */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A value as text that no spreadsheet runs as a formula. */
export function safeCell(value: string): string {
  return FORMULA_START.test(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value;
}

/** What a cell that `safeCell` has made stands for. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell;
}
