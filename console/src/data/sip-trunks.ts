import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  createTrunkRequest,
  SipTrunk,
  saveTrunkResponse,
  trunkListResponse,
} from '#contract/phone-numbers.ts';
import { request } from '../lib/api/request.ts';

export type { SipTrunk } from '#contract/phone-numbers.ts';
export type TrunkFields = z.output<typeof createTrunkRequest>;

export const trunkListQuery = queryOptions({
  queryKey: ['numbers', 'trunks'],
  queryFn: async ({ signal }) =>
    (await request<z.output<typeof trunkListResponse>>('/user/phone-numbers/sip-trunks', { signal })).data,
});

/** @param id null: a new trunk */
export async function saveTrunk(
  id: number | null,
  body: Partial<TrunkFields>,
  idempotencyKey: string,
): Promise<SipTrunk> {
  type Answer = z.output<typeof saveTrunkResponse>;
  const path = '/user/phone-numbers/sip-trunks';
  const answer =
    id === null
      ? await request<Answer>(path, { method: 'POST', body, idempotencyKey })
      : await request<Answer>(`${path}/${id}`, { method: 'PUT', body });
  return answer.data;
}
