import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Cable, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { buttonClasses, IconButton } from '../../../components/button.tsx';
import { LoadedList } from '../../../components/feedback/states.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { type SipTrunk, trunkListQuery } from '../../../data/sip-trunks.ts';
import { t } from '../../../lib/i18n/t.ts';
import { OPENS_DIALOG, useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { NUMBERS_DIALOGS } from '../numbers-search.ts';
import { ReleaseDialog } from '../release-dialog.tsx';

const columnsFor = (onDelete: (trunk: SipTrunk) => void): Column<SipTrunk>[] => [
  {
    title: t('Phone number'),
    width: 'minmax(10rem,1fr)',
    cell: ({ id, phone_number, nickname }) => (
      <>
        <Link
          to="/numbers"
          search={{ tab: 'trunks', open: `trunk.${id}` }}
          {...OPENS_DIALOG}
          className="font-medium tabular-nums hover:underline"
        >
          {phone_number}
        </Link>
        {nickname !== null && <span className="ml-2 text-ink-soft text-sm">{nickname}</span>}
      </>
    ),
  },
  {
    title: t('Type'),
    width: '8rem',
    cell: ({ sip_trunk_type }) => (sip_trunk_type === 'extension' ? t('Extension') : t('Number')),
  },
  {
    title: t('Server'),
    width: 'minmax(10rem,1fr)',
    cell: ({ sip_address }) =>
      sip_address.startsWith('dynamic') ? (
        t('Phones register here')
      ) : (
        <code className="text-sm">{sip_address}</code>
      ),
  },
  {
    title: t('Authentication'),
    width: 'minmax(11rem,1fr)',
    isMinor: true,
    cell: ({ inbound_authorization_type }) =>
      inbound_authorization_type === 'ip' ? t('IP address') : t('Username and password'),
  },
  {
    title: t('Delete'),
    width: '4rem',
    align: 'right',
    cell: (trunk) => (
      <IfAllowed area="SIP trunks">
        <IconButton
          label={t('Delete {number}', { number: trunk.phone_number })}
          onClick={() => onDelete(trunk)}
        >
          <Trash2 />
        </IconButton>
      </IfAllowed>
    ),
  },
];

export function TrunksTab() {
  const trunks = useQuery(trunkListQuery);
  const { show } = useDialogAddress(NUMBERS_DIALOGS);
  const [toDelete, setToDelete] = useState<SipTrunk | null>(null);
  const create = (
    <IfAllowed area="SIP trunks">
      <Link
        to="/numbers"
        search={{ tab: 'trunks', open: 'new-trunk' }}
        {...OPENS_DIALOG}
        className={buttonClasses({ variant: 'primary' })}
      >
        <Plus aria-hidden />
        {t('New SIP trunk')}
      </Link>
    </IfAllowed>
  );
  return (
    <>
      <LoadedList
        hasBar
        query={trunks}
        empty={{
          icon: <Cable />,
          title: t('No SIP trunks yet'),
          text: t('A trunk connects a carrier number, a PBX extension, or phones that register here.'),
          action: create,
        }}
      >
        {(rows) => (
          <DataTable
            label={t('SIP trunks')}
            rows={rows}
            columns={columnsFor(setToDelete)}
            rowKey={({ id }) => id}
            onOpen={({ id }) => show(`trunk.${id}`)}
          />
        )}
      </LoadedList>
      <ReleaseDialog
        toDelete={toDelete && { ...toDelete, type: 'sip' }}
        isTrunk
        onClose={() => setToDelete(null)}
      />
    </>
  );
}
