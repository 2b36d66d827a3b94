import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../components/relative-time.tsx';
import type { Column } from '../../../components/table/data-table.tsx';
import { LINE_LOOK, NAME_LOOK } from '../../../components/table/name-look.ts';
import type { ListedAssistant } from '../../../data/assistants.ts';
import type { Campaign, CampaignProgress } from '../../../data/campaigns.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { LOCALE } from '../../../lib/i18n/language.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import type { CampaignListSearch, CampaignOrder } from '../campaign-search.ts';
import { CampaignStatusBadge } from '../campaign-status.tsx';
import { ProgressBar } from '../progress-bar.tsx';

interface ListedCampaign extends Campaign {
  /** Undefined until loaded. */
  progress: CampaignProgress | undefined;
  assistantName: string | undefined;
}

/** Campaigns with progress and assistant, in the given order. */
export function listedCampaigns(
  campaigns: readonly Campaign[],
  {
    progress,
    assistants,
    sort: { order_by = 'created_at', direction = 'desc' },
  }: {
    progress: readonly CampaignProgress[];
    assistants: readonly ListedAssistant[];
    sort: CampaignListSearch;
  },
): ListedCampaign[] {
  const progressOf = new Map(progress.map((one) => [one.campaign_id, one]));
  const names = new Map(assistants.map(({ id, name }) => [id, name]));
  const listed = campaigns.map((campaign) => ({
    ...campaign,
    progress: progressOf.get(campaign.id),
    assistantName: names.get(campaign.assistant_id),
  }));
  const compare = COMPARISONS[order_by];
  const sorted = listed.toSorted((one, other) => compare(one, other) || one.id - other.id);
  return direction === 'asc' ? sorted : sorted.reverse();
}

const COMPARISONS: Record<CampaignOrder, (one: ListedCampaign, other: ListedCampaign) => number> = {
  created_at: (one, other) => one.id - other.id,
  name: (one, other) => one.name.localeCompare(other.name, LOCALE),
  status: (one, other) => one.status.localeCompare(other.status),
  leads: (one, other) => (one.progress?.leads ?? 0) - (other.progress?.leads ?? 0),
  started_at: (one, other) => (one.started_at ?? '').localeCompare(other.started_at ?? ''),
};

export const CAMPAIGN_COLUMNS: readonly Column<ListedCampaign>[] = [
  {
    title: t('Name'),
    orderBy: 'name',
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
            {translateServerText(reason)}
          </span>
        )}
      </>
    ),
  },
  {
    title: t('Status'),
    orderBy: 'status',
    width: '5.5rem',
    cell: ({ status }) => <CampaignStatusBadge status={status} />,
  },
  {
    title: t('Leads done'),
    orderBy: 'leads',
    width: 'minmax(5.5rem,1fr)',
    cell: ({ name, progress }) =>
      progress && (
        <div className="grid gap-1">
          <span className="text-sm tabular-nums">
            {progress.leads === 0
              ? t('No leads yet')
              : t('{count} of {total}', {
                  count: formatCount(progress.finished),
                  total: formatCount(progress.leads),
                })}
          </span>
          {progress.leads > 0 && (
            <ProgressBar
              label={t('Leads done in {name}', { name })}
              done={progress.finished}
              total={progress.leads}
            />
          )}
        </div>
      ),
  },
  {
    title: t('Active calls'),
    width: '9rem',
    isMinor: true,
    cell: ({ progress }) => (progress === undefined ? null : callsNow(progress)),
  },
  {
    title: t('Started'),
    orderBy: 'started_at',
    width: '8rem',
    isMinor: true,
    cell: ({ started_at }) => (started_at === null ? '–' : <RelativeTime iso={started_at} />),
  },
];

function callsNow({ ringing, talking }: CampaignProgress): string {
  const parts = [
    ...(talking > 0 ? [t('{count} in progress', { count: formatCount(talking) })] : []),
    ...(ringing > 0 ? [t('{count} ringing', { count: formatCount(ringing) })] : []),
  ];
  return parts.length === 0 ? '–' : parts.join(', ');
}
