/** Calendar days as fields, addresses and the API hold them (`YYYY-MM-DD`), both included; absent: no bound. */
export interface DayRange {
  date_from?: string | null | undefined;
  date_to?: string | null | undefined;
}

/** Said at the fields of days that are the wrong way round. */
export const REVERSED_DAYS = 'The second day is before the first.';

/** No day lies between them, so that nothing need be asked for. */
export function isReversed({ date_from: from, date_to: to }: DayRange): boolean {
  return from != null && to != null && from > to;
}
