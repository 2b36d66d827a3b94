import { useNavigate, useSearch } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { PagedList } from '../../../components/table/paged-list.tsx';
import { usePagedRows } from '../../../data/pages/use-paged-rows.ts';
import { deliveryPages, type WebhookDelivery } from '../../../data/webhooks.ts';
import { formatCount } from '../../../lib/format/format.ts';
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
      {/* They stay while another choice is asked for, so that the keyboard keeps its place. */}
      {(isFiltered || paged.rows?.length !== 0) && <DeliveryFilters />}
      <PagedList paged={paged} empty={isFiltered ? <NothingFound /> : <NoDeliveries />}>
        {(rows) => (
          <DataTable
            label="Deliveries"
            rows={rows}
            columns={DELIVERY_COLUMNS}
            rowKey={({ id }) => id}
            rowHeightPx={60}
            onOpen={({ id }) => void navigate({ to: '/webhooks/$deliveryId', params: { deliveryId: id } })}
            onRange={paged.showRange}
            footer={`${formatCount(rows.length)} ${rows.length === 1 ? 'delivery' : 'deliveries'}`}
          />
        )}
      </PagedList>
    </>
  );
}

function NothingFound() {
  return (
    <EmptyState icon={<Webhook />} title="No delivery fits" text="Change the filters above to see others." />
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
