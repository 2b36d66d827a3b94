import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  SmsView,
  sendSmsResponse,
  smsQuery as smsesQuery,
  smsPage,
  smsResponse,
} from '#contract/sms.ts';
import { request } from '../lib/api/request.ts';
import { type PageQuery, ROWS_PER_PAGE } from './pages/use-paged-rows.ts';

export type { SmsView } from '#contract/sms.ts';

export type SmsFilter = Omit<z.output<typeof smsesQuery>, 'customer' | 'page' | 'per_page'>;

/** Newest first. */
export function smsPages(filter: SmsFilter): PageQuery<SmsView> {
  return (page) => ({
    queryKey: ['sms', 'page', filter, page],
    queryFn: ({ signal }) =>
      request<z.output<typeof smsPage>>('/user/sms', {
        query: { ...filter, page, per_page: ROWS_PER_PAGE },
        signal,
      }),
  });
}

export function smsQuery(id: number) {
  return queryOptions({
    queryKey: ['sms', 'one', id],
    queryFn: async ({ signal }) =>
      (await request<z.output<typeof smsResponse>>(`/user/sms/${id}`, { signal })).data,
  });
}

/** @param message `from`: the id of a number that can send SMS */
export async function sendSms(
  message: { from: number | null; to: string; body: string },
  idempotencyKey: string,
): Promise<SmsView> {
  const options = { method: 'POST', body: message, idempotencyKey } as const;
  return (await request<z.output<typeof sendSmsResponse>>('/user/sms', options)).data;
}
