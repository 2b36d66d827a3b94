import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  BulkConversationsReport,
  bulkConversationsRequest,
  CannedReply,
  ConversationEvent,
  Group,
  groupRequest,
  InboxChoices,
  InboxCounts,
  Note,
  Presence,
} from '#contract/inbox.ts';
import { request } from '../lib/api/request.ts';

export type { BulkConversationsReport, CannedReply, ConversationEvent, Group, InboxChoices, Note, Presence };

type GroupRequest = z.input<typeof groupRequest>;

/** Snoozes end without an event. */
const SNOOZE_CHECK_MS = 60_000;

export const inboxCountsQuery = queryOptions({
  queryKey: ['conversations', 'counts'],
  queryFn: async ({ signal }) =>
    (await request<{ data: InboxCounts }>('/user/inbox/counts', { signal })).data,
  meta: { topics: ['messages', 'reads', 'groups'], restMs: 1_500, mustNotMiss: true },
  refetchInterval: SNOOZE_CHECK_MS,
});

export const inboxChoicesQuery = queryOptions({
  queryKey: ['groups', 'choices'],
  queryFn: async ({ signal }) =>
    (await request<{ data: InboxChoices }>('/user/inbox/choices', { signal })).data,
  meta: { topics: ['members', 'conversations'], restMs: 10_000 },
});

export function notesQuery(uuid: string) {
  return queryOptions({
    queryKey: ['conversations', 'notes', uuid],
    queryFn: async ({ signal }) =>
      (await request<{ data: Note[] }>(`/user/conversations/${uuid}/notes`, { signal })).data,
  });
}

export function conversationEventsQuery(uuid: string) {
  return queryOptions({
    queryKey: ['conversations', 'events', uuid],
    queryFn: async ({ signal }) =>
      (await request<{ data: ConversationEvent[] }>(`/user/conversations/${uuid}/events`, { signal })).data,
  });
}

/** Changes several conversations at once. */
export async function changeConversations(
  body: z.input<typeof bulkConversationsRequest>,
): Promise<BulkConversationsReport> {
  const answer = await request<{ data: BulkConversationsReport }>('/user/conversations/bulk', {
    method: 'POST',
    body,
  });
  return answer.data;
}

/** @param idempotencyKey the same for each attempt at one note */
export function writeNote(uuid: string, content: string, idempotencyKey: string): Promise<unknown> {
  return request(`/user/conversations/${uuid}/notes`, { method: 'POST', body: { content }, idempotencyKey });
}

export function deleteNote(uuid: string, id: number): Promise<unknown> {
  return request(`/user/conversations/${uuid}/notes/${id}`, { method: 'DELETE' });
}

export function assignConversation(
  uuid: string,
  to: { person_id: number | null; group_id: number | null },
): Promise<unknown> {
  return request(`/user/conversations/${uuid}/assignment`, { method: 'PUT', body: to });
}

export function snoozeConversation(uuid: string, until: Date): Promise<unknown> {
  return request(`/user/conversations/${uuid}/snooze`, {
    method: 'PUT',
    body: { until: until.toISOString() },
  });
}

export function closeConversation(uuid: string): Promise<unknown> {
  return request(`/user/conversations/${uuid}/close`, { method: 'POST' });
}

export function reopenConversation(uuid: string): Promise<unknown> {
  return request(`/user/conversations/${uuid}/reopen`, { method: 'POST' });
}

export function setTags(uuid: string, tags: readonly string[]): Promise<unknown> {
  return request(`/user/conversations/${uuid}/tags`, { method: 'PUT', body: { tags } });
}

export function markRead(uuid: string): Promise<unknown> {
  return request(`/user/conversations/${uuid}/read`, { method: 'PUT' });
}

export const groupsQuery = queryOptions({
  queryKey: ['groups', 'list'],
  queryFn: async ({ signal }) => (await request<{ data: Group[] }>('/user/groups', { signal })).data,
  meta: { topics: ['members'] },
});

/** @param id null for a new group */
export function saveGroup(id: number | null, body: GroupRequest): Promise<unknown> {
  return id === null
    ? request('/user/groups', { method: 'POST', body })
    : request(`/user/groups/${id}`, { method: 'PUT', body });
}

export function deleteGroup(id: number): Promise<unknown> {
  return request(`/user/groups/${id}`, { method: 'DELETE' });
}

export const cannedRepliesQuery = queryOptions({
  queryKey: ['canned_replies'],
  queryFn: async ({ signal }) =>
    (await request<{ data: CannedReply[] }>('/user/canned-replies', { signal })).data,
});

/** @param id null for a new canned reply */
export function saveCannedReply(
  id: number | null,
  body: Pick<CannedReply, 'shortcut' | 'content'>,
): Promise<unknown> {
  return id === null
    ? request('/user/canned-replies', { method: 'POST', body })
    : request(`/user/canned-replies/${id}`, { method: 'PUT', body });
}

export function deleteCannedReply(id: number): Promise<unknown> {
  return request(`/user/canned-replies/${id}`, { method: 'DELETE' });
}

/** Announces that the conversation is open here. @returns the other teammates there */
export async function announcePresence(
  uuid: string,
  isTyping: boolean,
  signal: AbortSignal,
): Promise<Presence[]> {
  const path = `/user/conversations/${uuid}/presence`;
  const options = { method: 'PUT', body: { is_typing: isTyping }, signal } as const;
  return (await request<{ data: Presence[] }>(path, options)).data;
}

export function endPresence(uuid: string): Promise<unknown> {
  return request(`/user/conversations/${uuid}/presence`, { method: 'DELETE' });
}
