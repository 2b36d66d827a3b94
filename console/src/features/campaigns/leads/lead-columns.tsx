import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../components/relative-time.tsx';
import type { Column } from '../../../components/table/data-table.tsx';
import type { Lead } from '../../../data/leads.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { OPENS_DIALOG } from '../../../routing/use-dialog-address.ts';
import { LeadStatusBadge } from '../campaign-status.tsx';
import { outcomeWords } from '../campaign-words.ts';
import { variablesInLine } from './variable-rows.ts';

export const LEAD_COLUMNS: readonly Column<Lead>[] = [
  {
    title: t('Phone number'),
    width: '9rem',
    cell: ({ id, phone_number, campaign_id }) => (
      <Link
        from="/campaigns/$campaignId"
        to="/campaigns/$campaignId"
        params={{ campaignId: String(campaign_id) }}
        search={(before) => ({ ...before, open: `lead.${id}` as const })}
        {...OPENS_DIALOG}
        className="font-medium tabular-nums hover:underline"
      >
        {phone_number}
      </Link>
    ),
  },
  {
    title: t('Status'),
    orderBy: 'status',
    width: '9.5rem',
    cell: ({ status }) => <LeadStatusBadge status={status} />,
  },
  {
    title: t('Variables'),
    width: 'minmax(6rem,1fr)',
    isMinor: true,
    cell: ({ variables }) => <span className="text-ink-soft">{variablesInLine(variables)}</span>,
  },
  {
    title: t('Why it waits'),
    width: 'minmax(13rem,3fr)',
    isMinor: true,
    cell: ({ waiting }) =>
      waiting && (
        // The time comes first, because long texts are cut off.
        <div
          title={translateServerText(waiting.text)}
          className="line-clamp-2 whitespace-normal text-sm leading-snug"
        >
          {waiting.until !== null && (
            <span className="text-ink-soft">
              <span className="inline-block first-letter:uppercase">
                <RelativeTime iso={waiting.until} />
              </span>
              {'. '}
            </span>
          )}
          {translateServerText(waiting.text)}
        </div>
      ),
  },
  {
    title: t('Last call'),
    width: '9rem',
    isMinor: true,
    cell: ({ last_outcome }) => outcomeWords(last_outcome),
  },
  {
    title: t('Attempts'),
    orderBy: 'call_tries',
    width: '5rem',
    align: 'right',
    isMinor: true,
    cell: ({ call_tries }) => formatCount(call_tries),
  },
];
