import type { WeekHours } from '#contract/inbox.ts';

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export const DAY_WORDS: Readonly<Record<(typeof DAYS)[number], string>> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
};

/** `Mon–Fri 09:00–17:00, Sat 10:00–14:00`: neighboring days with the same hours together. */
export function hoursWords(hours: WeekHours | null): string {
  if (hours === null) return 'Always open';
  const spans: { first: string; last: string; text: string }[] = [];
  let isNeighbor = false;
  for (const day of DAYS) {
    const open = hours[day];
    const name = DAY_WORDS[day].slice(0, 3);
    const text = open === null ? '' : `${open.from}–${open.to}`;
    const before = spans.at(-1);
    if (open !== null && isNeighbor && before?.text === text) before.last = name;
    else if (open !== null) spans.push({ first: name, last: name, text });
    isNeighbor = open !== null;
  }
  if (spans.length === 0) return 'Always closed';
  return spans
    .map(({ first, last, text }) => `${first === last ? first : `${first}–${last}`} ${text}`)
    .join(', ');
}
