import type { InboxItem } from '#contract/conversations.ts';
import type { InboxView } from '#contract/inbox.ts';
import { withinDays } from '../../../db/account-days.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { PageRequest } from '../../../http/pagination.ts';
import { conversationFields } from '../list/conversation-page.ts';
import { hasBegun, wasSaid } from '../messages/said.ts';
import type { ConversationType } from '../rules.ts';
import { matchesOptedOut } from '../store.ts';
import { customerName, inboxStateJson, inView, unreadCount } from './inbox-state.ts';

export interface InboxFilter {
  type: ConversationType | null;
  assistantId: number | null;
  status: 'active' | 'ended' | null;
  isAiEnabled: boolean | null;
  hasOptedOut: boolean | null;
  /** Part of the customer's name, number or identifier. */
  customer: string | null;
  /** Text for which the customer matches, and ids of conversations with its words; null without a search. */
  search: { text: string; ids: number[] } | null;
  /** Day of the latest message, `YYYY-MM-DD`, inclusive, in the account's time zone. */
  dateFrom: string | null;
  dateTo: string | null;
  view: InboxView | null;
  groupId: number | null;
  tag: string | null;
}

const LAST_MESSAGE_JSON = jsonObject<InboxItem['last_message']>({
  author: 'author',
  author_name: '(select name from people where people.id = messages.person_id)',
  content: 'left(content, 200)',
  created_at: 'iso_timestamp(messages.created_at)',
  is_undelivered: `not ${wasSaid('messages')}`,
});

const ITEM_JSON = jsonObject<InboxItem>({
  ...conversationFields('talk'),
  status: `case when talk.ended_at is null then 'active' else 'ended' end`,
  customer_identifier: 'talk.customer_identifier',
  customer_phone: 'talk.customer_phone',
  customer_name: customerName('talk'),
  last_message: `(select ${LAST_MESSAGE_JSON}
    from messages where conversation_id = talk.id order by id desc limit 1)`,
  inbox: inboxStateJson('talk'),
  unread_count: unreadCount('talk', '$13::bigint'),
});

/** Test conversations are in a view only if the filter asks for them. */
const inViewOf = (view: InboxView | null): string =>
  view === null
    ? ''
    : `and (conversations.type <> 'test' or $2 is not null) and ${inView('conversations', view, '$13::bigint')}`;

/** SQL for microseconds since 1970, which order and cursors are compared by. */
const micros = (time: string): string => `(extract(epoch from ${time}) * 1000000)::bigint`;

/** For customers who do not wait: later than any time. */
const NO_WAIT = '9223372036854775807';

/** In views, customers who wait come first. */
const ORDER = 'page.waits, page.updated desc, page.id desc';

/** Where the next conversations of a list begin. */
interface InboxCursor {
  /** Microseconds since 1970 as text; null if the customer of the last conversation does not wait. */
  waits: string | null;
  updated: string;
  id: string;
}

/** @param text checked by the contract */
export function readCursor(text: string | null): InboxCursor | null {
  if (text === null) return null;
  const [waits = 'n', updated = '0', id = '0'] = text.split('.');
  return { waits: waits === 'n' ? null : waits, updated, id };
}

/** SQL of a page. Each view has its own statement, so that its index is used. */
const pageOf = (view: InboxView | null): string => `with matching as (
       select id, ${micros('updated_at')} as updated,
         case when $12::text <> 'closed' and waiting_since is not null then ${micros('waiting_since')} else ${NO_WAIT} end as waits
       from conversations
       where user_id = $1
         and ${hasBegun('conversations')}
         and ($2::text is null or type = $2)
         and ($3::bigint is null or assistant_id = $3)
         and ($4::text is null or (ended_at is null) = ($4 = 'active'))
         and ($5::boolean is null or ai_enabled = $5)
         and ${matchesOptedOut({ user: '$1', value: '$11' })}
         and ($6::text is null or strpos(lower(${customerName('conversations')}), lower($6)) > 0
           or strpos(customer_phone, $6) > 0 or strpos(lower(customer_identifier), lower($6)) > 0)
         and ${withinDays('updated_at', { user: '$1', from: '$7', to: '$8' })}
         ${inViewOf(view)}
         and ($14::bigint is null or assigned_group_id = $14)
         and ($15::text is null or $15 = any(tags))
         and ($19::bigint[] is null or id = any($19)
           or strpos(lower(${customerName('conversations')}), lower($20)) > 0
           or strpos(customer_phone, $20) > 0 or strpos(lower(customer_identifier), lower($20)) > 0)),
     after as (
       select * from matching
       where $18::bigint is null or waits > coalesce($16::bigint, ${NO_WAIT})
         or waits = coalesce($16, ${NO_WAIT}) and (updated, id) < ($17::bigint, $18)),
     page as (select * from after page order by ${ORDER} limit $9 offset $10)
     select coalesce((select string_agg(${ITEM_JSON}::text, ',' order by ${ORDER})
       from page join conversations talk on talk.user_id = $1 and talk.id = page.id
       left join assistants on assistants.id = talk.assistant_id), '') as items,
       (select count(*)::int from page) as count,
       (select count(*)::int from matching) as total,
       (select case when waits = ${NO_WAIT} then 'n' else waits::text end || '.' || updated || '.' || id from page
         where (select count(*) from after) > $9 + $10
         order by page.waits desc, page.updated, page.id limit 1) as next`;

const PAGES: Readonly<Record<InboxView | 'none', string>> = {
  none: pageOf(null),
  mine: pageOf('mine'),
  unassigned: pageOf('unassigned'),
  all: pageOf('all'),
  snoozed: pageOf('snoozed'),
  closed: pageOf('closed'),
};

interface InboxPage {
  items: string;
  count: number;
  total: number;
  /** Null at the end of the list. */
  next: string | null;
}

/**
 * One page as JSON text, latest message first (in views: longest wait first), and the total count. Sorts all matches, because
 * an index by latest message would be updated with every message.
 * @param about `cursor` replaces the page number
 */
export async function readInboxPage(
  database: Executor,
  about: { userId: number; personId: number | null; filter: InboxFilter; cursor: InboxCursor | null },
  { page, perPage }: PageRequest,
): Promise<InboxPage> {
  const { userId, personId, filter, cursor } = about;
  const [row] = await database.query<InboxPage>(PAGES[filter.view ?? 'none'], [
    userId,
    filter.type,
    filter.assistantId,
    filter.status,
    filter.isAiEnabled,
    filter.customer,
    filter.dateFrom,
    filter.dateTo,
    perPage,
    cursor === null ? (page - 1) * perPage : 0,
    filter.hasOptedOut,
    filter.view,
    personId,
    filter.groupId,
    filter.tag,
    cursor?.waits ?? null,
    cursor?.updated ?? null,
    cursor?.id ?? null,
    filter.search?.ids ?? null,
    filter.search?.text ?? null,
  ]);
  return row ?? { items: '', count: 0, total: 0, next: null };
}
