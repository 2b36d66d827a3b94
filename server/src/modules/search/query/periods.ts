const DAY_MS = 86_400_000;

/** Months of a span in UTC, `YYYY-MM`, newest first; both ends included. */
export function monthsBack(newest: Date, oldest: Date): string[] {
  const months: string[] = [];
  for (
    let month = Date.UTC(newest.getUTCFullYear(), newest.getUTCMonth());
    month + 31 * DAY_MS > oldest.getTime();
    month = previousMonth(month)
  ) {
    const name = new Date(month).toISOString().slice(0, 7);
    if (name >= oldest.toISOString().slice(0, 7)) months.push(name);
  }
  return months;
}

function previousMonth(firstDay: number): number {
  const before = new Date(firstDay - DAY_MS);
  return Date.UTC(before.getUTCFullYear(), before.getUTCMonth());
}

/** Days of a month, `YYYY-MM-DD`, newest first. @param month `YYYY-MM` */
export function daysBack(month: string): string[] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: last }, (_, index) => `${month}-${String(last - index).padStart(2, '0')}`);
}
