import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../components/relative-time.tsx';
import type { Column } from '../../../components/table/data-table.tsx';
import type { Lead } from '../../../data/leads.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { OPENS_DIALOG } from '../../../routing/use-dialog-address.ts';
import { LeadStatusBadge } from '../campaign-status.tsx';
import { outcomeWords } from '../campaign-words.ts';
import { variablesInLine } from './variable-rows.ts';

export const LEAD_COLUMNS: readonly Column<Lead>[] = [
  {
    title: 'Number',
    width: 'minmax(9rem,1fr)',
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
  { title: 'State', width: '9.5rem', cell: ({ status }) => <LeadStatusBadge status={status} /> },
  {
    title: 'Variables',
    width: 'minmax(8rem,1fr)',
    isMinor: true,
    cell: ({ variables }) => <span className="text-ink-soft">{variablesInLine(variables)}</span>,
  },
  {
    title: 'Why it waits',
    width: 'minmax(10rem,2fr)',
    isMinor: true,
    cell: ({ waiting }) =>
      waiting && (
        <span title={waiting.text}>
          {waiting.text}
          {waiting.until !== null && (
            <span className="text-ink-soft">
              {' '}
              <RelativeTime iso={waiting.until} />
            </span>
          )}
        </span>
      ),
  },
  {
    title: 'Last call',
    width: '9rem',
    isMinor: true,
    cell: ({ last_outcome }) => outcomeWords(last_outcome),
  },
  {
    title: 'Tries',
    width: '4rem',
    align: 'right',
    isMinor: true,
    cell: ({ call_tries }) => formatCount(call_tries),
  },
];
