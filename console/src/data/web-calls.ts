import type { z } from 'zod';
import type { webCallResponse } from '#contract/calls.ts';
import { request } from '../lib/api/request.ts';
import { callAddress } from '../lib/call/call-address.ts';
import { randomId } from '../lib/random-id.ts';

export interface OrderedCall {
  callId: number;
  /** URL of the call's WebSocket. */
  address: string;
}

/** Starts a web call with an assistant. @throws ApiError */
export async function orderWebCall(
  assistantId: number,
  variables: Record<string, unknown>,
  publicOrigin: string,
): Promise<OrderedCall> {
  const body = { assistant_id: assistantId, variables };
  const { data } = await request<z.output<typeof webCallResponse>>('/user/calls/web', {
    method: 'POST',
    body,
    idempotencyKey: randomId(),
  });
  return { callId: data.call_id, address: callAddress(data.media_url, publicOrigin, location) };
}
