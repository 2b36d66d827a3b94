import { MAX_TAGS } from '#contract/inbox.ts';
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

/** The tags of a conversation after a bulk change, ignoring case. */
export function changedTags(
  before: readonly string[],
  { action, tags }: { action: 'add_tags' | 'remove_tags'; tags: readonly string[] },
): { tags: string[]; outcome: 'changed' | 'unchanged' | 'too_many_tags' } {
  const removed = new Set(action === 'remove_tags' ? storedTags(tags).map((tag) => tag.toLowerCase()) : []);
  const after =
    action === 'add_tags'
      ? storedTags([...before, ...tags])
      : before.filter((tag) => !removed.has(tag.toLowerCase()));
  if (after.length > MAX_TAGS) return { tags: [...before], outcome: 'too_many_tags' };
  return { tags: after, outcome: after.length === before.length ? 'unchanged' : 'changed' };
}

/** Errors for the missing fields of a bulk action. */
export function bulkErrors({
  action,
  until,
  tags,
}: { [Field in 'action' | 'until' | 'tags']?: unknown }): FieldErrors {
  if (action === 'snooze' && until == null) return { until: ['The until field is required.'] };
  const needsTags = action === 'add_tags' || action === 'remove_tags';
  return needsTags && tags == null ? { tags: ['The tags field is required.'] } : {};
}
