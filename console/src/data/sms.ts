import { infiniteQueryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { SmsView, sendSmsResponse, smsPage } from '#contract/sms.ts';
import { request } from '../lib/api/request.ts';

export type { SmsView } from '#contract/sms.ts';

export interface SmsFilter {
  direction?: SmsView['direction'] | undefined;
  status?: SmsView['status'] | undefined;
}

export function smsListQuery(filter: SmsFilter) {
  return infiniteQueryOptions({
    queryKey: ['sms', filter],
    queryFn: ({ pageParam, signal }) =>
      request<z.output<typeof smsPage>>('/user/sms', {
        query: { ...filter, page: pageParam, per_page: 100 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ current_page, last_page }) => (current_page < last_page ? current_page + 1 : null),
  });
}

/** @param message `from`: the id of a number of the account that can send SMS */
export async function sendSms(
  message: { from: number | null; to: string; body: string },
  idempotencyKey: string,
): Promise<SmsView> {
  const options = { method: 'POST', body: message, idempotencyKey } as const;
  return (await request<z.output<typeof sendSmsResponse>>('/user/sms', options)).data;
}
