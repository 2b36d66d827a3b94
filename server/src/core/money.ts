/** Amounts are whole millionths of a US dollar internally; clients see dollars. */
const MICROS_PER_DOLLAR = 1_000_000;

/** Upper bound of balances; its micros and their sums stay far below 2^53. */
export const MAX_BALANCE_DOLLARS = 1_000_000_000;
export const MAX_BALANCE_MICROS = MAX_BALANCE_DOLLARS * MICROS_PER_DOLLAR;

/** @param dollars at most six decimals */
export function microsOf(dollars: number): number {
  return Math.round(dollars * MICROS_PER_DOLLAR);
}

export function dollarsOf(micros: number): number {
  return micros / MICROS_PER_DOLLAR;
}

/** `-1234500` → `-1.234500`: exact, always six decimals. */
export function exactDollars(micros: number): string {
  const digits = String(Math.abs(micros)).padStart(7, '0');
  return `${micros < 0 ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
