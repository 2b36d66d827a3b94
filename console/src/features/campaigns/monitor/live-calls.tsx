import { Link } from '@tanstack/react-router';
import type { CampaignStatus } from '#contract/campaign-states.ts';
import { Badge } from '../../../components/badge.tsx';
import { CALL_STATUS_WORDS } from '../../../components/call-status-words.ts';
import type { CampaignMonitor } from '../../../data/campaigns.ts';
import { t } from '../../../lib/i18n/t.ts';
import { callPath } from '../paths.ts';
import { RunningTime } from './running-time.tsx';

interface LiveCallsProps {
  campaignId: string;
  calls: CampaignMonitor['live'];
  status: CampaignStatus;
}

/** Active calls with their running time. */
export function LiveCalls({ campaignId, calls, status }: LiveCallsProps) {
  if (calls.length === 0) return <p className="text-ink-soft">{IDLE_TEXTS[status]}</p>;
  return (
    <ul className="grid gap-1">
      {calls.map(({ call_id, lead_id, phone_number, status: state, since }) => (
        <li
          key={call_id}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-1.5 last:border-b-0"
        >
          <span className="min-w-32 flex-1 font-medium tabular-nums">
            {lead_id === null ? (
              phone_number
            ) : (
              <Link
                to="/campaigns/$campaignId"
                params={{ campaignId }}
                search={{ tab: 'leads', open: `lead.${lead_id}` }}
                className="hover:underline"
              >
                {phone_number}
              </Link>
            )}
          </span>
          <Badge tone={CALL_STATUS_WORDS[state].tone}>{CALL_STATUS_WORDS[state].label}</Badge>
          <RunningTime since={since} />
          <Link to={callPath(call_id)} className="text-accent-strong text-sm underline">
            {t('Call {id}', { id: call_id })}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const IDLE_TEXTS: Record<CampaignStatus, string> = {
  draft: t('The campaign has not started yet.'),
  'in-progress': t('No active calls.'),
  stopped: t('The campaign is stopped.'),
  completed: t('The campaign is completed.'),
};
