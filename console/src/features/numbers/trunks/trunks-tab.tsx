import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Cable, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { buttonClasses, IconButton } from '../../../components/button.tsx';
import { LoadedList } from '../../../components/feedback/states.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { type SipTrunk, trunkListQuery } from '../../../data/sip-trunks.ts';
import { OPENS_DIALOG, useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { NUMBERS_DIALOGS } from '../numbers-search.ts';
import { ReleaseDialog } from '../release-dialog.tsx';

const columnsFor = (onDelete: (trunk: SipTrunk) => void): Column<SipTrunk>[] => [
  {
    title: 'Phone number',
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
    title: 'Type',
    width: '8rem',
    cell: ({ sip_trunk_type }) => (sip_trunk_type === 'extension' ? 'Extension' : 'Number'),
  },
  {
    title: 'Server',
    width: 'minmax(10rem,1fr)',
    cell: ({ sip_address }) =>
      sip_address.startsWith('dynamic') ? (
        'Phones register here'
      ) : (
        <code className="text-sm">{sip_address}</code>
      ),
  },
  {
    title: 'Authentication',
    width: '11rem',
    isMinor: true,
    cell: ({ inbound_authorization_type }) =>
      inbound_authorization_type === 'ip' ? 'IP address' : 'Username and password',
  },
  {
    title: 'Delete',
    width: '4rem',
    align: 'right',
    cell: (trunk) => (
      <IfAllowed area="SIP trunks">
        <IconButton label={`Delete ${trunk.phone_number}`} onClick={() => onDelete(trunk)}>
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
        New SIP trunk
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
          title: 'No SIP trunks yet',
          text: 'A trunk connects a carrier number, a PBX extension, or phones that register here.',
          action: create,
        }}
      >
        {(rows) => (
          <DataTable
            label="SIP trunks"
            rows={rows}
            columns={columnsFor(setToDelete)}
            rowKey={({ id }) => id}
            onOpen={({ id }) => show(`trunk.${id}`)}
          />
        )}
      </LoadedList>
      <ReleaseDialog
        toDelete={toDelete && { ...toDelete, type: 'sip' }}
        action="Delete"
        onClose={() => setToDelete(null)}
      />
    </>
  );
}
