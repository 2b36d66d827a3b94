import { Link } from '@tanstack/react-router';
import { Badge } from '../../../components/badge.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { PagedList } from '../../../components/table/paged-list.tsx';
import { VirtualList } from '../../../components/table/virtual-list.tsx';
import { type InboxFilter, type InboxItem, inboxPages } from '../../../data/conversations.ts';
import { usePagedRows } from '../../../data/pages/use-paged-rows.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { isReversed } from '../../../lib/time/day-range.ts';
import { isoOfPlain } from '../../../lib/time/plain-timestamp.ts';
import { customerOf, previewOf, TYPE_WORDS } from '../conversation-words.ts';
import { conversationsSearch, filterOf } from '../conversations-search.ts';

const ROW_HEIGHT_PX = 88;

export function InboxList({ filter }: { filter: InboxFilter }) {
  const paged = usePagedRows(isReversed(filter) ? null : inboxPages(filter));
  return (
    <PagedList isEdged paged={paged} empty={<NoConversations isFiltered={Object.keys(filter).length > 0} />}>
      {(rows) => (
        <>
          <VirtualList
            label="Conversations, latest message first"
            className="min-h-0 flex-1"
            rows={rows}
            rowKey={({ id }) => id}
            rowHeightPx={ROW_HEIGHT_PX}
            onRange={paged.showRange}
          >
            {(item) => <InboxRow item={item} />}
          </VirtualList>
          <p className="border-line border-t px-4 py-2 text-ink-soft text-xs">
            {formatCount(rows.length)} {rows.length === 1 ? 'conversation' : 'conversations'}
          </p>
        </>
      )}
    </PagedList>
  );
}

function InboxRow({ item }: { item: InboxItem }) {
  return (
    <Link
      to="/conversations/$uuid"
      params={{ uuid: item.id }}
      search={(before) => filterOf(conversationsSearch(before))}
      activeOptions={{ includeSearch: false }}
      className="grid h-full grid-cols-[minmax(0,1fr)] content-center gap-1 border-line border-b px-4 -outline-offset-2 hover:bg-sunken data-[status=active]:bg-accent-soft"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span dir="auto" className="truncate font-medium">
          {customerOf(item)}
        </span>
        <span className="shrink-0 text-ink-soft text-xs">
          <RelativeTime iso={item.last_message?.created_at ?? isoOfPlain(item.updated_at)} />
        </span>
      </span>
      <span dir="auto" className="truncate text-ink-soft text-sm">
        {previewOf(item)}
      </span>
      <span className="flex items-center gap-2 text-ink-soft text-xs">
        <span className="truncate">
          {TYPE_WORDS[item.type]}
          {item.assistant_name !== null && ` · ${item.assistant_name}`}
        </span>
        <span className="ml-auto flex shrink-0 gap-1">
          {item.last_message?.is_undelivered === true && <Badge tone="bad">Not delivered</Badge>}
          {item.has_opted_out && <Badge tone="warn">Opted out</Badge>}
          {!item.ai_enabled && <Badge tone="info">Teammate</Badge>}
          {item.status === 'ended' && <Badge>Ended</Badge>}
        </span>
      </span>
    </Link>
  );
}

function NoConversations({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="p-4 text-sm">
      <p className="font-medium">{isFiltered ? 'No matching conversations.' : 'No conversations yet.'}</p>
      <p className="mt-1 text-ink-soft">
        {isFiltered
          ? 'Change or clear the filters to see more.'
          : 'Conversations from your website widget, messaging senders and the API appear here.'}
      </p>
    </div>
  );
}
