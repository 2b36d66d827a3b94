import type { CampaignMonitor } from '../../../data/campaigns.ts';
import { classNames } from '../../../lib/class-names.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { rich, t } from '../../../lib/i18n/t.ts';

const LOOKS = {
  'in-progress': 'bg-accent border-accent',
  ringing: 'bg-accent-soft border-accent',
  initiated: 'bg-accent-soft border-accent border-dashed',
} as const;

/** One box per call slot: in progress, ringing or free. */
export function CallSlots({ live, places }: { live: CampaignMonitor['live']; places: number }) {
  const talking = live.filter(({ status }) => status === 'in-progress');
  const ringing = live.filter(({ status }) => status !== 'in-progress');
  const free = Math.max(0, places - live.length);
  const box = 'size-4 rounded border';
  return (
    <>
      <p className="font-semibold text-2xl tabular-nums">
        {rich('{count}<unit> of {total}</unit>', {
          count: formatCount(live.length),
          total: formatCount(places),
          unit: (content) => <span className="font-normal text-base text-ink-soft">{content}</span>,
        })}
      </p>
      <div aria-hidden className="mt-2 flex flex-wrap gap-1">
        {[...talking, ...ringing].map(({ call_id, status }) => (
          <div key={call_id} className={classNames(box, LOOKS[status])} />
        ))}
        {Array.from({ length: free }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: free slots are identical.
          <div key={index} className={classNames(box, 'border-line-strong border-dotted')} />
        ))}
      </div>
      <p className="mt-2 text-ink-soft text-sm" role="status">
        {t('{calls} in progress, {ringing} ringing', {
          calls: formatCount(talking.length),
          ringing: formatCount(ringing.length),
        })}
      </p>
    </>
  );
}
