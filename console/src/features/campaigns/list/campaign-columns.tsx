import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../components/relative-time.tsx';
import type { Column } from '../../../components/table/data-table.tsx';
import { LINE_LOOK, NAME_LOOK } from '../../../components/table/name-look.ts';
import type { ListedAssistant } from '../../../data/assistants.ts';
import type { Campaign, CampaignProgress } from '../../../data/campaigns.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { CampaignStatusBadge } from '../campaign-status.tsx';
import { ProgressBar } from '../progress-bar.tsx';

interface ListedCampaign extends Campaign {
  /** Undefined until loaded. */
  progress: CampaignProgress | undefined;
  assistantName: string | undefined;
}

/** Campaigns with progress and assistant, newest first. */
export function listedCampaigns(
  campaigns: readonly Campaign[],
  progress: readonly CampaignProgress[],
  assistants: readonly ListedAssistant[],
): ListedCampaign[] {
  const progressOf = new Map(progress.map((one) => [one.campaign_id, one]));
  const names = new Map(assistants.map(({ id, name }) => [id, name]));
  return campaigns.toReversed().map((campaign) => ({
    ...campaign,
    progress: progressOf.get(campaign.id),
    assistantName: names.get(campaign.assistant_id),
  }));
}

export const CAMPAIGN_COLUMNS: readonly Column<ListedCampaign>[] = [
  {
    title: 'Name',
    width: 'minmax(6.5rem,2fr)',
    cell: ({ id, name, status, stop_reason: reason, assistantName }) => (
      <>
        <Link
          to="/campaigns/$campaignId"
          params={{ campaignId: String(id) }}
          dir="auto"
          title={name}
          className={`${NAME_LOOK} hover:underline`}
        >
          {name}
        </Link>
        {assistantName !== undefined && (
          <span dir="auto" className={LINE_LOOK}>
            {assistantName}
          </span>
        )}
        {status !== 'in-progress' && reason !== null && (
          <span dir="auto" className="wrap-anywhere text-ink-soft text-sm">
            {reason}
          </span>
        )}
      </>
    ),
  },
  { title: 'Status', width: '5.5rem', cell: ({ status }) => <CampaignStatusBadge status={status} /> },
  {
    title: 'Leads done',
    width: 'minmax(5.5rem,1fr)',
    cell: ({ name, progress }) =>
      progress && (
        <div className="grid gap-1">
          <span className="text-sm tabular-nums">
            {progress.leads === 0
              ? 'No leads yet'
              : `${formatCount(progress.finished)} of ${formatCount(progress.leads)}`}
          </span>
          {progress.leads > 0 && (
            <ProgressBar label={`Leads done in ${name}`} done={progress.finished} total={progress.leads} />
          )}
        </div>
      ),
  },
  {
    title: 'Active calls',
    width: '9rem',
    isMinor: true,
    cell: ({ progress }) => (progress === undefined ? null : callsNow(progress)),
  },
  {
    title: 'Started',
    width: '8rem',
    isMinor: true,
    cell: ({ started_at }) => (started_at === null ? '–' : <RelativeTime iso={started_at} />),
  },
];

function callsNow({ ringing, talking }: CampaignProgress): string {
  const parts = [
    ...(talking > 0 ? [`${formatCount(talking)} in progress`] : []),
    ...(ringing > 0 ? [`${formatCount(ringing)} ringing`] : []),
  ];
  return parts.length === 0 ? '–' : parts.join(', ');
}
