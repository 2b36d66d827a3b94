import type { BulkConversationsReport } from '../../../data/inbox.ts';
import { formatCount } from '../../../lib/format/format.ts';

const REASONS: Readonly<Record<BulkConversationsReport['skipped'][number]['reason'], string>> = {
  unchanged: 'no change needed',
  not_found: 'deleted meanwhile',
  too_many_tags: 'more than 20 tags',
};

export const counted = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'conversation' : 'conversations'}`;

/** `2 conversations closed. 1 skipped: no change needed.` @param done `closed` */
export function bulkWords({ changed, skipped }: BulkConversationsReport, done: string): string {
  const result = `${counted(changed)} ${done}.`;
  if (skipped.length === 0) return result;
  const reasons = [...new Set(skipped.map(({ reason }) => REASONS[reason]))].join(', ');
  return `${result} ${formatCount(skipped.length)} skipped: ${reasons}.`;
}
