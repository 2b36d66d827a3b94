import type { InboxItem } from '#contract/conversations.ts';
import { INBOX_VIEWS, type InboxView } from '#contract/inbox.ts';
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
  /** Day of the latest message, `YYYY-MM-DD`, inclusive, in the account's time zone. */
  dateFrom: string | null;
  dateTo: string | null;
  view: InboxView | null;
  groupId: number | null;
  tag: string | null;
}

const LAST_MESSAGE_JSON = jsonObject<InboxItem['last_message']>({
  author: 'author',
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
const IN_VIEW = `(conversations.type <> 'test' or $2 is not null) and case $12
  ${INBOX_VIEWS.map((view) => `when '${view}' then ${inView('conversations', view, '$13')}`).join('\n  ')} end`;

/** In views, customers who wait come first. */
const ORDER = `case when $12 <> 'closed' then page.waiting_since end nulls last, page.updated_at desc, page.id desc`;

/**
 * One page as JSON text, latest message first (in views: longest wait first), and the total count. Sorts all matches, because
 * an index by latest message would be updated with every message.
 */
export async function readInboxPage(
  database: Executor,
  { userId, personId, filter }: { userId: number; personId: number | null; filter: InboxFilter },
  { page, perPage }: PageRequest,
): Promise<{ items: string; count: number; total: number }> {
  const [row] = await database.query<{ items: string; count: number; total: number }>(
    `with matching as (
       select id, updated_at, waiting_since from conversations
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
         and ($12::text is null or ${IN_VIEW})
         and ($14::bigint is null or assigned_group_id = $14)
         and ($15::text is null or $15 = any(tags))),
     page as (select * from matching page order by ${ORDER} limit $9 offset $10)
     select coalesce((select string_agg(${ITEM_JSON}::text, ',' order by ${ORDER})
       from page join conversations talk on talk.user_id = $1 and talk.id = page.id
       left join assistants on assistants.id = talk.assistant_id), '') as items,
       (select count(*)::int from page) as count,
       (select count(*)::int from matching) as total`,
    [
      userId,
      filter.type,
      filter.assistantId,
      filter.status,
      filter.isAiEnabled,
      filter.customer,
      filter.dateFrom,
      filter.dateTo,
      perPage,
      (page - 1) * perPage,
      filter.hasOptedOut,
      filter.view,
      personId,
      filter.groupId,
      filter.tag,
    ],
  );
  return row ?? { items: '', count: 0, total: 0 };
}
