import type { ContentHit } from '../../data/content-search.ts';

/** Path of a hit below the console's root, at the line where the words were said. */
export function hitAddress({ kind, id, campaign_id, line }: ContentHit): string {
  if (kind === 'lead') return `/campaigns/${campaign_id}?tab=leads&open=lead.${id}`;
  if (kind === 'sms') return `/messaging?tab=sms&open=sms.${id}`;
  if (kind === 'call') {
    const offset = line?.offset_ms;
    return offset == null ? `/calls/${id}` : `/calls/${id}?line=${Math.max(1, offset)}`;
  }
  return line === null ? `/conversations/${id}` : `/conversations/${id}?at=${encodeURIComponent(line.at)}`;
}
