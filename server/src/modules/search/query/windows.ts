import { dayLexeme, monthLexeme, quoted } from '../words/lexemes.ts';

/** A span of time to search, newest first. */
export interface Window {
  /** Inclusive; null: from the beginning. */
  from: Date | null;
  /** The text of a tsquery for all months and days of the span; null: all. */
  query: string | null;
}

/** Growth from one window to the next. */
const GROWTH = 16;
/** A window of more days and months is searched as a whole. */
const MAX_LEXEMES = 80;
const DAY_MS = 86_400_000;

/**
 * Windows after the newest documents, which were scanned and span `recentMs`. Each is `GROWTH` times as long, so that a
 * frequent word needs no index scan over all its documents.
 */
export function windowsBefore(
  end: Date,
  { userId, recentMs }: { userId: number; recentMs: number },
): Window[] {
  const windows: Window[] = [];
  for (let span = Math.max(1, recentMs) * GROWTH; ; span *= GROWTH) {
    const from = new Date(end.getTime() - span);
    const lexemes = span > MAX_LEXEMES * 31 * DAY_MS ? null : lexemesBetween(userId, from, end);
    if (lexemes === null || lexemes.length > MAX_LEXEMES) return [...windows, { from: null, query: null }];
    windows.push({ from, query: `(${lexemes.map(quoted).join(' | ')})` });
  }
}

/** Whole months where possible, days otherwise; both ends included. */
function lexemesBetween(userId: number, from: Date, end: Date): string[] {
  const lexemes: string[] = [];
  const last = dayOf(end);
  for (let day = dayOf(from); day <= last; ) {
    const month = day.slice(0, 7);
    const next = firstOfNextMonth(month);
    if (day.endsWith('-01') && next <= last) {
      lexemes.push(monthLexeme(userId, month));
      day = next;
    } else {
      lexemes.push(dayLexeme(userId, day));
      day = dayOf(new Date(Date.parse(day) + DAY_MS));
    }
  }
  return lexemes;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function firstOfNextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return dayOf(new Date(Date.UTC(year, number, 1)));
}
