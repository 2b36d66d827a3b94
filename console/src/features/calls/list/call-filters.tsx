import { useQuery } from '@tanstack/react-query';
import { Field } from '../../../components/form/field.tsx';
import { FilterBar } from '../../../components/form/filter-bar.tsx';
import { Input } from '../../../components/form/input.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { allAssistantsQuery } from '../../../data/assistants.ts';
import type { CallsFilter } from '../../../data/calls.ts';
import { campaignListQuery } from '../../../data/campaigns.ts';
import { CALL_STATUS_NAMES, CALL_TYPE_NAMES, STATUS_WORDS, TYPE_WORDS } from '../call-words.ts';
import { type CallsSearch, callsSearch } from '../calls-search.ts';

const STATUSES = CALL_STATUS_NAMES.map((value) => ({ value, label: STATUS_WORDS[value].label }));
const TYPES = CALL_TYPE_NAMES.map((value) => ({ value, label: TYPE_WORDS[value] }));

interface CallFiltersProps {
  filter: CallsFilter;
  onChange: (filter: CallsSearch) => void;
}

export function CallFilters({ filter, onChange }: CallFiltersProps) {
  // The rules of the address decide what a choice means, empty ones included.
  const set = (name: keyof CallsFilter) => (value: string | null) =>
    onChange(callsSearch({ ...filter, [name]: value ?? undefined }));
  return (
    <FilterBar isFiltered={Object.keys(filter).length > 0} onClear={() => onChange({})}>
      <Field label="Outcome">
        {(control) => (
          <Select
            {...control}
            value={filter.status ?? null}
            options={STATUSES}
            emptyLabel="All"
            onChange={set('status')}
          />
        )}
      </Field>
      <Field label="Kind">
        {(control) => (
          <Select
            {...control}
            value={filter.type ?? null}
            options={TYPES}
            emptyLabel="All"
            onChange={set('type')}
          />
        )}
      </Field>
      <Field label="Number">
        {(control) => (
          <SearchInput
            {...control}
            value={filter.phone_number ?? ''}
            onChange={set('phone_number')}
            inputMode="tel"
            placeholder="Part of it"
          />
        )}
      </Field>
      <OwnerFilters filter={filter} set={set} />
      <Field label="From">
        {(control) => (
          <Input
            {...control}
            type="date"
            value={filter.date_from ?? ''}
            onChange={(event) => set('date_from')(event.target.value)}
          />
        )}
      </Field>
      <Field label="To">
        {(control) => (
          <Input
            {...control}
            type="date"
            value={filter.date_to ?? ''}
            onChange={(event) => set('date_to')(event.target.value)}
          />
        )}
      </Field>
    </FilterBar>
  );
}

interface OwnerFiltersProps {
  filter: CallsFilter;
  set: (name: keyof CallsFilter) => (value: string | null) => void;
}

/** Whose call it was; campaigns are offered where there are any. */
function OwnerFilters({ filter, set }: OwnerFiltersProps) {
  const assistants = useQuery(allAssistantsQuery);
  const campaigns = useQuery(campaignListQuery);
  const campaignOptions = optionsOf(campaigns.data);
  return (
    <>
      <Field label="Assistant">
        {(control) => (
          <Select
            {...control}
            value={filter.assistant_id?.toString() ?? null}
            options={optionsOf(assistants.data)}
            emptyLabel="All"
            onChange={set('assistant_id')}
          />
        )}
      </Field>
      {(campaignOptions.length > 0 || filter.campaign_id != null) && (
        <Field label="Campaign">
          {(control) => (
            <Select
              {...control}
              value={filter.campaign_id?.toString() ?? null}
              options={campaignOptions}
              emptyLabel="All"
              onChange={set('campaign_id')}
            />
          )}
        </Field>
      )}
    </>
  );
}

function optionsOf(things: readonly { id: number; name: string }[] | undefined) {
  return (things ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}
