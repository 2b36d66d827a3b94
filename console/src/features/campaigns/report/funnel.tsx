import type { CampaignReport } from '../../../data/campaigns.ts';
import { formatCount, formatShare } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';

interface FunnelProps {
  funnel: CampaignReport['funnel'];
  /** Shows the “Goal met” step. */
  hasGoal: boolean;
}

/** Funnel of leads: one bar per step, sized by its share of all leads. */
export function Funnel({ funnel, hasGoal }: FunnelProps) {
  const steps = [
    [t('Leads'), funnel.leads],
    [t('Called'), funnel.called],
    [t('Answered', undefined, 'count'), funnel.answered],
    ...(hasGoal ? ([[t('Goal met'), funnel.converted]] as const) : []),
  ] as const;
  return (
    <ol className="grid gap-2">
      {steps.map(([label, count]) => {
        const share = funnel.leads === 0 ? 0 : count / funnel.leads;
        return (
          <li key={label} className="grid grid-cols-[6rem_minmax(0,1fr)_7rem] items-center gap-3">
            <span className="text-sm">{label}</span>
            <span aria-hidden className="h-6 rounded bg-line">
              <span className="block h-full rounded bg-accent" style={{ width: `${share * 100}%` }} />
            </span>
            <span className="text-right text-sm tabular-nums">
              <strong>{formatCount(count)}</strong>{' '}
              <span className="text-ink-soft">{funnel.leads === 0 ? '' : formatShare(share)}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
