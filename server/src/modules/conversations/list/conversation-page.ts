import type { ConversationItem } from '#contract/conversations.ts';
import { changedWithin, withinDays } from '../../../db/account-days.ts';
import type { Executor } from '../../../db/client.ts';
import { type JsonFields, jsonObject } from '../../../db/json-object.ts';
import type { PageRequest } from '../../../http/pagination.ts';
import { saidCount } from '../messages/said.ts';
import type { ConversationType } from '../rules.ts';
import { hasOptedOut, matchesOptedOut } from '../store.ts';

export interface ConversationFilter {
  type: ConversationType | null;
  assistantId: number | null;
  hasOptedOut: boolean | null;
  /** `YYYY-MM-DD`, inclusive, in the account's time zone. */
  dateFrom: string | null;
  dateTo: string | null;
  /** An instant in ISO 8601, or a day. */
  updatedFrom: string | null;
  updatedTo: string | null;
}

/**
 * SQL for the fields of a conversation in lists.
 * @param talk alias of its row
 */
export const conversationFields = (talk: string): JsonFields<ConversationItem> => ({
  id: `${talk}.uuid`,
  assistant_id: 'assistants.uuid',
  assistant_name: 'assistants.name',
  type: `${talk}.type`,
  message_count: saidCount(talk),
  total_cost: `${talk}.cost_micros / 1000000.0::float8`,
  ai_enabled: `${talk}.ai_enabled`,
  has_opted_out: hasOptedOut(talk),
  created_at: `plain_timestamp(${talk}.created_at)`,
  updated_at: `plain_timestamp(${talk}.updated_at)`,
});

const ITEM_JSON = jsonObject<ConversationItem>(conversationFields('page'));

/**
 * One page as JSON text, newest first, and the total count, in one statement.
 * Matches are collected as ids only: all variables would not fit into memory.
 */
export async function readConversationPage(
  database: Executor,
  { userId, filter }: { userId: number; filter: ConversationFilter },
  { page, perPage }: PageRequest,
): Promise<{ items: string; count: number; total: number }> {
  const [row] = await database.query<{ items: string; count: number; total: number }>(
    `with matching as (
       select conversations.id from conversations
       where conversations.user_id = $1
         and ($2::text is null or type = $2)
         and ($3::bigint is null or assistant_id = $3)
         and ${matchesOptedOut({ user: '$1', value: '$10' })}
         and ${withinDays('created_at', { user: '$1', from: '$4', to: '$5' })}
         and ${changedWithin('updated_at', { user: '$1', from: '$8', to: '$9' })}),
     page as (
       select * from conversations
       where user_id = $1 and id in (select id from matching order by id desc limit $6 offset $7))
     select coalesce((select string_agg(${ITEM_JSON}::text, ',' order by page.id desc)
       from page left join assistants on assistants.id = page.assistant_id), '') as items,
       (select count(*)::int from page) as count,
       (select count(*)::int from matching) as total`,
    [
      userId,
      filter.type,
      filter.assistantId,
      filter.dateFrom,
      filter.dateTo,
      perPage,
      (page - 1) * perPage,
      filter.updatedFrom,
      filter.updatedTo,
      filter.hasOptedOut,
    ],
  );
  return row ?? { items: '', count: 0, total: 0 };
}
