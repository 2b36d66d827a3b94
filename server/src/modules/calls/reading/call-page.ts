import type { CallItem } from '#contract/calls.ts';
import { withinDays } from '../../../db/account-days.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { PageRequest } from '../../../http/pagination.ts';
import { callFields } from './call-json.ts';

export interface CallFilter {
  status: string | null;
  type: string | null;
  /** Substring of either number. */
  phoneNumber: string | null;
  assistantId: number | null;
  campaignId: number | null;
  leadId: number | null;
  /** `YYYY-MM-DD`, inclusive, in the account's zone. */
  dateFrom: string | null;
  dateTo: string | null;
}

/**
 * One page as JSON text, newest first, with the total. The first CTE selects ids only: variables of all matches would
 * not fit in memory.
 */
export async function readCallPage(
  database: Executor,
  { userId, filter, origin }: { userId: number; filter: CallFilter; origin: string },
  { page, perPage }: PageRequest,
): Promise<{ items: string; count: number; total: number }> {
  const [row] = await database.query<{ items: string; count: number; total: number }>(
    `with matching as (
       select calls.id from calls
       where user_id = $1 and deleted_at is null
         and ($2::text is null or status = $2)
         and ($3::text is null or type = $3)
         and ($4::text is null or strpos(client_phone_number, $4) > 0 or strpos(assistant_phone_number, $4) > 0)
         and ($5::bigint is null or assistant_id = $5)
         and ($6::bigint is null or campaign_id = $6)
         and ($12::bigint is null or lead_id = $12)
         and ${withinDays('created_at', { user: '$1', from: '$7', to: '$8' })}),
     page as (select id from matching order by id desc limit $9 offset $10)
     select coalesce((select string_agg(${jsonObject<CallItem>(callFields('$11'))}::text, ',' order by call.id desc)
         from page join calls call on call.user_id = $1 and call.id = page.id
         left join assistants on assistants.id = call.assistant_id), '') as items,
       (select count(*)::int from page) as count,
       (select count(*)::int from matching) as total`,
    [
      userId,
      filter.status,
      filter.type,
      filter.phoneNumber,
      filter.assistantId,
      filter.campaignId,
      filter.dateFrom,
      filter.dateTo,
      perPage,
      (page - 1) * perPage,
      origin,
      filter.leadId,
    ],
  );
  return row ?? { items: '', count: 0, total: 0 };
}
