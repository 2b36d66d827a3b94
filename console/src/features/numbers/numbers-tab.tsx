import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical, Phone, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button, buttonClasses, IconButton } from '../../components/button.tsx';
import { LoadedList } from '../../components/feedback/states.tsx';
import { useSandboxNumber } from '../../components/numbers/use-sandbox-number.ts';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { useRowAddress } from '../../components/table/use-row-address.ts';
import type { ListedAssistant } from '../../data/assistants.ts';
import { numberListQuery, type PhoneNumber } from '../../data/numbers.ts';
import { sessionQuery } from '../../data/session.ts';
import { useDialogAddress } from '../../routing/use-dialog-address.ts';
import { NUMBERS_DIALOGS } from './numbers-search.ts';
import { ReleaseDialog } from './release-dialog.tsx';
import { useHolders } from './use-holders.ts';

export function NumbersTab() {
  const numbers = useQuery(numberListQuery);
  const marked = useRowAddress(numbers);
  const [toDelete, setToDelete] = useState<PhoneNumber | null>(null);
  const holders = useHolders();
  const columns = columnsFor({ holders, onRelease: setToDelete });
  return (
    <>
      <LoadedList
        hasBar
        query={numbers}
        empty={{
          icon: <Phone />,
          title: 'No phone numbers yet',
          text: 'Get a free sandbox number, buy a number, or connect your PBX as a SIP trunk.',
          action: <AddNumber />,
        }}
      >
        {(rows) => (
          <DataTable {...{ label: 'Phone numbers', rows, columns, marked }} rowKey={({ id }) => id} />
        )}
      </LoadedList>
      <ReleaseDialog toDelete={toDelete} action="Release" onClose={() => setToDelete(null)} />
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
          Buy a number
        </Button>
      )}
      {session.data?.features.sandbox === true && (
        <Button icon={<FlaskConical />} isBusy={sandbox.isPending} onClick={() => sandbox.mutate()}>
          Get a sandbox number
        </Button>
      )}
      <Link to="/numbers" search={{ tab: 'trunks', open: 'new-trunk' }} className={buttonClasses({})}>
        Connect a SIP trunk
      </Link>
    </>
  );
}

interface ColumnOptions {
  /** Inbound assistants by number id. */
  holders: ReadonlyMap<number | null, ListedAssistant>;
  onRelease: (number: PhoneNumber) => void;
}

function columnsFor({ holders, onRelease }: ColumnOptions): Column<PhoneNumber>[] {
  return [
    {
      title: 'Phone number',
      width: 'minmax(7.5rem,1.2fr)',
      cell: ({ phone_number, region }) => (
        <>
          <span className="font-medium tabular-nums">{phone_number}</span>
          <span className="ml-2 hidden text-ink-soft text-sm md:inline">{region}</span>
        </>
      ),
    },
    { title: 'Type', width: '10rem', isMinor: true, cell: ({ type_label }) => <Badge>{type_label}</Badge> },
    {
      title: 'Assistant',
      width: 'minmax(6rem,1.2fr)',
      cell: ({ id }) => <Holder assistant={holders.get(id)} />,
    },
    { title: 'SMS', width: '5rem', isMinor: true, cell: ({ sms_capable }) => (sms_capable ? 'Yes' : 'No') },
    {
      title: 'Release',
      width: '4rem',
      align: 'right',
      cell: (number) => (
        <IconButton label={`Release ${number.phone_number}`} onClick={() => onRelease(number)}>
          <Trash2 />
        </IconButton>
      ),
    },
  ];
}

function Holder({ assistant }: { assistant: ListedAssistant | undefined }) {
  if (assistant === undefined) return <span className="text-ink-soft">None</span>;
  if (assistant.status === 'active') return assistant.name;
  // The reason comes first, because long names are cut off.
  return (
    <span className="block text-ink-soft leading-tight">
      Inactive <span className="block truncate text-xs">{assistant.name}</span>
    </span>
  );
}
