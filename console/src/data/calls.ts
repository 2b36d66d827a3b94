import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  CallOrder,
  callItem,
  callMessageResponse,
  callPage,
  callsQuery,
  callView,
  makeCallRequest,
  makeCallResponse,
} from '#contract/calls.ts';
import type { SortDirection } from '#contract/pagination.ts';
import { request } from '../lib/api/request.ts';
import { type PageQuery, ROWS_PER_PAGE } from './pages/use-paged-rows.ts';

export type CallItem = z.output<typeof callItem>;
export type Call = z.output<typeof callView>;
export type CallStatus = CallItem['status'];
export type CallType = CallItem['type'];
export type CallsFilter = Omit<z.output<typeof callsQuery>, 'page' | 'per_page' | 'order_by' | 'direction'>;
export type { CallOrder, SortDirection };
export interface CallSort {
  order_by?: CallOrder;
  direction?: SortDirection;
}

/** All calls, newest first by default. */
export function callPages(filter: CallsFilter, sort: CallSort = {}): PageQuery<CallItem> {
  return (page) => ({
    queryKey: ['calls', 'page', filter, sort, page],
    queryFn: ({ signal }) =>
      request<z.output<typeof callPage>>('/user/calls', {
        query: { ...filter, ...sort, page, per_page: ROWS_PER_PAGE },
        signal,
      }),
  });
}

export function callQuery(callId: number) {
  return queryOptions({
    queryKey: ['calls', 'one', callId],
    queryFn: ({ signal }) => request<Call>(`/user/calls/${callId}`, { signal }),
  });
}

export type NewCall = z.input<typeof makeCallRequest>;

/** @param idempotencyKey the same for each attempt at one call */
export function makeCall(order: NewCall, idempotencyKey: string): Promise<z.output<typeof makeCallResponse>> {
  return request('/user/make_call', { method: 'POST', body: order, idempotencyKey });
}

type CallMessage = z.output<typeof callMessageResponse>;

export const hangUp = mutationOptions({
  mutationFn: (callId: number) => request<CallMessage>(`/user/calls/${callId}/hang-up`, { method: 'POST' }),
});

export const cancelCall = mutationOptions({
  mutationFn: (callId: number) => request<CallMessage>(`/user/calls/${callId}/cancel`, { method: 'POST' }),
});

export function deleteCall(callId: number): Promise<CallMessage> {
  return request(`/user/calls/${callId}`, { method: 'DELETE' });
}
