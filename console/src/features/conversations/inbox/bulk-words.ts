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

/** `2 conversations closed. 1 skipped: no change needed.` @param done `closed` */
export function bulkWords({ changed, skipped }: BulkConversationsReport, done: string): string {
  const result = `${counted(changed)} ${done}.`;
  if (skipped.length === 0) return result;
  const reasons = [...new Set(skipped.map(({ reason }) => REASONS[reason]))].join(', ');
  return t('{result} {count} skipped: {reasons}.', { result, count: formatCount(skipped.length), reasons });
}
