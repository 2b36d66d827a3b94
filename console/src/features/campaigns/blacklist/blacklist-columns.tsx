import { Link } from '@tanstack/react-router';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import type { Column } from '../../../components/table/data-table.tsx';
import type { BlacklistedNumber } from '../../../data/blacklist.ts';
import { t } from '../../../lib/i18n/t.ts';
import { callPath } from '../paths.ts';

export function blacklistColumns(
  onRemove: (number: BlacklistedNumber) => void,
): readonly Column<BlacklistedNumber>[] {
  return [
    {
      title: t('Phone number'),
      width: 'minmax(9rem,1fr)',
      cell: ({ phone_number }) => <span className="font-medium tabular-nums">{phone_number}</span>,
    },
    {
      title: t('Added by'),
      width: '9rem',
      isMinor: true,
      cell: ({ source }) =>
        source === 'request' ? <Badge>{t('Your team')}</Badge> : <Badge tone="warn">{t('Opt-out')}</Badge>,
    },
    {
      title: t('Reason'),
      width: 'minmax(9rem,2fr)',
      isMinor: true,
      cell: ({ reason, call_id }) =>
        call_id === null ? (
          (reason ?? '–')
        ) : (
          <Link to={callPath(call_id)} className="underline">
            {reason ?? t('Call {id}', { id: call_id })}
          </Link>
        ),
    },
    { title: t('Added'), width: '8rem', cell: ({ created_at }) => <RelativeTime iso={created_at} /> },
    {
      title: t('Remove'),
      width: '7rem',
      align: 'right',
      cell: (number) => (
        <IfAllowed area="Do-not-call list" needs="admin">
          <Button
            size="small"
            aria-label={t('Remove {number}', { number: number.phone_number })}
            onClick={() => onRemove(number)}
          >
            {t('Remove')}
          </Button>
        </IfAllowed>
      ),
    },
  ];
}
