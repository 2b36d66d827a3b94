import { Link, useNavigate } from '@tanstack/react-router';
import { Globe, PhoneCall, PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { PagedList } from '../../../components/table/paged-list.tsx';
import { type CallItem, type CallsFilter, callPages } from '../../../data/calls.ts';
import { usePagedRows } from '../../../data/pages/use-paged-rows.ts';
import { formatCount, formatDuration, formatMoney } from '../../../lib/format/format.ts';
import { isReversed } from '../../../lib/time/day-range.ts';
import { answeredByWords, partyOf, STATUS_WORDS, TYPE_WORDS } from '../call-words.ts';

const ICONS = { inbound: PhoneIncoming, outbound: PhoneOutgoing, web: Globe } as const;

const COLUMNS: readonly Column<CallItem>[] = [
  { title: 'Who', width: 'minmax(9.5rem,1.4fr)', cell: (call) => <Party call={call} /> },
  {
    title: 'Outcome',
    width: 'minmax(8.5rem,1fr)',
    cell: ({ status }) => <Badge tone={STATUS_WORDS[status].tone}>{STATUS_WORDS[status].label}</Badge>,
  },
  {
    title: 'Assistant',
    width: 'minmax(8rem,1.2fr)',
    isMinor: true,
    cell: ({ assistant_name, campaign_name }) => <Assistant name={assistant_name} campaign={campaign_name} />,
  },
  {
    title: 'Answered by',
    width: 'minmax(6rem,0.8fr)',
    isMinor: true,
    cell: ({ answered_by }) => answeredByWords(answered_by),
  },
  {
    title: 'When',
    width: 'minmax(7rem,0.9fr)',
    isMinor: true,
    cell: ({ created_at }) => <RelativeTime iso={created_at} />,
  },
  {
    title: 'Length',
    width: '4.5rem',
    align: 'right',
    isMinor: true,
    cell: ({ duration }) => formatDuration(duration),
  },
  {
    title: 'Cost',
    width: '5rem',
    align: 'right',
    isMinor: true,
    cell: ({ total_cost }) => formatMoney(total_cost),
  },
];

interface CallTableProps {
  filter: CallsFilter;
  callSomebody: ReactNode;
  onClear: () => void;
}

export function CallTable({ filter, callSomebody, onClear }: CallTableProps) {
  const navigate = useNavigate();
  const paged = usePagedRows(isReversed(filter) ? null : callPages(filter));
  const open = useCallback(
    ({ id }: CallItem) => void navigate({ to: '/calls/$callId', params: { callId: String(id) } }),
    [navigate],
  );
  return (
    <PagedList
      paged={paged}
      empty={<NoCalls filter={filter} callSomebody={callSomebody} onClear={onClear} />}
    >
      {(rows) => (
        <DataTable
          label="Calls"
          rows={rows}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          onOpen={open}
          onRange={paged.showRange}
          footer={`${formatCount(rows.length)} ${rows.length === 1 ? 'call' : 'calls'}, the newest first`}
        />
      )}
    </PagedList>
  );
}

function NoCalls({ filter, callSomebody, onClear }: CallTableProps) {
  if (Object.keys(filter).length > 0) {
    return (
      <EmptyState
        icon={<PhoneCall />}
        title="No call fits these filters"
        text="Take a filter away to see more."
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<PhoneCall />}
      title="No calls yet"
      text="Calls appear here while they ring. Let an assistant call somebody, call one of your numbers, or talk to an assistant in its editor."
      action={callSomebody}
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
        {/* On phones there is no room for columns of their own. */}
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
