import type { BulkConversationsReport } from '../../../data/inbox.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';

const REASONS: Readonly<Record<BulkConversationsReport['skipped'][number]['reason'], string>> = {
  unchanged: t('no change needed'),
  not_found: t('deleted meanwhile'),
  too_many_tags: t('more than 20 tags'),
};

export const counted = (count: number): string =>
  t('{count, plural, one {# conversation} other {# conversations}}', { count });

/** Says how many conversations were changed. */
export type Done = (count: number) => string;

export const DONE = {
  assigned: (name: string) => (count: number) =>
    t('{count, plural, one {# conversation} other {# conversations}} assigned to {name}.', { count, name }),
  unassigned: (count: number) =>
    t('{count, plural, one {# conversation unassigned.} other {# conversations unassigned.}}', { count }),
  snoozed: (count: number) =>
    t('{count, plural, one {# conversation snoozed.} other {# conversations snoozed.}}', { count }),
  closed: (count: number) =>
    t('{count, plural, one {# conversation closed.} other {# conversations closed.}}', { count }),
  tagged: (count: number) =>
    t('{count, plural, one {# conversation tagged.} other {# conversations tagged.}}', { count }),
  untagged: (count: number) =>
    t('{count, plural, one {# conversation untagged.} other {# conversations untagged.}}', { count }),
};

/** `2 conversations closed. 1 skipped: no change needed.` */
export function bulkWords({ changed, skipped }: BulkConversationsReport, done: Done): string {
  const result = done(changed);
  if (skipped.length === 0) return result;
  const reasons = [...new Set(skipped.map(({ reason }) => REASONS[reason]))].join(', ');
  return t('{result} {count} skipped: {reasons}.', { result, count: formatCount(skipped.length), reasons });
}
