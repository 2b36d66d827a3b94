import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  assistant,
  createAssistantRequest,
  listedAssistant,
  saveAssistantResponse,
  updateAssistantRequest,
} from '#contract/assistants.ts';
import type {
  assistantLatencyQuery as assistantLatencyQuerySchema,
  assistantLatencyResponse,
} from '#contract/calls.ts';
import { request } from '../lib/api/request.ts';

export type Assistant = z.output<typeof assistant>;
export type ListedAssistant = z.output<typeof listedAssistant>;
export type CreateAssistant = z.output<typeof createAssistantRequest>;
export type UpdateAssistant = z.output<typeof updateAssistantRequest>;
type Saved = z.output<typeof saveAssistantResponse>;

/** All of the account's assistants, with the fields of lists and choices. */
export const allAssistantsQuery = queryOptions({
  queryKey: ['assistants', 'all'],
  queryFn: ({ signal }) => request<ListedAssistant[]>('/user/assistants/summaries', { signal }),
});

/** All of the account's assistants, with every field. */
export const wholeAssistantsQuery = queryOptions({
  queryKey: ['assistants', 'whole'],
  queryFn: ({ signal }) => request<Assistant[]>('/user/assistants', { signal }),
});

export const assistantQuery = (id: number) =>
  queryOptions({
    queryKey: ['assistants', 'one', id],
    queryFn: async ({ signal }) =>
      (await request<{ data: Assistant }>(`/user/assistant/${id}`, { signal })).data,
  });

/** @param idempotencyKey one per assistant to create */
export function createAssistant(body: CreateAssistant, idempotencyKey: string): Promise<Saved> {
  return request('/user/assistant', { method: 'POST', body, idempotencyKey });
}

export function updateAssistant(id: number, body: UpdateAssistant): Promise<Saved> {
  return request(`/user/assistant/${id}`, { method: 'PUT', body });
}

export function deleteAssistant(id: number): Promise<unknown> {
  return request(`/user/assistant/${id}`, { method: 'DELETE' });
}

export function setAssistantActive(id: number, isActive: boolean): Promise<Saved> {
  return request(`/user/assistant/${id}/${isActive ? 'activate' : 'deactivate'}`, { method: 'POST' });
}

/** Sets the webhook that supplies variables for inbound calls; null removes it. */
export function setInboundWebhook(id: number, url: string | null): Promise<unknown> {
  const path = `/user/assistants/${url === null ? 'disable' : 'enable'}-inbound-webhook`;
  return request(path, { method: 'POST', body: { assistant_id: id, webhook_url: url } });
}

export type AssistantLatency = z.output<typeof assistantLatencyResponse>['data'];

type LatencyChoices = z.output<typeof assistantLatencyQuerySchema>;

/** Estimated response time of calls with these choices, where null means none. */
export const assistantLatencyQuery = (id: number, choices: LatencyChoices) => {
  const query = Object.fromEntries(Object.entries(choices).map(([name, value]) => [name, value ?? '']));
  return queryOptions({
    queryKey: ['calls', 'latency', id, query],
    queryFn: async ({ signal }) =>
      (await request<{ data: AssistantLatency }>(`/user/assistant/${id}/latency`, { signal, query })).data,
  });
};
