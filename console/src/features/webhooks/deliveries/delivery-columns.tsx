import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../components/relative-time.tsx';
import type { Column } from '../../../components/table/data-table.tsx';
import { DeliveryStatus } from '../../../components/webhooks/delivery-status.tsx';
import type { WebhookDelivery } from '../../../data/webhooks.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';

export const DELIVERY_COLUMNS: readonly Column<WebhookDelivery>[] = [
  {
    title: t('Event'),
    width: 'minmax(10rem,2fr)',
    cell: ({ id, event, url }) => (
      <>
        <Link
          to="/webhooks/$deliveryId"
          params={{ deliveryId: id }}
          className="font-medium font-mono text-sm hover:underline"
        >
          {event}
        </Link>
        <span className="block truncate text-ink-soft text-sm" title={url}>
          {url}
        </span>
      </>
    ),
  },
  { title: t('Status'), width: '12rem', cell: ({ status }) => <DeliveryStatus status={status} /> },
  {
    title: t('Attempts'),
    width: '5rem',
    align: 'right',
    isMinor: true,
    cell: ({ attempt_count }) => formatCount(attempt_count),
  },
  {
    title: t('Next attempt'),
    width: '9rem',
    isMinor: true,
    cell: ({ next_attempt_at }) => (next_attempt_at === null ? '–' : <RelativeTime iso={next_attempt_at} />),
  },
  {
    title: t('Created'),
    width: '9rem',
    isMinor: true,
    cell: ({ created_at }) => <RelativeTime iso={created_at} />,
  },
];
