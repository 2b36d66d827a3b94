import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { sandboxSmsResponse, smsPage } from '#contract/sms.ts';
import { request } from '../lib/api/request.ts';

export type Sms = z.output<typeof smsPage>['data'][number];

/** The newest SMS from and to a number of the account, newest first. */
export function smsOfNumberQuery(numberId: number) {
  return queryOptions({
    queryKey: ['sms', 'number', numberId],
    queryFn: async ({ signal }) => {
      const query = { phone_number_id: numberId, per_page: 100 };
      return (await request<z.output<typeof smsPage>>('/user/sms', { query, signal })).data;
    },
  });
}

/** Writes an SMS to a sandbox number as a customer. @throws ApiError 404 for numbers of other carriers */
export async function writeSmsToNumber(
  body: { to: number; from: string; body: string },
  idempotencyKey: string,
): Promise<Sms> {
  const options = { method: 'POST', body, idempotencyKey } as const;
  return (await request<z.output<typeof sandboxSmsResponse>>('/sandbox/sms', options)).data;
}
