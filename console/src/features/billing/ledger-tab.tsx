import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { CHARGE_WORDS } from '../../components/charge-words.ts';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Select } from '../../components/form/select.tsx';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { ExportMenu } from '../../components/table/export-menu.tsx';
import { PagedList } from '../../components/table/paged-list.tsx';
import { type Charge, chargePages, type DateRange } from '../../data/billing.ts';
import { usePagedRows } from '../../data/pages/use-paged-rows.ts';
import { formatDateTime } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/t.ts';
import { BalanceChange } from './balance-change.tsx';

const KINDS = Object.entries(CHARGE_WORDS).map(([value, label]) => ({ value, label }));

const COLUMNS: readonly Column<Charge>[] = [
  { title: t('When'), width: '11rem', isMinor: true, cell: ({ created_at }) => formatDateTime(created_at) },
  { title: t('Type'), width: '11rem', isMinor: true, cell: ({ kind }) => CHARGE_WORDS[kind] },
  {
    title: t('Description'),
    width: 'minmax(9rem,2fr)',
    cell: (charge) => (
      <>
        <ChargeReason charge={charge} />
        {/* The date column is hidden on phones. */}
        <span className="block text-ink-soft text-xs md:hidden">{formatDateTime(charge.created_at)}</span>
      </>
    ),
  },
  {
    title: t('Amount'),
    width: '6rem',
    align: 'right',
    cell: ({ balance_effect }) => <BalanceChange dollars={Number(balance_effect)} />,
  },
];

interface LedgerTabProps {
  range: DateRange;
  kind: string | undefined;
  onKind: (kind: string | undefined) => void;
}

export function LedgerTab({ range, kind, onKind }: LedgerTabProps) {
  const paged = usePagedRows(chargePages({ ...range, kind }));
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex items-end justify-between gap-3">
        <Select
          label={t('Type')}
          className="max-w-56"
          value={kind ?? null}
          options={KINDS}
          emptyLabel={t('All types')}
          onChange={(chosen) => onKind(chosen ?? undefined)}
        />
        <ExportMenu path="/user/billing/charges/export" filter={{ ...range, kind }} />
      </div>
      <PagedList
        paged={paged}
        empty={
          <EmptyState
            icon={<ReceiptText />}
            title={t('No entries')}
            text={t('No entries match this period and type.')}
          />
        }
      >
        {(rows) => (
          <DataTable
            label={t('Ledger')}
            rows={rows}
            columns={COLUMNS}
            rowKey={({ id }) => id}
            onRange={paged.showRange}
            footer={t('{count, plural, one {# entry, newest first} other {# entries, newest first}}', {
              count: rows.length,
            })}
          />
        )}
      </PagedList>
    </div>
  );
}

/** The description of a charge, linked to its call or conversation. */
function ChargeReason({ charge }: { charge: Charge }) {
  const { why, conversation_id, reference } = charge;
  const call = /^call:(\d+)/.exec(reference ?? '')?.[1];
  const look = 'hover:underline';
  if (call !== undefined) {
    return (
      <Link to="/calls/$callId" params={{ callId: call }} className={look}>
        {why}
      </Link>
    );
  }
  if (conversation_id !== null) {
    return (
      <Link to="/conversations/$uuid" params={{ uuid: conversation_id }} className={look}>
        {why}
      </Link>
    );
  }
  return why;
}
