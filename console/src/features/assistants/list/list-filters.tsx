import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { CHOSEN, TYPED } from '../../../routing/search-change.ts';
import { MODES, STATUSES, TYPES } from '../assistant-words.ts';
import { type ListSearch, listSearch } from '../search-params.ts';

/** The list's filters, stored in the URL. */
export function ListFilters() {
  const search = useSearch({ from: '/console/assistants' });
  const navigate = useNavigate();
  const change = (part: Partial<Record<keyof ListSearch, string | null>>, how = CHOSEN): void => {
    void navigate({ to: '/assistants', search: listSearch({ ...search, ...part }), ...how });
  };
  return (
    <search className="mb-4 flex flex-wrap gap-2">
      <div className="relative min-w-56 flex-1">
        <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-ink-soft" aria-hidden />
        <Input
          type="search"
          aria-label={t('Search by name, number or ID')}
          placeholder={t('Name, number or ID')}
          value={search.q ?? ''}
          onChange={(event) => change({ q: event.target.value }, TYPED)}
          className="pl-9"
        />
      </div>
      <Select
        label={t('Type')}
        value={search.type ?? null}
        emptyLabel={t('All types')}
        options={optionsOf(TYPES)}
        onChange={(type) => change({ type })}
        className="w-40"
      />
      <Select
        label={t('Status')}
        value={search.status ?? null}
        emptyLabel={t('All statuses')}
        options={optionsOf(STATUSES)}
        onChange={(status) => change({ status })}
        className="w-40"
      />
      <Select
        label={t('Mode')}
        value={search.mode ?? null}
        emptyLabel={t('All modes')}
        options={optionsOf(MODES)}
        onChange={(mode) => change({ mode })}
        className="w-40"
      />
    </search>
  );
}

function optionsOf(words: Record<string, { label: string }>) {
  return Object.entries(words).map(([value, { label }]) => ({ value, label }));
}
