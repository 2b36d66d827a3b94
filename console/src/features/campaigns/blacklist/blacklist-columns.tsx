import { Link } from '@tanstack/react-router';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import type { Column } from '../../../components/table/data-table.tsx';
import type { BlacklistedNumber } from '../../../data/blacklist.ts';
import { callPath } from '../paths.ts';

export function blacklistColumns(
  onRemove: (number: BlacklistedNumber) => void,
): readonly Column<BlacklistedNumber>[] {
  return [
    {
      title: 'Phone number',
      width: 'minmax(9rem,1fr)',
      cell: ({ phone_number }) => <span className="font-medium tabular-nums">{phone_number}</span>,
    },
    {
      title: 'Added by',
      width: '9rem',
      isMinor: true,
      cell: ({ source }) =>
        source === 'request' ? <Badge>Your team</Badge> : <Badge tone="warn">Opt-out</Badge>,
    },
    {
      title: 'Reason',
      width: 'minmax(9rem,2fr)',
      isMinor: true,
      cell: ({ reason, call_id }) =>
        call_id === null ? (
          (reason ?? '–')
        ) : (
          <Link to={callPath(call_id)} className="underline">
            {reason ?? `Call ${call_id}`}
          </Link>
        ),
    },
    { title: 'Added', width: '8rem', cell: ({ created_at }) => <RelativeTime iso={created_at} /> },
    {
      title: 'Remove',
      width: '7rem',
      align: 'right',
      cell: (number) => (
        <IfAllowed area="Do-not-call list" needs="admin">
          <Button size="small" aria-label={`Remove ${number.phone_number}`} onClick={() => onRemove(number)}>
            Remove
          </Button>
        </IfAllowed>
      ),
    },
  ];
}
