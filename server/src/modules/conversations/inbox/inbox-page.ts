import type { InboxItem } from '#contract/conversations.ts';
import { withinDays } from '../../../db/account-days.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { PageRequest } from '../../../http/pagination.ts';
import { conversationFields } from '../list/conversation-page.ts';
import { hasBegun, wasSaid } from '../messages/said.ts';
import type { ConversationType } from '../rules.ts';
import { matchesOptedOut } from '../store.ts';

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
  customer_name: 'talk.customer_name',
  last_message: `(select ${LAST_MESSAGE_JSON}
    from messages where conversation_id = talk.id order by id desc limit 1)`,
});

/**
 * One page as JSON text, latest message first, and the total count. Sorts all matches, because
 * an index by latest message would be updated with every message.
 */
export async function readInboxPage(
  database: Executor,
  { userId, filter }: { userId: number; filter: InboxFilter },
  { page, perPage }: PageRequest,
): Promise<{ items: string; count: number; total: number }> {
  const [row] = await database.query<{ items: string; count: number; total: number }>(
    `with matching as (
       select id, updated_at from conversations
       where user_id = $1
         and ${hasBegun('conversations')}
         and ($2::text is null or type = $2)
         and ($3::bigint is null or assistant_id = $3)
         and ($4::text is null or (ended_at is null) = ($4 = 'active'))
         and ($5::boolean is null or ai_enabled = $5)
         and ${matchesOptedOut({ user: '$1', value: '$11' })}
         and ($6::text is null or strpos(lower(customer_name), lower($6)) > 0
           or strpos(customer_phone, $6) > 0 or strpos(lower(customer_identifier), lower($6)) > 0)
         and ($12::bigint[] is null or id = any($12) or strpos(lower(customer_name), lower($13)) > 0
           or strpos(customer_phone, $13) > 0 or strpos(lower(customer_identifier), lower($13)) > 0)
         and ${withinDays('updated_at', { user: '$1', from: '$7', to: '$8' })}),
     page as (select * from matching order by updated_at desc, id desc limit $9 offset $10)
     select coalesce((select string_agg(${ITEM_JSON}::text, ',' order by page.updated_at desc, page.id desc)
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
      filter.search?.ids ?? null,
      filter.search?.text ?? null,
    ],
  );
  return row ?? { items: '', count: 0, total: 0 };
}
