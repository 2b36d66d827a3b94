import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Field } from '../../../components/form/field.tsx';
import { FilterBar } from '../../../components/form/filter-bar.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { DELIVERY_STATUS_WORDS } from '../../../components/webhooks/delivery-status.tsx';
import { allAssistantsQuery } from '../../../data/assistants.ts';
import { EVENTS } from '../event-names.ts';
import { DELIVERY_STATUS_NAMES, type WebhooksSearch, webhooksSearch } from '../webhooks-search.ts';

const STATUSES = DELIVERY_STATUS_NAMES.map((value) => ({
  value,
  label: DELIVERY_STATUS_WORDS[value].label,
}));

/** What the list shows; kept in the address. */
export function DeliveryFilters() {
  const search = useSearch({ from: '/console/webhooks' });
  const navigate = useNavigate({ from: '/webhooks' });
  const assistants = useQuery(allAssistantsQuery);
  const set = (name: keyof WebhooksSearch, value: string | null): void => {
    void navigate({ search: (before) => webhooksSearch({ ...before, [name]: value }) });
  };
  const { tab: _, replay: __, ...filter } = search;
  return (
    <FilterBar isFiltered={Object.keys(filter).length > 0} onClear={() => void navigate({ search: {} })}>
      <Field label="State">
        {(control) => (
          <Select
            {...control}
            value={search.status ?? null}
            emptyLabel="All"
            options={STATUSES}
            onChange={(status) => set('status', status)}
          />
        )}
      </Field>
      <Field label="Event">
        {(control) => (
          <Select
            {...control}
            value={search.event ?? null}
            emptyLabel="All"
            options={EVENTS}
            onChange={(event) => set('event', event)}
          />
        )}
      </Field>
      <Field label="Assistant">
        {(control) => (
          <Select
            {...control}
            value={search.assistant_id == null ? null : String(search.assistant_id)}
            emptyLabel="All"
            options={(assistants.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) => set('assistant_id', id)}
          />
        )}
      </Field>
      <Field label="From">
        {(control) => (
          <Input
            {...control}
            type="date"
            value={search.date_from ?? ''}
            onChange={({ target }) => set('date_from', target.value)}
          />
        )}
      </Field>
      <Field label="Until">
        {(control) => (
          <Input
            {...control}
            type="date"
            value={search.date_to ?? ''}
            onChange={({ target }) => set('date_to', target.value)}
          />
        )}
      </Field>
    </FilterBar>
  );
}
