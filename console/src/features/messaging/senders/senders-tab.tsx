import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { MessagesSquare, Plus } from 'lucide-react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { LoadedList } from '../../../components/feedback/states.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { NAME_LOOK } from '../../../components/table/name-look.ts';
import { type Sender, senderListQuery } from '../../../data/senders.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { MESSAGING_DIALOGS } from '../messaging-search.ts';
import { QUALITY } from '../sender-words.ts';

const COLUMNS: readonly Column<Sender>[] = [
  {
    title: t('Sender'),
    width: 'minmax(12rem,1.5fr)',
    cell: ({ id, display_name, phone_number }) => (
      <>
        <Link
          to="/messaging/senders/$senderId"
          params={{ senderId: String(id) }}
          dir="auto"
          title={display_name}
          className={`${NAME_LOOK} hover:underline`}
        >
          {display_name}
        </Link>
        <span className="block text-ink-soft text-sm tabular-nums">{phone_number}</span>
      </>
    ),
  },
  {
    title: t('Status'),
    width: '7rem',
    cell: ({ status }) => (
      <Badge tone={status === 'online' ? 'good' : 'neutral'}>
        {status === 'online' ? t('Online') : t('Offline')}
      </Badge>
    ),
  },
  {
    title: t('Quality'),
    width: '7rem',
    isMinor: true,
    cell: ({ quality_rating }) => (
      <Badge tone={QUALITY[quality_rating].tone}>{QUALITY[quality_rating].label}</Badge>
    ),
  },
  {
    title: t('Messaging limit'),
    width: 'minmax(8rem,1fr)',
    isMinor: true,
    cell: ({ messaging_limit_formatted }) => messaging_limit_formatted,
  },
];

export function SendersTab() {
  const senders = useQuery(senderListQuery);
  const navigate = useNavigate();
  const { show } = useDialogAddress(MESSAGING_DIALOGS);
  const open = (id: number): void => {
    void navigate({ to: '/messaging/senders/$senderId', params: { senderId: String(id) } });
  };
  const create = (
    <IfAllowed area="Messaging">
      <Button variant="primary" icon={<Plus />} onClick={() => show('new-sender')}>
        {t('New sender')}
      </Button>
    </IfAllowed>
  );
  return (
    <LoadedList
      hasBar
      query={senders}
      empty={{
        icon: <MessagesSquare />,
        title: t('No senders yet'),
        text: t(
          'A sender is a number that customers write to. Try a free sandbox sender first: you play the customer.',
        ),
        action: create,
      }}
    >
      {(rows) => (
        <DataTable
          label={t('Senders')}
          rows={rows}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          rowHeightPx={52}
          onOpen={({ id }) => open(id)}
        />
      )}
    </LoadedList>
  );
}
