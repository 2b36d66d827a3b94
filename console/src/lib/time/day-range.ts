import { t } from '../i18n/t.ts';

/** Calendar days as in fields, URLs and the API (`YYYY-MM-DD`), inclusive; absent if unlimited. */
export interface DayRange {
  date_from?: string | null | undefined;
  date_to?: string | null | undefined;
}

/** Error for a range whose end is before its start. */
export const REVERSED_DAYS = t('The end date is before the start date.');

/** True if the range contains no day, so that nothing needs to be loaded. */
export function isReversed({ date_from: from, date_to: to }: DayRange): boolean {
  return from != null && to != null && from > to;
}
