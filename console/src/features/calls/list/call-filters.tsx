import { useQuery } from '@tanstack/react-query';
import { CALL_STATUS_WORDS } from '../../../components/call-status-words.ts';
import { Field } from '../../../components/form/field.tsx';
import { FilterBar } from '../../../components/form/filter-bar.tsx';
import { ChoiceFilter, DaysFilter } from '../../../components/form/filters.tsx';
import { namedOptions } from '../../../components/form/options.ts';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { allAssistantsQuery } from '../../../data/assistants.ts';
import type { CallsFilter } from '../../../data/calls.ts';
import { campaignListQuery } from '../../../data/campaigns.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CHOSEN, type SearchChange, TYPED } from '../../../routing/search-change.ts';
import { CALL_STATUS_NAMES, CALL_TYPE_NAMES } from '../call-names.ts';
import { TYPE_WORDS } from '../call-words.ts';
import { type CallsSearch, callsSearch } from '../calls-search.ts';

const STATUSES = CALL_STATUS_NAMES.map((value) => ({ value, label: CALL_STATUS_WORDS[value].label }));
const TYPES = CALL_TYPE_NAMES.map((value) => ({ value, label: TYPE_WORDS[value] }));

interface CallFiltersProps {
  filter: CallsFilter;
  onChange: (filter: CallsSearch, change: SearchChange) => void;
}

export function CallFilters({ filter, onChange }: CallFiltersProps) {
  // callsSearch normalizes the values, empty ones included.
  const set =
    (name: keyof CallsFilter, change = CHOSEN) =>
    (value: string | null | undefined): void =>
      onChange(callsSearch({ ...filter, [name]: value ?? undefined }), change);
  return (
    <FilterBar isFiltered={Object.keys(filter).length > 0} onClear={() => onChange({}, CHOSEN)}>
      <ChoiceFilter label={t('Status')} value={filter.status} options={STATUSES} onChange={set('status')} />
      <ChoiceFilter label={t('Type')} value={filter.type} options={TYPES} onChange={set('type')} />
      <Field label={t('Search')}>
        {(control) => (
          <SearchInput
            {...control}
            value={filter.search ?? filter.phone_number ?? ''}
            onChange={(text) =>
              onChange(callsSearch({ ...filter, phone_number: undefined, search: text || undefined }), TYPED)
            }
            placeholder={t('Words or number')}
          />
        )}
      </Field>
      <OwnerFilters filter={filter} set={set} />
      <DaysFilter
        from={filter.date_from}
        to={filter.date_to}
        onFrom={set('date_from', TYPED)}
        onTo={set('date_to', TYPED)}
      />
    </FilterBar>
  );
}

interface OwnerFiltersProps {
  filter: CallsFilter;
  set: (name: keyof CallsFilter) => (value: string | null) => void;
}

/** Filters by assistant and, if there are campaigns, by campaign. */
function OwnerFilters({ filter, set }: OwnerFiltersProps) {
  const assistants = useQuery(allAssistantsQuery);
  const campaigns = useQuery(campaignListQuery);
  const campaignOptions = namedOptions(campaigns.data);
  return (
    <>
      <ChoiceFilter
        label={t('Assistant')}
        value={filter.assistant_id?.toString()}
        options={namedOptions(assistants.data)}
        onChange={set('assistant_id')}
      />
      {(campaignOptions.length > 0 || filter.campaign_id != null) && (
        <ChoiceFilter
          label={t('Campaign')}
          value={filter.campaign_id?.toString()}
          options={campaignOptions}
          onChange={set('campaign_id')}
        />
      )}
    </>
  );
}
