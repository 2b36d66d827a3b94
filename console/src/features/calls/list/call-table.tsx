import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Globe, PhoneCall, PhoneIncoming, PhoneOutgoing, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { CALL_STATUS_WORDS } from '../../../components/call-status-words.ts';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { type BulkAction, BulkBar, type BulkWords } from '../../../components/table/bulk/bulk-bar.tsx';
import { useSelection } from '../../../components/table/bulk/use-selection.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { ExportMenu } from '../../../components/table/export-menu.tsx';
import { PagedList } from '../../../components/table/paged-list.tsx';
import {
  type CallItem,
  type CallSort,
  type CallsFilter,
  callPages,
  deleteCall,
} from '../../../data/calls.ts';
import { usePagedRows } from '../../../data/pages/use-paged-rows.ts';
import { useRights } from '../../../data/rights.ts';
import { formatDateTime, formatDuration, formatMoney } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { oneOf } from '../../../lib/search/search-values.ts';
import { isReversed } from '../../../lib/time/day-range.ts';
import { CALL_ORDER_NAMES } from '../call-names.ts';
import { answeredByWords, partyOf, TYPE_WORDS } from '../call-words.ts';
import { CancelCall } from '../cancel-call.tsx';

const ICONS = { inbound: PhoneIncoming, outbound: PhoneOutgoing, web: Globe } as const;

const COLUMNS: readonly Column<CallItem>[] = [
  { title: t('Customer'), width: 'minmax(9.5rem,1.4fr)', cell: (call) => <Party call={call} /> },
  {
    title: t('Status'),
    width: 'minmax(8.5rem,1fr)',
    cell: ({ status }) => (
      <Badge tone={CALL_STATUS_WORDS[status].tone}>{CALL_STATUS_WORDS[status].label}</Badge>
    ),
  },
  {
    title: t('Assistant'),
    width: 'minmax(8rem,1.2fr)',
    isMinor: true,
    cell: ({ assistant_name, campaign_name }) => <Assistant name={assistant_name} campaign={campaign_name} />,
  },
  {
    title: t('Answered by'),
    width: 'minmax(6rem,0.8fr)',
    isMinor: true,
    cell: (call) => answeredByWords(call),
  },
  {
    title: t('Started'),
    orderBy: 'created_at',
    width: 'minmax(7rem,0.9fr)',
    isMinor: true,
    cell: ({ created_at }) => <RelativeTime iso={created_at} />,
  },
  {
    title: t('Duration'),
    orderBy: 'duration',
    width: '4.5rem',
    align: 'right',
    isMinor: true,
    cell: ({ duration }) => formatDuration(duration),
  },
  {
    title: t('Cost'),
    orderBy: 'total_cost',
    width: '5rem',
    align: 'right',
    isMinor: true,
    cell: ({ total_cost }) => formatMoney(total_cost),
  },
];

/** Columns of a list of scheduled calls. */
const SCHEDULED_COLUMNS: readonly Column<CallItem>[] = [
  { title: t('Customer'), width: 'minmax(9.5rem,1.4fr)', cell: (call) => <Party call={call} /> },
  {
    title: t('Scheduled for'),
    width: 'minmax(9rem,1fr)',
    cell: ({ scheduled_at }) => scheduled_at && formatDateTime(scheduled_at),
  },
  {
    title: t('Assistant'),
    width: 'minmax(8rem,1.2fr)',
    isMinor: true,
    cell: ({ assistant_name, campaign_name }) => <Assistant name={assistant_name} campaign={campaign_name} />,
  },
  {
    title: t('Action'),
    width: '9rem',
    align: 'right',
    cell: (call) => (
      <IfAllowed area="Calls">
        <CancelCall call={call} />
      </IfAllowed>
    ),
  },
];

interface CallTableProps {
  filter: CallsFilter;
  sort: CallSort;
  onSort: (sort: CallSort) => void;
  newCall: ReactNode;
  onClear: () => void;
}

