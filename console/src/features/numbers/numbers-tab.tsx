import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical, Phone, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button, buttonClasses, IconButton } from '../../components/button.tsx';
import { LoadedList } from '../../components/feedback/states.tsx';
import { IfAllowed } from '../../components/if-allowed.tsx';
import { numberTypeLabel } from '../../components/numbers/number-type-labels.ts';
import { useSandboxNumber } from '../../components/numbers/use-sandbox-number.ts';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { useRowAddress } from '../../components/table/use-row-address.ts';
import { numberListQuery, type PhoneNumber } from '../../data/numbers.ts';
import { sessionQuery } from '../../data/session.ts';
import { t } from '../../lib/i18n/t.ts';
import { useDialogAddress } from '../../routing/use-dialog-address.ts';
import { AssignDialog } from './assign/assign-dialog.tsx';
import { AssistantChoice } from './assign/assistant-choice.tsx';
import { type Assigning, useAssignment } from './assign/use-assignment.ts';
import { NUMBERS_DIALOGS } from './numbers-search.ts';
import { ReleaseDialog } from './release-dialog.tsx';

export function NumbersTab() {
  const numbers = useQuery(numberListQuery);
  const marked = useRowAddress(numbers);
  const [toDelete, setToDelete] = useState<PhoneNumber | null>(null);
  const assigning = useAssignment(numbers.data ?? []);
  const columns = columnsFor({ assigning, onRelease: setToDelete });
  return (
    <>
      <LoadedList
        hasBar
        query={numbers}
        empty={{
          icon: <Phone />,
          title: t('No phone numbers yet'),
          text: t('Get a free sandbox number, buy a number, or connect your PBX as a SIP trunk.'),
          action: (
            <IfAllowed area="Phone numbers">
              <AddNumber />
            </IfAllowed>
          ),
        }}
      >
        {(rows) => (
          <DataTable {...{ label: t('Phone numbers'), rows, columns, marked }} rowKey={({ id }) => id} />
        )}
      </LoadedList>
      <AssignDialog assigning={assigning} />
      <ReleaseDialog toDelete={toDelete} onClose={() => setToDelete(null)} />
    </>
  );
}

/** Ways to get a number on this server. */
function AddNumber() {
  const session = useQuery(sessionQuery);
  const { show } = useDialogAddress(NUMBERS_DIALOGS);
  const sandbox = useSandboxNumber();
  const shop = session.data?.features.number_shop ?? null;
  return (
    <>
      {shop !== null && (
        <Button variant="primary" icon={<Plus />} onClick={() => show('buy')}>
          {t('Buy a number')}
        </Button>
      )}
      {session.data?.features.sandbox === true && (
        <Button icon={<FlaskConical />} isBusy={sandbox.isPending} onClick={() => sandbox.mutate()}>
          {t('Get a sandbox number')}
        </Button>
      )}
      <Link to="/numbers" search={{ tab: 'trunks', open: 'new-trunk' }} className={buttonClasses({})}>
        {t('Connect a SIP trunk')}
      </Link>
    </>
  );
}

interface ColumnOptions {
  assigning: Assigning;
  onRelease: (number: PhoneNumber) => void;
}

function columnsFor({ assigning, onRelease }: ColumnOptions): Column<PhoneNumber>[] {
  return [
    {
      title: t('Phone number'),
      width: 'minmax(7.5rem,1.2fr)',
      cell: ({ phone_number, region }) => (
        <>
          <span className="font-medium tabular-nums">{phone_number}</span>
          <span className="ml-2 hidden text-ink-soft text-sm md:inline">{region}</span>
        </>
      ),
    },
    {
      title: t('Type'),
      width: '10rem',
      isMinor: true,
      cell: ({ type_label }) => <Badge>{numberTypeLabel(type_label)}</Badge>,
    },
    {
      title: t('Assistant'),
      width: 'minmax(13rem,1.4fr)',
      cell: (number) => <AssistantChoice number={number} assigning={assigning} />,
    },
    {
      title: 'SMS',
      width: '5rem',
      isMinor: true,
      cell: ({ sms_capable }) => (sms_capable ? t('Yes') : t('No')),
    },
    {
      title: t('Release'),
      width: '4rem',
      align: 'right',
      cell: (number) => (
        <IfAllowed area="Phone numbers">
          <IconButton
            label={t('Release {number}', { number: number.phone_number })}
            onClick={() => onRelease(number)}
          >
            <Trash2 />
          </IconButton>
        </IfAllowed>
      ),
    },
  ];
}
