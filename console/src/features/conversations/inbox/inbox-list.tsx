import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { InboxView } from '#contract/inbox.ts';
import { Badge } from '../../../components/badge.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { PagedList } from '../../../components/table/paged-list.tsx';
import { VirtualList } from '../../../components/table/virtual-list.tsx';
import { type InboxFilter, type InboxItem, inboxPages } from '../../../data/conversations.ts';
import { inboxChoicesQuery } from '../../../data/inbox.ts';
import { usePagedRows } from '../../../data/pages/use-paged-rows.ts';
import { useRights } from '../../../data/rights.ts';
import { classNames } from '../../../lib/class-names.ts';
import { rich, t } from '../../../lib/i18n/t.ts';
import { isReversed } from '../../../lib/time/day-range.ts';
import { isoOfPlain } from '../../../lib/time/plain-timestamp.ts';
import { customerOf, previewOf, TYPE_WORDS } from '../conversation-words.ts';
import { conversationsSearch, filterOf } from '../conversations-search.ts';
import { type Chosen, useChosen } from './use-chosen.ts';

const ROW_HEIGHT_PX = 88;

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));

export function InboxList({ filter }: { filter: InboxFilter }) {
  const paged = usePagedRows(
    isReversed(filter) ? null : inboxPages({ ...filter, view: filter.view ?? 'all' }),
  );
  const chosen = useChosen(JSON.stringify(filter));
  const mayChange = useRights().mayChange('Inbox');
  return (
    <>
      {chosen.ids.size > 0 && (
        <Suspense>
          <BulkBar chosen={chosen} />
        </Suspense>
      )}
      <PagedList isEdged paged={paged} empty={<NoConversations filter={filter} />}>
        {(rows) => (
          <>
            <VirtualList
              label={t('Conversations, longest wait first')}
              className="min-h-0 flex-1"
              rows={rows}
              rowKey={({ id }) => id}
              rowHeightPx={ROW_HEIGHT_PX}
              onRange={paged.showRange}
            >
              {(item) =>
                mayChange ? (
                  <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] border-line border-b">
                    <Checkbox
                      item={item}
                      isChecked={chosen.ids.has(item.id)}
                      onChange={() => chosen.toggle(item.id)}
                    />
                    <InboxRow item={item} />
                  </div>
                ) : (
                  <div className="h-full border-line border-b pl-3">
                    <InboxRow item={item} />
                  </div>
                )
              }
            </VirtualList>
            <p className="flex items-center gap-2 border-line border-t px-4 py-2 text-ink-soft text-xs">
              {mayChange && <SelectLoaded rows={rows} chosen={chosen} />}
              {t('{count, plural, one {# conversation} other {# conversations}}', { count: rows.length })}
            </p>
          </>
        )}
      </PagedList>
    </>
  );
}

function Checkbox({
  item,
  isChecked,
  onChange,
}: {
  item: InboxItem;
  isChecked: boolean;
  onChange: () => void;
}) {
  return (
    // The label makes the whole left edge a target.
    <label className="grid w-8 cursor-pointer place-items-center hover:bg-sunken">
      <input
        type="checkbox"
        aria-label={t('Select {customer}', { customer: customerOf(item) })}
        data-select={item.id}
        checked={isChecked}
        onChange={onChange}
        className="block size-4 accent-accent"
      />
    </label>
  );
}

function SelectLoaded({ rows, chosen }: { rows: readonly (InboxItem | undefined)[]; chosen: Chosen }) {
  const loaded = rows.flatMap((row) => row?.id ?? []);
  const isAll = loaded.length > 0 && loaded.every((id) => chosen.ids.has(id));
  return (
    <input
      type="checkbox"
      aria-label={t('Select the loaded conversations')}
      checked={isAll}
      onChange={() => chosen.set(isAll ? [] : [...chosen.ids, ...loaded])}
      className="-ml-2 block size-4 accent-accent"
    />
  );
}

function InboxRow({ item }: { item: InboxItem }) {
  const { data: choices } = useQuery(inboxChoicesQuery);
  const { person, group, waiting_since, tags } = item.inbox;
  const unread = item.unread_count ?? 0;
  const assignee = person?.name ?? group?.name ?? (item.ai_enabled ? undefined : t('Teammate'));
  return (
    <Link
      to="/conversations/$uuid"
      params={{ uuid: item.id }}
      search={(before) => filterOf(conversationsSearch(before))}
      activeOptions={{ includeSearch: false }}
      data-conversation={item.id}
      className="grid h-full grid-cols-[minmax(0,1fr)] content-center gap-1 pr-4 pl-1 -outline-offset-2 hover:bg-sunken data-[status=active]:bg-accent-soft"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span dir="auto" className={classNames('truncate', unread > 0 ? 'font-bold' : 'font-medium')}>
          {customerOf(item)}
        </span>
        <span className="flex shrink-0 items-center gap-1.5 text-ink-soft text-xs">
          {waiting_since === null ? (
            <RelativeTime iso={item.last_message?.created_at ?? isoOfPlain(item.updated_at)} />
          ) : (
            <span className="text-warn">
              {rich('Waiting since {time}', { time: <RelativeTime iso={waiting_since} /> })}
            </span>
          )}
          {unread > 0 && (
            <span className="min-w-5 rounded-full bg-accent px-1.5 text-center font-medium text-on-accent tabular-nums">
              {unread > 99 ? '99+' : unread}
              <span className="sr-only"> {t('unread')}</span>
            </span>
          )}
        </span>
      </span>
      <span dir="auto" className="truncate text-ink-soft text-sm">
        {previewOf(item, choices?.you?.name)}
      </span>
      <span className="flex items-center gap-2 text-ink-soft text-xs">
        <span className="truncate">
          {TYPE_WORDS[item.type]}
          {item.assistant_name !== null && ` · ${item.assistant_name}`}
          {tags.map((tag) => ` · #${tag}`)}
        </span>
        <span className="ml-auto flex shrink-0 gap-1">
          {item.last_message?.is_undelivered === true && <Badge tone="bad">{t('Not delivered')}</Badge>}
          {item.has_opted_out && <Badge tone="warn">{t('Opted out')}</Badge>}
          {assignee !== undefined && <Badge tone="info">{assignee}</Badge>}
          {item.status === 'ended' && <Badge>{t('Ended')}</Badge>}
        </span>
      </span>
    </Link>
  );
}

const EMPTY_VIEWS: Readonly<Record<InboxView, string>> = {
  mine: t('No open conversations are assigned to you.'),
  unassigned: t('No customers are waiting for a person.'),
  all: t('No conversations yet.'),
  snoozed: t('No snoozed conversations.'),
  closed: t('No closed conversations.'),
};

function NoConversations({ filter: { view = 'all', ...others } }: { filter: InboxFilter }) {
  const isFiltered = Object.keys(others).length > 0;
  return (
    <div className="p-4 text-sm">
      <p className="font-medium">
        {isFiltered ? t('No matching conversations.') : EMPTY_VIEWS[view ?? 'all']}
      </p>
      <p className="mt-1 text-ink-soft">
        {isFiltered
          ? t('Change or clear the filters to see more.')
          : view === 'all' &&
            t('Conversations from your website widget, messaging senders and the API appear here.')}
      </p>
    </div>
  );
}
