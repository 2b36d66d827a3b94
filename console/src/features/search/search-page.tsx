import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { EmptyState, Loaded } from '../../components/feedback/states.tsx';
import { Field } from '../../components/form/field.tsx';
import { FilterBar } from '../../components/form/filter-bar.tsx';
import { ChoiceFilter, DaysFilter } from '../../components/form/filters.tsx';
import { namedOptions } from '../../components/form/options.ts';
import { SearchInput } from '../../components/form/search-input.tsx';
import { Page } from '../../components/layout/page.tsx';
import { allAssistantsQuery } from '../../data/assistants.ts';
import { type ContentFilter, contentPagesQuery } from '../../data/content-search.ts';
import { t } from '../../lib/i18n/t.ts';
import { isReversed } from '../../lib/time/day-range.ts';
import { CHOSEN, TYPED } from '../../routing/search-change.ts';
import { HitRow } from './hit-row.tsx';
import { searchParams } from './search-params.ts';
import { CHANNEL_WORDS, KIND_WORDS } from './search-words.ts';

const KINDS = Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label }));
const CHANNELS = Object.entries(CHANNEL_WORDS).map(([value, label]) => ({ value, label }));

/** Searches the words of all calls, conversations, leads and SMS. */
export function SearchPage() {
  const { q = '', ...filter } = useSearch({ from: '/console/search' });
  const navigate = useNavigate({ from: '/search' });
  const assistants = useQuery(allAssistantsQuery);
  const set =
    (name: keyof ContentFilter | 'q', change = CHOSEN) =>
    (value: string | null | undefined): void =>
      void navigate({
        search: (before) =>
          searchParams({ ...before, [name]: value === '' ? undefined : (value ?? undefined) }),
        ...change,
      });
  return (
    <Page
      title={t('Search')}
      text={t('Find words in calls, conversations, notes, leads and SMS. Use quotes for exact phrases.')}
    >
      <div className="mb-4 max-w-2xl">
        <Field label={t('Search for')}>
          {(control) => (
            <SearchInput
              {...control}
              value={q}
              onChange={set('q', TYPED)}
              maxLength={200}
              placeholder={t('refund, “order 4471”, a name or a number')}
            />
          )}
        </Field>
      </div>
      <FilterBar
        isFiltered={Object.keys(filter).length > 0}
        onClear={() => void navigate({ search: searchParams({ q }), ...CHOSEN })}
      >
        <ChoiceFilter label={t('Kind')} value={filter.kind} options={KINDS} onChange={set('kind')} />
        <ChoiceFilter
          label={t('Channel')}
          value={filter.channel}
          options={CHANNELS}
          onChange={set('channel')}
        />
        <ChoiceFilter
          label={t('Assistant')}
          value={filter.assistant_id?.toString()}
          options={namedOptions(assistants.data)}
          onChange={set('assistant_id')}
        />
        <DaysFilter
          from={filter.date_from}
          to={filter.date_to}
          onFrom={set('date_from', TYPED)}
          onTo={set('date_to', TYPED)}
        />
      </FilterBar>
      {q === '' || isReversed(filter) ? null : <Hits words={q} filter={filter} />}
    </Page>
  );
}

function Hits({ words, filter }: { words: string; filter: ContentFilter }) {
  const found = useInfiniteQuery(contentPagesQuery(words, filter));
  return (
    <Loaded query={found}>
      {({ pages }) => {
        const hits = pages.flatMap(({ data }) => data);
        if (hits.length === 0) {
          return (
            <EmptyState
              icon={<Search />}
              title={t('No results for “{words}”', { words })}
              text={t(
                'Check the spelling, use fewer words, or clear the filters. Calls appear here after they end.',
              )}
            />
          );
        }
        return (
          <>
            <ol aria-label={t('Results, newest first')} className="grid grid-cols-1 gap-2">
              {hits.map((hit, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a long conversation may be found several times.
                <HitRow key={`${hit.kind} ${hit.id} ${index}`} hit={hit} />
              ))}
            </ol>
            {found.hasNextPage && (
              <Button
                className="mt-4"
                isBusy={found.isFetchingNextPage}
                onClick={() => void found.fetchNextPage()}
              >
                {t('Load more')}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
