import { infiniteQueryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { sandboxSmsResponse, smsPage } from '#contract/sms.ts';
import { request } from '../lib/api/request.ts';
import { ROWS_PER_PAGE } from './pages/use-paged-rows.ts';
import type { SmsView } from './sms.ts';

/** SMS between a number of the account and a customer, oldest first; later pages are older. */
export function smsBetweenQuery(numberId: number, customer: string) {
  return infiniteQueryOptions({
    queryKey: ['sms', 'between', numberId, customer],
    queryFn: ({ pageParam, signal }) => {
      const query = { phone_number_id: numberId, customer, page: pageParam, per_page: ROWS_PER_PAGE };
      return request<z.output<typeof smsPage>>('/user/sms', { query, signal });
    },
    initialPageParam: 1,
    getNextPageParam: ({ current_page, last_page }) => (current_page < last_page ? current_page + 1 : null),
    select: ({ pages }) => onceEach(pages.flatMap(({ data }) => data)).toReversed(),
  });
}

/** An SMS that arrives between two requests moves an SMS of page 1 to page 2: drop the duplicate. */
function onceEach(list: readonly SmsView[]): SmsView[] {
  return [...new Map(list.map((sms) => [sms.id, sms])).values()];
}

/** Sends an SMS to a sandbox number as a customer. @throws ApiError 404 for numbers of other carriers */
export async function writeSmsToNumber(
  body: { to: number; from: string; body: string },
  idempotencyKey: string,
): Promise<SmsView> {
  const options = { method: 'POST', body, idempotencyKey } as const;
  return (await request<z.output<typeof sandboxSmsResponse>>('/sandbox/sms', options)).data;
}
