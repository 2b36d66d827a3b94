import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ChoiceFilter, DaysFilter } from '../../../components/form/filters.tsx';
import { namedOptions } from '../../../components/form/options.ts';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { ZoneNote } from '../../../components/form/zone-note.tsx';
import { allAssistantsQuery } from '../../../data/assistants.ts';
import type { InboxFilter } from '../../../data/conversations.ts';
import { type InboxChoices, inboxChoicesQuery } from '../../../data/inbox.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CHOSEN, type SearchChange, TYPED } from '../../../routing/search-change.ts';
import { TYPE_WORDS } from '../conversation-words.ts';
import { type ConversationsSearch, conversationsSearch, viewOf } from '../conversations-search.ts';

const TYPES = Object.entries(TYPE_WORDS).map(([value, label]) => ({ value, label }));
const STATUSES = [
  { value: 'active', label: t('Active') },
  { value: 'ended', label: t('Ended') },
];
const ANSWERERS = [
  { value: 'true', label: t('AI') },
  { value: 'false', label: t('Teammate') },
];
const CONSENTS = [
  { value: 'true', label: t('Opted out') },
  { value: 'false', label: t('Not opted out') },
];

type Choice = string | boolean | null | undefined;
type SetFilter = (name: keyof InboxFilter, change?: SearchChange) => (value: Choice) => void;

/** Customer search, with more filters on demand. */
export function InboxFilters({ filter }: { filter: InboxFilter }) {
  // Navigates relative to the current route, so an open conversation stays open.
  const navigate = useNavigate();
  const { customer, search, view: _view, ...others } = filter;
  const count = Object.keys(others).length;
  const [isOpen, setOpen] = useState(count > 0);
  const id = useId();
  const set: SetFilter =
    (name, change = CHOSEN) =>
    (value) => {
      void navigate({
        to: '.',
        search: (before) => conversationsSearch({ ...before, [name]: value === '' ? undefined : value }),
        ...change,
      });
    };
  return (
    <search aria-label={t('Filters')} className="grid gap-3">
      <div className="flex gap-2">
        <SearchInput
          aria-label={t('Search customers and messages')}
          placeholder={t('Search')}
          value={search ?? customer ?? ''}
          onChange={(text) =>
            void navigate({
              to: '.',
              search: (before) =>
                conversationsSearch({ ...before, customer: undefined, search: text || undefined }),
              ...TYPED,
            })
          }
        />
        <Button
          icon={<SlidersHorizontal />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? t('Filter') : t('Filter ({count})', { count })}
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className="grid grid-cols-2 gap-3 *:min-w-0 [&[hidden]]:hidden">
        <MoreFilters filter={others} set={set} />
        {count > 0 && (
          <Button
            variant="quiet"
            className="col-span-2"
            onClick={() =>
              void navigate({
                to: '.',
                search: (before) => withoutFilters(conversationsSearch(before)),
                ...CHOSEN,
              })
            }
          >
            {t('Clear filters')}
          </Button>
        )}
      </div>
    </search>
  );
}

function withoutFilters(search: ConversationsSearch): ConversationsSearch {
  const { view } = search;
  return view === undefined ? viewOf(search) : { ...viewOf(search), view };
}

interface MoreFiltersProps {
  filter: InboxFilter;
  set: SetFilter;
}

function MoreFilters({ filter, set }: MoreFiltersProps) {
  const assistants = useQuery(allAssistantsQuery);
  const { data: choices } = useQuery(inboxChoicesQuery);
  const selects = [
    { name: 'type', label: t('Channel'), value: filter.type, options: TYPES, choose: set('type') },
    {
      name: 'assistant_id',
      label: t('Assistant'),
      value: filter.assistant_id?.toString(),
      options: namedOptions(assistants.data),
      choose: set('assistant_id'),
    },
    ...optionalFilters(filter, set, choices),
    { name: 'status', label: t('Status'), value: filter.status, options: STATUSES, choose: set('status') },
    {
      name: 'ai_enabled',
      label: t('Handled by'),
      value: filter.ai_enabled?.toString(),
      options: ANSWERERS,
      choose: (value: string | null) => set('ai_enabled')(value === null ? null : value === 'true'),
    },
    {
      name: 'has_opted_out',
      label: t('Opt-out'),
      value: filter.has_opted_out?.toString(),
      options: CONSENTS,
      choose: (value: string | null) => set('has_opted_out')(value === null ? null : value === 'true'),
    },
  ];
  return (
    <>
      {selects.map(({ name, label, value, options, choose }) => (
        <ChoiceFilter key={name} label={label} value={value} options={options} onChange={choose} />
      ))}
      <DaysFilter
        from={filter.date_from}
        to={filter.date_to}
        onFrom={set('date_from', TYPED)}
        onTo={set('date_to', TYPED)}
      />
      <p className="col-span-2 text-ink-soft text-sm">
        <ZoneNote />
      </p>
    </>
  );
}

/** Filters by group and tag, once there are any. */
function optionalFilters(filter: InboxFilter, set: SetFilter, choices: InboxChoices | undefined) {
  const groups = choices?.groups ?? [];
  const tags = choices?.tags ?? [];
  const byGroup = {
    name: 'group_id',
    label: t('Group'),
    value: filter.group_id?.toString(),
    options: namedOptions(groups),
    choose: set('group_id'),
  };
  const byTag = {
    name: 'tag',
    label: t('Tag'),
    value: filter.tag,
    options: tags.map((tag) => ({ value: tag, label: tag })),
    choose: set('tag'),
  };
  return [
    ...(groups.length > 0 || filter.group_id != null ? [byGroup] : []),
    ...(tags.length > 0 || filter.tag != null ? [byTag] : []),
  ];
}