export function CallTable({ filter, sort, onSort, newCall, onClear }: CallTableProps) {
  const navigate = useNavigate();
  const paged = usePagedRows(
    isReversed(filter) ? null : callPages(filter, { order_by: sort.order_by, direction: sort.direction }),
  );
  const open = useCallback(
    ({ id }: CallItem) => void navigate({ to: '/calls/$callId', params: { callId: String(id) } }),
    [navigate],
  );
  const queries = useQueryClient();
  const rights = useRights();
  const { rows: selected, selector, set } = useSelection<CallItem>(paged.rows ?? [], nameOf);
  return (
    <>
      <BulkBar
        rows={selected}
        words={BULK_WORDS}
        actions={rights.includes('admin') ? ACTIONS : []}
        nameOf={nameOf}
        onSelect={set}
        onDone={() => queries.invalidateQueries({ queryKey: ['calls'] })}
      >
        <ExportMenu path="/user/calls/export" filter={{ ids: selected.map(({ id }) => id).join(',') }} />
      </BulkBar>
      <PagedList paged={paged} empty={<NoCalls filter={filter} newCall={newCall} onClear={onClear} />}>
        {(rows) => (
          <DataTable
            label={t('Calls')}
            rows={rows}
            columns={filter.status === 'scheduled' ? SCHEDULED_COLUMNS : COLUMNS}
            rowKey={({ id }) => id}
            onOpen={open}
            selector={selector}
            onRange={paged.showRange}
            sort={{ by: sort.order_by ?? 'created_at', direction: sort.direction ?? 'desc' }}
            onSort={({ by, direction }) => onSort({ order_by: oneOf(CALL_ORDER_NAMES, by), direction })}
            footer={
              filter.status === 'scheduled'
                ? t('{count, plural, one {# call} other {# calls}}, next call first', { count: rows.length })
                : t('{count, plural, one {# call} other {# calls}}, newest first', { count: rows.length })
            }
          />
        )}
      </PagedList>
    </>
  );
}

const nameOf = (call: CallItem): string => `${partyOf(call)}, ${formatDateTime(call.created_at)}`;

const BULK_WORDS: BulkWords = {
  label: t('Selected calls'),
  selected: (count) => t('{count, plural, one {# call selected} other {# calls selected}}', { count }),
  failed: (count) =>
    t('{count, plural, one {# call could not be changed} other {# calls could not be changed}}', { count }),
};

const ACTIONS: readonly BulkAction<CallItem>[] = [
  {
    label: t('Delete calls'),
    icon: <Trash2 />,
    act: ({ id }) => deleteCall(id),
    title: (count) => t('{count, plural, one {Delete # call?} other {Delete # calls?}}', { count }),
    text: t(
      'Their transcripts, recordings and webhook deliveries are permanently deleted. Calls in progress end, and scheduled calls are not dialed. Their cost stays in the ledger.',
    ),
    done: (count) => t('{count, plural, one {# call deleted.} other {# calls deleted.}}', { count }),
  },
];

function NoCalls({ filter, newCall, onClear }: Pick<CallTableProps, 'filter' | 'newCall' | 'onClear'>) {
  if (Object.keys(filter).length > 0) {
    return (
      <EmptyState
        icon={<PhoneCall />}
        title={t('No matching calls')}
        text={t('Change or clear the filters to see more calls.')}
        action={<Button onClick={onClear}>{t('Clear filters')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<PhoneCall />}
      title={t('No calls yet')}
      text={t('Start a call, dial one of your numbers, or test an assistant in its editor.')}
      action={newCall}
    />
  );
}

function Party({ call }: { call: CallItem }) {
  const Icon = ICONS[call.type];
  return (
    <span className="flex items-center gap-2.5">
      <Icon role="img" aria-label={TYPE_WORDS[call.type]} className="size-4 shrink-0 text-ink-soft" />
      <span className="min-w-0 leading-tight">
        <Link
          to="/calls/$callId"
          params={{ callId: String(call.id) }}
          className="block truncate font-medium hover:underline"
        >
          {partyOf(call)}
        </Link>
        {/* These columns are hidden on phones. */}
        <span className="block truncate text-ink-soft text-xs md:hidden">
          <RelativeTime iso={call.created_at} />, {formatDuration(call.duration)}
        </span>
      </span>
    </span>
  );
}

function Assistant({ name, campaign }: { name: string | null; campaign: string | null }) {
  return (
    <span className="block leading-tight">
      <span dir="auto" className="block truncate text-left">
        {name ?? '–'}
      </span>
      {campaign !== null && (
        <span dir="auto" className="block truncate text-left text-ink-soft text-xs">
          {campaign}
        </span>
      )}
    </span>
  );
}
