import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  sandboxInboundRequest,
  sandboxInboundResponse,
  sandboxSenderRequest,
  sandboxSenderResponse,
  sandboxTemplateRequest,
  sandboxTemplateResponse,
  senderListResponse,
  senderResponse,
  sessionStatusResponse,
  updateSandboxSenderRequest,
} from '#contract/messaging.ts';
import { request } from '../lib/api/request.ts';

export type SandboxSender = z.output<typeof senderResponse>['data'];

const SANDBOX = 'sandbox';

/** The account's senders on the sandbox carrier. */
export const sandboxSendersQuery = queryOptions({
  queryKey: ['senders', 'sandbox'],
  queryFn: async ({ signal }): Promise<SandboxSender[]> => {
    const query = { status: 'all' };
    const list = await request<z.output<typeof senderListResponse>>('/user/msgapp/senders', {
      query,
      signal,
    });
    const senders = await Promise.all(
      list.data.map(({ id }) =>
        request<z.output<typeof senderResponse>>(`/user/msgapp/senders/${id}`, { signal }),
      ),
    );
    return senders.map(({ data }) => data).filter(({ provider }) => provider === SANDBOX);
  },
});

/** Whether a customer has a conversation with a sender, and its window. */
export function customerSessionQuery(senderId: number, phone: string) {
  return queryOptions({
    queryKey: ['messages', 'session', senderId, phone],
    queryFn: ({ signal }) =>
      request<z.output<typeof sessionStatusResponse>>('/user/msgapp/session-status', {
        query: { sender_id: senderId, recipient_phone: phone },
        signal,
      }),
  });
}

type CustomerMessage = z.input<typeof sandboxInboundRequest> & {
  senderId: number;
  idempotencyKey: string;
};

/** Sends a message to a sandbox sender as a customer. @throws ApiError */
export async function writeToSender({ senderId, idempotencyKey, ...body }: CustomerMessage) {
  const path = `/sandbox/msgapp/senders/${senderId}/inbound`;
  const options = { method: 'POST', body, idempotencyKey } as const;
  return (await request<z.output<typeof sandboxInboundResponse>>(path, options)).data;
}

/** @throws ApiError */
export async function addSandboxSender(
  body: z.input<typeof sandboxSenderRequest>,
  idempotencyKey: string,
): Promise<SandboxSender> {
  const options = { method: 'POST', body, idempotencyKey } as const;
  return (await request<z.output<typeof sandboxSenderResponse>>('/sandbox/msgapp/senders', options)).data;
}

/** @throws ApiError */
export async function changeSandboxSender(
  id: number,
  body: z.input<typeof updateSandboxSenderRequest>,
): Promise<SandboxSender> {
  const path = `/sandbox/msgapp/senders/${id}`;
  return (await request<z.output<typeof sandboxSenderResponse>>(path, { method: 'PUT', body })).data;
}

/** @throws ApiError */
export async function addSandboxTemplate(
  senderId: number,
  body: z.input<typeof sandboxTemplateRequest>,
  idempotencyKey: string,
): Promise<z.output<typeof sandboxTemplateResponse>['data']> {
  const path = `/sandbox/msgapp/senders/${senderId}/templates`;
  const options = { method: 'POST', body, idempotencyKey } as const;
  return (await request<z.output<typeof sandboxTemplateResponse>>(path, options)).data;
}
