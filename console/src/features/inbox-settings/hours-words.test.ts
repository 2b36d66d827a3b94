import { expect, test } from 'vitest';
import type { WeekHours } from '#contract/inbox.ts';
import { hoursWords } from './hours-words.ts';

const DAY = { from: '09:00', to: '17:00' };
const CLOSED: WeekHours = {
  monday: null,
  tuesday: null,
  wednesday: null,
  thursday: null,
  friday: null,
  saturday: null,
  sunday: null,
};

test.each<[WeekHours | null, string]>([
  [null, 'Always open'],
  [CLOSED, 'Always closed'],
  [{ ...CLOSED, monday: DAY, tuesday: DAY, wednesday: DAY }, 'Mon–Wed 09:00–17:00'],
  [{ ...CLOSED, monday: DAY, wednesday: DAY }, 'Mon 09:00–17:00, Wed 09:00–17:00'],
  [{ ...CLOSED, friday: DAY, saturday: { from: '10:00', to: '14:00' } }, 'Fri 09:00–17:00, Sat 10:00–14:00'],
])('%o is “%s”', (hours, words) => {
  expect(hoursWords(hours)).toBe(words);
});
