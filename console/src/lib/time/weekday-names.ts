import { LOCALE } from '../i18n/language.ts';
import { t } from '../i18n/t.ts';

export const WEEKDAY_NAMES = {
  monday: t('Monday'),
  tuesday: t('Tuesday'),
  wednesday: t('Wednesday'),
  thursday: t('Thursday'),
  friday: t('Friday'),
  saturday: t('Saturday'),
  sunday: t('Sunday'),
} as const;

const short = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', timeZone: 'UTC' });

/** `Mon` */
export const SHORT_WEEKDAY_NAMES = {
  monday: shortName(1),
  tuesday: shortName(2),
  wednesday: shortName(3),
  thursday: shortName(4),
  friday: shortName(5),
  saturday: shortName(6),
  sunday: shortName(7),
} as const;

/** @param day 1 for Monday */
function shortName(day: number): string {
  // 1 January 2024 was a Monday.
  return short.format(Date.UTC(2024, 0, day));
}
