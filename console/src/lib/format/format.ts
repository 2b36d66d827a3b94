import { LOCALE } from '../i18n/language.ts';
import { t } from '../i18n/t.ts';
import { shownZone } from '../time/zone.ts';

const money = moneyFormat('USD');
const smallMoney = moneyFormat('USD', { maximumFractionDigits: 4 });
const tinyMoney = moneyFormat('USD', { maximumSignificantDigits: 2 });
const counts = new Intl.NumberFormat(LOCALE);
const tenths = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const shares = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const calendarDays = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const shortDays = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
const alternatives = new Intl.ListFormat(LOCALE, { type: 'disjunction' });

function moneyFormat(currency: string, digits: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  // `$` instead of `US$` in every English locale.
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  return new Intl.NumberFormat(LOCALE, { ...style, ...digits });
}

/** @param currency ISO 4217 */
export function formatCurrency(amount: number, currency: string): string {
  return moneyFormat(currency).format(amount);
}

/** Dollars; amounts below ten cents keep their significant digits. */
export function formatMoney(dollars: number): string {
  const size = Math.abs(dollars);
  // Avoids `-$0` when a zero amount is negated.
  if (size === 0) return money.format(0);
  if (size >= 0.1) return money.format(dollars);
  return size < 0.001 ? tinyMoney.format(dollars) : smallMoney.format(dollars);
}

export function formatCount(count: number): string {
  return counts.format(count);
}

/** One decimal: `2.5`. */
export function formatTenths(value: number): string {
  return tenths.format(value);
}

/** @param share between 0 and 1; null if there is nothing to divide by */
export function formatShare(share: number | null): string {
  return share === null ? '–' : shares.format(share);
}

/** In the console's time zone, like all dates and times here. */
export function formatDateTime(iso: string): string {
  return clock().dates.format(new Date(iso));
}

/** With seconds, for events close together. */
export function formatMoment(iso: string): string {
  return clock().moments.format(new Date(iso));
}

/** Date without time. */
export function formatDay(iso: string): string {
  return clock().days.format(new Date(iso));
}

/** @param day `2026-03-01`, independent of the time zone */
export function formatCalendarDay(day: string): string {
  return calendarDays.format(new Date(`${day}T12:00:00Z`));
}

/** Date without year. */
export function formatShortDay(day: string): string {
  return shortDays.format(new Date(`${day}T12:00:00Z`));
}

/** A time in a given zone: `14 Mar, 09:00 (Europe/Bucharest)`. */
export function formatInZone(iso: string, timeZone: string): string {
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone } as const;
  return `${new Intl.DateTimeFormat(LOCALE, parts).format(new Date(iso))} (${timeZone})`;
}

interface ZoneClock {
  dates: Intl.DateTimeFormat;
  moments: Intl.DateTimeFormat;
  days: Intl.DateTimeFormat;
}

// Cached, because creating a formatter is expensive.
const clocks = new Map<string, ZoneClock>();

function clock(): ZoneClock {
  const timeZone = shownZone();
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const made = {
    dates: new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    moments: new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium', timeZone }),
    days: new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone }),
  };
  clocks.set(timeZone, made);
  return made;
}

/** @param seconds whole seconds → `4:05`, `1:02:09` */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

export function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 1000
    ? t('{milliseconds} ms', { milliseconds: Math.round(milliseconds) })
    : t('{seconds} s', { seconds: formatTenths(milliseconds / 1000) });
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return t('{size} B', { size: bytes });
  if (bytes < 1024 * 1024) return t('{size} kB', { size: Math.round(bytes / 1024) });
  return t('{size} MB', { size: formatTenths(bytes / 1024 / 1024) });
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `3 minutes ago`, `in 2 hours`; a date when more than a week away. */
export function formatRelative(iso: string, now: number): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  if (Math.abs(seconds) > 7 * 86_400) return formatDay(iso);
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  if (step !== undefined) return relative.format(Math.round(seconds / step[1]), step[0]);
  // Server clocks may be some seconds ahead.
  return seconds > 3 ? t('in a moment') : t('just now');
}

/** `a, b or c` */
export function formatAlternatives(items: readonly string[]): string {
  return alternatives.format(items);
}
