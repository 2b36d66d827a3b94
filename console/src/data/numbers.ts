import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  assignNumberResponse,
  phoneNumberListResponse,
  purchaseNumberResponse,
  sandboxNumberResponse,
  searchNumbersResponse,
} from '#contract/phone-numbers.ts';
import { request } from '../lib/api/request.ts';

export type PhoneNumber = z.output<typeof phoneNumberListResponse>['data'][number];
export type OfferedNumber = z.output<typeof searchNumbersResponse>['data'][number];

/** All of the account's numbers, of every kind. */
export const numberListQuery = queryOptions({
  queryKey: ['numbers', 'all'],
  queryFn: async ({ signal }) =>
    (await request<z.output<typeof phoneNumberListResponse>>('/user/phone-numbers/all', { signal })).data,
});

export interface NumberSearch {
  country_code: string;
  /** Digits that the number must contain. */
  contains: string;
  /** Only numbers that can send SMS. */
  sms_capable: boolean;
}

/** Numbers that the configured carrier sells. @throws ApiError 503 when no carrier is configured */
export async function searchNumbers(search: NumberSearch, signal?: AbortSignal): Promise<OfferedNumber[]> {
  const { sms_capable, ...others } = search;
  const query = { ...others, ...(sms_capable && { sms_capable }), limit: 20 };
  const options = { query, signal };
  return (await request<z.output<typeof searchNumbersResponse>>('/user/phone-numbers/search', options)).data;
}

export async function purchaseNumber(phoneNumber: string, idempotencyKey: string): Promise<PhoneNumber> {
  const options = { method: 'POST', body: { phone_number: phoneNumber }, idempotencyKey } as const;
  type Answer = z.output<typeof purchaseNumberResponse>;
  return (await request<Answer>('/user/phone-numbers/purchase', options)).data;
}

/** Takes the next free number of the sandbox carrier. */
export async function addSandboxNumber(idempotencyKey: string): Promise<PhoneNumber> {
  const body = { type: 'normal', sms_capable: true, has_active_subscription: true };
  const options = { method: 'POST', body, idempotencyKey } as const;
  return (await request<z.output<typeof sandboxNumberResponse>>('/sandbox/phone-numbers', options)).data;
}

/** Lets an inbound assistant answer a number; null lets none answer. */
export function assignNumber(
  id: number,
  assistantId: number | null,
): Promise<z.output<typeof assignNumberResponse>> {
  return request(`/user/assistants/phone-numbers/${id}`, {
    method: 'PUT',
    body: { assistant_id: assistantId },
  });
}

export function releaseNumber(id: number): Promise<unknown> {
  return request(`/user/phone-numbers/${id}`, { method: 'DELETE' });
}
