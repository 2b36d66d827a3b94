import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FilterBar } from '../../../components/form/filter-bar.tsx';
import { ChoiceFilter, DaysFilter } from '../../../components/form/filters.tsx';
import { namedOptions } from '../../../components/form/options.ts';
import { DELIVERY_STATUS_WORDS } from '../../../components/webhooks/delivery-status.tsx';
import { allAssistantsQuery } from '../../../data/assistants.ts';
import { targetListQuery } from '../../../data/webhooks.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CHOSEN, TYPED } from '../../../routing/search-change.ts';
import { EVENTS } from '../event-names.ts';
import { DELIVERY_STATUS_NAMES, type WebhooksSearch, webhooksSearch } from '../webhooks-search.ts';

const STATUSES = DELIVERY_STATUS_NAMES.map((value) => ({
  value,
  label: DELIVERY_STATUS_WORDS[value].label,
}));

/** Filters of the delivery list, kept in the URL. */
export function DeliveryFilters() {
  const search = useSearch({ from: '/console/webhooks' });
  const navigate = useNavigate({ from: '/webhooks' });
  const assistants = useQuery(allAssistantsQuery);
  const targets = useQuery(targetListQuery);
  const set =
    (name: keyof WebhooksSearch, change = CHOSEN) =>
    (value: string | null | undefined): void => {
      void navigate({ search: (before) => webhooksSearch({ ...before, [name]: value }), ...change });
    };
  const { tab: _, open: __, ...filter } = search;
  return (
    <FilterBar
      isFiltered={Object.keys(filter).length > 0}
      onClear={() => void navigate({ search: {}, ...CHOSEN })}
    >
      <ChoiceFilter label={t('Status')} value={search.status} options={STATUSES} onChange={set('status')} />
      <ChoiceFilter label={t('Event')} value={search.event} options={EVENTS} onChange={set('event')} />
      <ChoiceFilter
        label={t('Assistant')}
        value={search.assistant_id?.toString()}
        options={namedOptions(assistants.data)}
        onChange={set('assistant_id')}
      />
      <ChoiceFilter
        label={t('Endpoint')}
        value={search.target_id?.toString()}
        options={(targets.data ?? []).map(({ id, url }) => ({ value: String(id), label: url }))}
        onChange={set('target_id')}
      />
      <DaysFilter
        from={search.date_from}
        to={search.date_to}
        onFrom={set('date_from', TYPED)}
        onTo={set('date_to', TYPED)}
      />
    </FilterBar>
  );
}
