/** Plain numbers, including phone numbers, are harmless in spreadsheets. */
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** Characters that start a formula in spreadsheets, escaped or not; the last four are full-width forms. */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Escapes a value so that no spreadsheet runs it as a formula. */
export function safeCell(value: string): string {
  return FORMULA_START.test(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value;
}

/** Reverses `safeCell`. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell;
}
