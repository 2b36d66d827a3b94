const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const HOURS = [
  'twelve',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
];

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** True if the customer asks to be called later, in English. */
export function asksForCallback(message: string): boolean {
  if (/\b(?:don['’]?t|do not|never|stop)\b/i.test(message)) return false;
  return /\b(?:call|phone|ring) (?:me|us)\b|\bcall ?back\b/i.test(message);
}

/**
 * The local date and time that the customer names, `2026-03-03T14:00`; null if they name no time. Hours from one to
 * seven without "am" or "pm" are in the afternoon, and a time without a day is the next one.
 * @param texts the customer's words, newest first
 * @param now as in the prompt: `Saturday, 21 November 2026, 14:05`
 */
export function callbackLocalTime(texts: readonly string[], now: string): string | null {
  const at = wallClock(now);
  if (at === null) return null;
  for (const text of texts) {
    const delayMs = delayIn(text.toLowerCase());
    if (delayMs !== null) return asLocal(at + delayMs);
  }
  const minute = firstOf(texts, minuteIn);
  if (minute === null) return null;
  const today = at - (at % DAY_MS);
  const day = firstOf(texts, (text) => dayIn(text, today));
  if (day !== null) return asLocal(day + minute * MINUTE_MS);
  const soonest = today + minute * MINUTE_MS;
  return asLocal(soonest > at ? soonest : soonest + DAY_MS);
}

function firstOf(texts: readonly string[], find: (text: string) => number | null): number | null {
  for (const text of texts) {
    const found = find(text.toLowerCase());
    if (found !== null) return found;
  }
  return null;
}

/** Local time as if it were UTC, in milliseconds. */
function wallClock(now: string): number | null {
  const [, day, month, year, hour, minute] = /(\d{1,2}) (\p{L}+) (\d{4}), (\d\d):(\d\d)/u.exec(now) ?? [];
  const index = MONTHS.indexOf((month ?? '').toLowerCase());
  if (index < 0) return null;
  return Date.UTC(Number(year), index, Number(day), Number(hour), Number(minute));
}

function asLocal(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 16);
}

/** `in ten minutes`, `in 2 hours`, `in an hour`. */
function delayIn(text: string): number | null {
  const [, count, unit] = /\bin (\d+|an?|[a-z]+) (minute|hour)s?\b/.exec(text) ?? [];
  if (count === undefined) return null;
  const amount = /^an?$/.test(count) ? 1 : (numberOf(count) ?? null);
  if (amount === null) return null;
  return amount * (unit === 'hour' ? 60 : 1) * MINUTE_MS;
}

function numberOf(word: string): number | undefined {
  if (/^\d+$/.test(word)) return Number(word);
  const index = HOURS.indexOf(word);
  if (index < 0) return undefined;
  return index === 0 ? 12 : index;
}

const PARTS: Readonly<Record<string, number>> = { 'half past': 30, 'quarter past': 15, 'quarter to': -15 };
const PART = `(?:(?<part>${Object.keys(PARTS).join('|')}) )?`;
const HOUR = `(?:(?<digits>\\d{1,2})(?::(?<minutes>\\d\\d))?|(?<word>${HOURS.join('|')}))`;
/** `half past two pm`, `at two`, `14:30`. */
const TIMES = [
  new RegExp(`\\b${PART}${HOUR}(?: o['’]clock)? ?(?<half>[ap])\\.?m\\b`),
  new RegExp(`\\b(?:at|around|by) ${PART}${HOUR}\\b`),
  /\b(?<digits>\d{1,2}):(?<minutes>\d\d)\b/,
];

/** Minutes from midnight. */
function minuteIn(text: string): number | null {
  if (/\bnoon\b/.test(text)) return 12 * 60;
  for (const pattern of TIMES) {
    const { part = '', digits, minutes, word, half } = pattern.exec(text)?.groups ?? {};
    const hour = numberOf(digits ?? word ?? '');
    if (hour === undefined || hour > 23 || Number(minutes ?? 0) > 59) continue;
    return hourOfDay(hour, half, minutes !== undefined) * 60 + Number(minutes ?? 0) + (PARTS[part] ?? 0);
  }
  return null;
}

/** @param half `a` or `p`; @param isExact written with minutes, so that 07:30 is in the morning */
function hourOfDay(hour: number, half: string | undefined, isExact: boolean): number {
  if (half === 'p') return hour === 12 ? 12 : hour + 12;
  if (half === 'a') return hour === 12 ? 0 : hour;
  return !isExact && hour >= 1 && hour <= 7 ? hour + 12 : hour;
}

/** Midnight of the day that the text names, as in `wallClock`. */
function dayIn(text: string, today: number): number | null {
  if (/\bday after tomorrow\b/.test(text)) return today + 2 * DAY_MS;
  if (/\btomorrow\b/.test(text)) return today + DAY_MS;
  if (/\b(?:today|tonight|this (?:morning|afternoon|evening))\b/.test(text)) return today;
  const weekday = WEEKDAYS.findIndex((name) => new RegExp(`\\b${name}\\b`).test(text));
  if (weekday >= 0) {
    const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
    return today + (ahead === 0 ? 7 : ahead) * DAY_MS;
  }
  const names = MONTHS.join('|');
  const [, day, month, month2, day2] =
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${names})\\b|\\b(${names}) (\\d{1,2})\\b`).exec(
      text,
    ) ?? [];
  const index = MONTHS.indexOf(month ?? month2 ?? '');
  if (index < 0) return null;
  const year = new Date(today).getUTCFullYear();
  const date = Date.UTC(year, index, Number(day ?? day2));
  return date < today ? Date.UTC(year + 1, index, Number(day ?? day2)) : date;
}
