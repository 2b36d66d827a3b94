import type { WeekHours } from '#contract/inbox.ts';
import { t } from '../../lib/i18n/t.ts';
import { SHORT_WEEKDAY_NAMES } from '../../lib/time/weekday-names.ts';

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** `Mon–Fri 09:00–17:00, Sat 10:00–14:00`: neighboring days with the same hours together. */
export function hoursWords(hours: WeekHours | null): string {
  if (hours === null) return t('Always open');
  const spans: { first: string; last: string; text: string }[] = [];
  let isNeighbor = false;
  for (const day of DAYS) {
    const open = hours[day];
    const name = SHORT_WEEKDAY_NAMES[day];
    const text = open === null ? '' : `${open.from}–${open.to}`;
    const before = spans.at(-1);
    if (open !== null && isNeighbor && before?.text === text) before.last = name;
    else if (open !== null) spans.push({ first: name, last: name, text });
    isNeighbor = open !== null;
  }
  if (spans.length === 0) return t('Always closed');
  return spans
    .map(({ first, last, text }) => `${first === last ? first : `${first}–${last}`} ${text}`)
    .join(', ');
}
