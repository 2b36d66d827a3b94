import type { SmsView } from '#contract/sms.ts';
import { withinDays } from '../../../db/account-days.ts';
import type { Executor } from '../../../db/client.ts';
import type { PageRequest } from '../../../http/pagination.ts';
import { SMS_JSON } from './store.ts';

export interface SmsFilter {
  direction: SmsView['direction'] | null;
  status: SmsView['status'] | null;
  phoneNumberId: number | null;
  /** E.164, or the sender's name as the carrier reports it. */
  customer: string | null;
  /** `YYYY-MM-DD`, inclusive, in the account's time zone. */
  dateFrom: string | null;
  dateTo: string | null;
}

/**
 * One page as JSON text, newest first, and the total count, in one statement.
 * Matches are collected as ids only: all bodies would not fit into memory.
 */
export async function readSmsPage(
  database: Executor,
  { userId, filter }: { userId: number; filter: SmsFilter },
  { page, perPage }: PageRequest,
): Promise<{ items: string; count: number; total: number }> {
  const [row] = await database.query<{ items: string; count: number; total: number }>(
    `with matching as (
       select id from sms_messages
       where user_id = $1
         and ($2::text is null or direction = $2)
         and ($3::text is null or state = $3)
         and ($4::bigint is null or phone_number_id = $4)
         and ($5::text is null or case direction when 'inbound' then from_number else to_number end = $5)
         and ${withinDays('created_at', { user: '$1', from: '$6', to: '$7' })}),
     page as (select id from matching order by id desc limit $8 offset $9)
     select coalesce((select string_agg(${SMS_JSON}::text, ',' order by id desc) from sms_messages
         where user_id = $1 and id in (select id from page)), '') as items,
       (select count(*)::int from page) as count,
       (select count(*)::int from matching) as total`,
    [
      userId,
      filter.direction,
      filter.status,
      filter.phoneNumberId,
      filter.customer,
      filter.dateFrom,
      filter.dateTo,
      perPage,
      (page - 1) * perPage,
    ],
  );
  return row ?? { items: '', count: 0, total: 0 };
}
