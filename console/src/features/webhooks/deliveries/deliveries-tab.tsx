import { useNavigate, useSearch } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { EmptyState, ErrorState, Skeleton } from '../../../components/feedback/states.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { usePagedRows } from '../../../data/pages/use-paged-rows.ts';
import { deliveryPages, type WebhookDelivery } from '../../../data/webhooks.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { DELIVERY_COLUMNS } from './delivery-columns.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';

export function DeliveriesTab() {
  const { tab: _, replay: __, ...filter } = useSearch({ from: '/console/webhooks' });
  const navigate = useNavigate();
  const { rows, error, refetch, showRange } = usePagedRows<WebhookDelivery>(deliveryPages(filter));
  const isFiltered = Object.keys(filter).length > 0;
  if (rows === undefined) {
    return error === null ? <Skeleton lines={8} /> : <ErrorState error={error} onRetry={refetch} />;
  }
  if (rows.length === 0 && !isFiltered) return <NoDeliveries />;
  return (
    <>
      <DeliveryFilters />
      {rows.length === 0 ? (
        <EmptyState
          icon={<Webhook />}
          title="No delivery fits"
          text="Change the filters above to see others."
        />
      ) : (
        <DataTable
          label="Deliveries"
          rows={rows}
          columns={DELIVERY_COLUMNS}
          rowKey={({ id }) => id}
          rowHeightPx={60}
          onOpen={({ id }) => void navigate({ to: '/webhooks/$deliveryId', params: { deliveryId: id } })}
          onRange={showRange}
          footer={`${formatCount(rows.length)} ${rows.length === 1 ? 'delivery' : 'deliveries'}`}
        />
      )}
    </>
  );
}

function NoDeliveries() {
  return (
    <EmptyState
      icon={<Webhook />}
      title="Nothing was sent yet"
      text="Give an assistant a webhook address in its settings, and your server is told of the end of each of its calls and conversations: transcript, evaluation, variables and recording. Every attempt then stands here with what your server answered."
    />
  );
}
