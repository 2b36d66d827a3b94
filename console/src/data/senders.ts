import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  createSenderRequest,
  SenderDetail,
  saveSenderResponse,
  senderListResponse,
  senderResponse,
  templateListResponse,
  unattributedReportPage,
  updateSenderRequest,
} from '#contract/messaging.ts';
import { request } from '../lib/api/request.ts';

export type { SenderDetail } from '#contract/messaging.ts';
export type Sender = z.output<typeof senderListResponse>['data'][number];
export type Template = z.output<typeof templateListResponse>['data'][number];

export const senderListQuery = queryOptions({
  queryKey: ['senders', 'all'],
  queryFn: async ({ signal }) => {
    const options = { query: { status: 'all' }, signal };
    return (await request<z.output<typeof senderListResponse>>('/user/msgapp/senders', options)).data;
  },
});

export function senderQuery(id: string) {
  return queryOptions({
    queryKey: ['senders', 'one', id],
    queryFn: async ({ signal }) =>
      (await request<z.output<typeof senderResponse>>(`/user/msgapp/senders/${id}`, { signal })).data,
  });
}

/** The latest carrier reports that match no customer or message. */
export function unattributedReportsQuery(senderId: number) {
  return queryOptions({
    queryKey: ['senders', 'unattributed-reports', senderId],
    queryFn: ({ signal }) => {
      const path = `/user/msgapp/senders/${senderId}/unattributed-reports`;
      return request<z.output<typeof unattributedReportPage>>(path, { query: { per_page: 50 }, signal });
    },
  });
}

/** Templates in every state; only approved ones can be sent. */
export function templateListQuery(senderId: string) {
  return queryOptions({
    queryKey: ['templates', senderId],
    queryFn: async ({ signal }) => {
      const options = { query: { status: 'all' }, signal };
      const path = `/user/msgapp/senders/${senderId}/templates`;
      return (await request<z.output<typeof templateListResponse>>(path, options)).data;
    },
  });
}

export async function createSender(
  body: z.input<typeof createSenderRequest>,
  idempotencyKey: string,
): Promise<SenderDetail> {
  const options = { method: 'POST', body, idempotencyKey } as const;
  return (await request<z.output<typeof saveSenderResponse>>('/user/msgapp/senders', options)).data;
}

/** A sender on the sandbox carrier, with its own number. */
export async function createSandboxSender(
  body: { display_name: string | null; assistant_id: number | null },
  idempotencyKey: string,
): Promise<SenderDetail> {
  const options = { method: 'POST', body, idempotencyKey } as const;
  return (await request<z.output<typeof senderResponse>>('/sandbox/msgapp/senders', options)).data;
}

export async function changeSender(
  id: number,
  body: z.input<typeof updateSenderRequest>,
): Promise<SenderDetail> {
  const options = { method: 'PUT', body } as const;
  return (await request<z.output<typeof saveSenderResponse>>(`/user/msgapp/senders/${id}`, options)).data;
}

export function deleteSender(id: number): Promise<unknown> {
  return request(`/user/msgapp/senders/${id}`, { method: 'DELETE' });
}

/** Syncs the sender's templates from the carrier. */
export function syncTemplates(senderId: number): Promise<unknown> {
  return request(`/user/msgapp/senders/${senderId}/templates/sync`, { method: 'POST' });
}
