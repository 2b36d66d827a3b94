import { useNavigate, useSearch } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { PagedList } from '../../../components/table/paged-list.tsx';
import { usePagedRows } from '../../../data/pages/use-paged-rows.ts';
import { deliveryPages, type WebhookDelivery } from '../../../data/webhooks.ts';
import { t } from '../../../lib/i18n/t.ts';
import { isReversed } from '../../../lib/time/day-range.ts';
import { DELIVERY_COLUMNS } from './delivery-columns.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';

export function DeliveriesTab() {
  const { tab: _, open: __, ...filter } = useSearch({ from: '/console/webhooks' });
  const navigate = useNavigate();
  const paged = usePagedRows<WebhookDelivery>(isReversed(filter) ? null : deliveryPages(filter));
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      {/* Filters stay mounted while loading, so that they keep the focus. */}
      {(isFiltered || paged.rows?.length !== 0) && <DeliveryFilters />}
      <PagedList paged={paged} empty={isFiltered ? <NothingFound /> : <NoDeliveries />}>
        {(rows) => (
          <DataTable
            label={t('Deliveries')}
            rows={rows}
            columns={DELIVERY_COLUMNS}
            rowKey={({ id }) => id}
            rowHeightPx={52}
            onOpen={({ id }) => void navigate({ to: '/webhooks/$deliveryId', params: { deliveryId: id } })}
            onRange={paged.showRange}
            footer={t('{count, plural, one {# delivery} other {# deliveries}}', { count: rows.length })}
          />
        )}
      </PagedList>
    </>
  );
}

function NothingFound() {
  return (
    <EmptyState
      icon={<Webhook />}
      title={t('No matching deliveries')}
      text={t('Change or clear the filters to see more.')}
    />
  );
}

function NoDeliveries() {
  return (
    <EmptyState
      icon={<Webhook />}
      title={t('No webhooks sent yet')}
      text={t(
        'Set a webhook URL in an assistant to receive the transcript, evaluation and recording when a call or chat ends.',
      )}
    />
  );
}
