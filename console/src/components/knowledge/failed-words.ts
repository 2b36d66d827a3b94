import { t } from '../../lib/i18n/t.ts';

/** `1 of 12 failed`, `All 2 failed` or `Failed`. */
export function failedWords(count: number, total: number): string {
  if (count < total) return t('{count} of {total} failed', { count, total });
  return t('{count, plural, one {Failed} other {All # failed}}', { count: total });
}
