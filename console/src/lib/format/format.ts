const money = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
const smallMoney = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
});
const tinyMoney = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
});
const counts = new Intl.NumberFormat();
const tenths = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const shares = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** Dollars; amounts below ten cents keep the digits that matter. */
export function formatMoney(dollars: number): string {
  const size = Math.abs(dollars);
  if (size === 0 || size >= 0.1) return money.format(dollars);
  return size < 0.001 ? tinyMoney.format(dollars) : smallMoney.format(dollars);
}

export function formatCount(count: number): string {
  return counts.format(count);
}

/** With one digit behind the point: `2.5`. */
export function formatTenths(value: number): string {
  return tenths.format(value);
}

/** @param share between 0 and 1; null: nothing to divide by */
export function formatShare(share: number | null): string {
  return share === null ? '–' : shares.format(share);
}

export function formatDateTime(iso: string): string {
  return dates.format(new Date(iso));
}

export function formatDay(iso: string): string {
  return days.format(new Date(iso));
}

/** @param seconds whole seconds → `4:05`, `1:02:09` */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

export function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${formatTenths(milliseconds / 1000)} s`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`;
  return `${formatTenths(bytes / 1024 / 1024)} MB`;
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `3 minutes ago`, `in 2 hours`; a date where it is more than a week away. */
export function formatRelative(iso: string, now: number): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  if (Math.abs(seconds) > 7 * 86_400) return formatDay(iso);
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  if (step !== undefined) return relative.format(Math.round(seconds / step[1]), step[0]);
  // Clocks of servers are some seconds ahead at times.
  return seconds > 3 ? 'in a moment' : 'just now';
}
