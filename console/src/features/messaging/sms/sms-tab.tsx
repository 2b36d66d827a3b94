import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { MessageSquareText, Send } from 'lucide-react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { PagedList } from '../../../components/table/paged-list.tsx';
import { usePagedRows } from '../../../data/pages/use-paged-rows.ts';
import { type SmsView, smsPages } from '../../../data/sms.ts';
import { formatCount, formatMoney } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { isReversed } from '../../../lib/time/day-range.ts';
import { OPENS_DIALOG, useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { MESSAGING_DIALOGS, messagingSearch } from '../messaging-search.ts';
import { SmsFilters } from './sms-filters.tsx';
import { DIRECTION_WORDS, SMS_STATUS_TONES, SMS_STATUS_WORDS } from './sms-words.ts';

const COLUMNS: readonly Column<SmsView>[] = [
  {
    title: t('When'),
    width: '9rem',
    isMinor: true,
    cell: ({ created_at }) => <RelativeTime iso={created_at} />,
  },
  {
    title: t('Customer'),
    width: '10rem',
    cell: ({ direction, from, to }) => (
      <>
        <span className="tabular-nums">{direction === 'outbound' ? to : from}</span>
        <span className="block text-ink-soft text-sm">{DIRECTION_WORDS[direction]}</span>
      </>
    ),
  },
  {
    title: t('Message'),
    width: 'minmax(12rem,2fr)',
    cell: ({ id, body }) => <SmsLink id={id} body={body} />,
  },
  {
    title: t('Status'),
    width: 'minmax(9rem,1fr)',
    cell: ({ status, error }) => (
      <>
        <Badge tone={SMS_STATUS_TONES[status]}>{SMS_STATUS_WORDS[status]}</Badge>
        {error !== null && (
          <span className="block truncate text-bad text-sm">{translateServerText(error)}</span>
        )}
      </>
    ),
  },
  { title: t('Cost'), width: '6rem', align: 'right', isMinor: true, cell: ({ cost }) => formatMoney(cost) },
];

export function SmsTab() {
  const {
    tab: _tab,
    open: _open,
    ...filter
  } = messagingSearch({
    ...useSearch({ from: '/console/messaging' }),
  });
  const isFiltered = Object.keys(filter).length > 0;
  const navigate = useNavigate({ from: '/messaging' });
  const paged = usePagedRows(isReversed(filter) ? null : smsPages(filter));
  const { show } = useDialogAddress(MESSAGING_DIALOGS);
  return (
    <>
      <IfAllowed area="SMS">
        <Button variant="primary" icon={<Send />} className="mb-4" onClick={() => show('send-sms')}>
          {t('Send SMS')}
        </Button>
      </IfAllowed>
      {/* Filters stay mounted while loading, so that they keep the focus. */}
      {(isFiltered || paged.rows?.length !== 0) && (
        <SmsFilters
          filter={filter}
          onChange={(changed, how) => void navigate({ search: { tab: 'sms', ...changed }, ...how })}
        />
      )}
      <PagedList paged={paged} empty={<NoSms isFiltered={isFiltered} />}>
        {(rows) => (
          <DataTable
            label="SMS"
            rows={rows}
            columns={COLUMNS}
            rowKey={({ id }) => id}
            rowHeightPx={52}
            onOpen={({ id }) => show(`sms.${id}`)}
            onRange={paged.showRange}
            footer={t('{count} SMS, newest first', { count: formatCount(rows.length) })}
          />
        )}
      </PagedList>
    </>
  );
}

function SmsLink({ id, body }: Pick<SmsView, 'id' | 'body'>) {
  return (
    <Link
      from="/messaging"
      to="/messaging"
      search={(before) => ({ ...before, open: `sms.${id}` as const })}
      {...OPENS_DIALOG}
      dir="auto"
      className="hover:underline"
    >
      {body}
    </Link>
  );
}

function NoSms({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      icon={<MessageSquareText />}
      title={isFiltered ? t('No matching SMS') : t('No SMS yet')}
      text={
        isFiltered
          ? t('Change or clear the filters to see more.')
          : t('SMS sent from and to your numbers appear here.')
      }
    />
  );
}
