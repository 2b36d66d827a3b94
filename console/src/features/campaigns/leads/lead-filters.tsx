import { Field } from '../../../components/form/field.tsx';
import { FilterBar } from '../../../components/form/filter-bar.tsx';
import { ChoiceFilter, DaysFilter } from '../../../components/form/filters.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { TYPED } from '../../../routing/search-change.ts';
import { campaignSearch } from '../campaign-search.ts';
import { LEAD_STATUS_WORDS } from '../campaign-words.ts';
import { useLeadSearch } from './use-lead-search.ts';

const STATUSES = Object.entries(LEAD_STATUS_WORDS).map(([value, { label }]) => ({ value, label }));

/** Filters of the lead list, kept in the URL. */
export function LeadFilters() {
  const { search, filter } = useLeadSearch();
  return (
    <FilterBar
      isFiltered={[search.status, search.number, search.from, search.to].some((part) => part !== undefined)}
      onClear={() => filter({ status: undefined, number: undefined, from: undefined, to: undefined })}
    >
      <ChoiceFilter
        label={t('Status')}
        value={search.status}
        options={STATUSES}
        onChange={(status) => filter({ status: campaignSearch({ status }).status })}
      />
      <Field label={t('Phone number')}>
        {(control) => (
          <SearchInput
            {...control}
            inputMode="tel"
            placeholder={t('Search…')}
            value={search.number ?? ''}
            onChange={(number) => filter({ number: number === '' ? undefined : number }, TYPED)}
          />
        )}
      </Field>
      <DaysFilter
        labels={[t('Added from'), t('Added until')]}
        from={search.from}
        to={search.to}
        onFrom={(from) => filter({ from }, TYPED)}
        onTo={(to) => filter({ to }, TYPED)}
      />
    </FilterBar>
  );
}
