import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { createTrunkRequest, saveTrunkResponse, trunkListResponse } from '#contract/phone-numbers.ts';
import { request } from '../lib/api/request.ts';

export type { SipTrunk } from '#contract/phone-numbers.ts';
export type TrunkFields = z.output<typeof createTrunkRequest>;

const PATH = '/user/phone-numbers/sip-trunks';

export const trunkListQuery = queryOptions({
  queryKey: ['numbers', 'trunks'],
  queryFn: async ({ signal }) => (await request<z.output<typeof trunkListResponse>>(PATH, { signal })).data,
});

export function createTrunk(
  body: TrunkFields,
  idempotencyKey: string,
): Promise<z.output<typeof saveTrunkResponse>> {
  return request(PATH, { method: 'POST', body, idempotencyKey });
}

export function changeTrunk(
  id: number,
  body: Partial<TrunkFields>,
): Promise<z.output<typeof saveTrunkResponse>> {
  return request(`${PATH}/${id}`, { method: 'PUT', body });
}
