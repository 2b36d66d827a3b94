import type { FieldErrors } from '#contract/validation.ts';

const DAY_MS = 86_400_000;
const LONGEST_SNOOZE_DAYS = 366;

/** Why a conversation cannot be snoozed until an instant; no entry if it can. */
export function snoozeErrors(until: Date, now: Date): FieldErrors {
  if (until <= now) return { until: ['The until field must be in the future.'] };
  if (until.getTime() - now.getTime() > LONGEST_SNOOZE_DAYS * DAY_MS) {
    return { until: [`The until field must be within ${LONGEST_SNOOZE_DAYS} days.`] };
  }
  return {};
}

/** Trimmed and in alphabetical order; of tags that differ in case only, the first stays. */
export function storedTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags.map((text) => text.trim().replaceAll(/\s+/g, ' '))) {
    const key = tag.toLowerCase();
    if (tag !== '' && !byKey.has(key)) byKey.set(key, tag);
  }
  return [...byKey].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, tag]) => tag);
}
