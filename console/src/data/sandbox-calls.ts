import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { callPage, sandboxCallResponse } from '#contract/calls.ts';
import { request } from '../lib/api/request.ts';
import { callAddress } from '../lib/call/call-address.ts';
import { randomId } from '../lib/random-id.ts';

/** @returns the WebSocket URL, with the page's origin in place of the server's public one */
async function orderAddress(path: string, body: object, publicOrigin: string): Promise<string> {
  const { data } = await request<z.output<typeof sandboxCallResponse>>(path, {
    method: 'POST',
    body,
    idempotencyKey: randomId(),
  });
  return callAddress(data.media_url, publicOrigin, location);
}

/** Calls a number of the account as a customer. @returns the WebSocket URL of the call @throws ApiError */
export function orderSandboxCall(order: { from: string; to: string }, publicOrigin: string): Promise<string> {
  return orderAddress('/sandbox/calls', order, publicOrigin);
}

/** Waits for calls as a customer. @returns the WebSocket URL of the phone @throws ApiError */
export function orderSandboxPhone(number: string, publicOrigin: string): Promise<string> {
  return orderAddress('/sandbox/phones', { number }, publicOrigin);
}

/** The last calls from and to a customer's number, newest first. */
export function customerCallsQuery(number: string) {
  return queryOptions({
    queryKey: ['calls', 'customer', number],
    queryFn: async ({ signal }) => {
      const query = { phone_number: number, per_page: 5 };
      return (await request<z.output<typeof callPage>>('/user/calls', { query, signal })).data;
    },
  });
}
