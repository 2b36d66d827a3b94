import { useQuery } from '@tanstack/react-query';
import { FilterBar } from '../../../components/form/filter-bar.tsx';
import { ChoiceFilter, DaysFilter } from '../../../components/form/filters.tsx';
import { numberOptions } from '../../../components/form/options.ts';
import { numberListQuery } from '../../../data/numbers.ts';
import type { SmsFilter } from '../../../data/sms.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CHOSEN, type SearchChange, TYPED } from '../../../routing/search-change.ts';
import { messagingSearch } from '../messaging-search.ts';
import { DIRECTION_WORDS, SMS_STATUS_WORDS } from './sms-words.ts';

const DIRECTIONS = Object.entries(DIRECTION_WORDS).map(([value, label]) => ({ value, label }));
const STATUSES = Object.entries(SMS_STATUS_WORDS).map(([value, label]) => ({ value, label }));

interface SmsFiltersProps {
  filter: SmsFilter;
  onChange: (filter: SmsFilter, change: SearchChange) => void;
}

export function SmsFilters({ filter, onChange }: SmsFiltersProps) {
  const numbers = useQuery(numberListQuery);
  // messagingSearch normalizes the values, empty ones included.
  const set =
    (name: keyof SmsFilter, change = CHOSEN) =>
    (value: string | null | undefined): void =>
      onChange(messagingSearch({ ...filter, [name]: value ?? undefined }), change);
  return (
    <FilterBar isFiltered={Object.keys(filter).length > 0} onClear={() => onChange({}, CHOSEN)}>
      <ChoiceFilter
        label={t('Direction')}
        value={filter.direction}
        options={DIRECTIONS}
        onChange={set('direction')}
      />
      <ChoiceFilter label={t('Status')} value={filter.status} options={STATUSES} onChange={set('status')} />
      <ChoiceFilter
        label={t('Your number')}
        value={filter.phone_number_id?.toString()}
        options={numberOptions(numbers.data ?? [])}
        onChange={set('phone_number_id')}
      />
      <DaysFilter
        from={filter.date_from}
        to={filter.date_to}
        onFrom={set('date_from', TYPED)}
        onTo={set('date_to', TYPED)}
      />
    </FilterBar>
  );
}
