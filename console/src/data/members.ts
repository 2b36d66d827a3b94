import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  acceptInvitationRequest,
  acceptInvitationResponse,
  accountListResponse,
  createInvitationResponse,
  invitationPage,
  memberPage,
  openInvitationResponse,
  saveAccountResponse,
  saveProfileResponse,
  updateProfileRequest,
} from '#contract/members.ts';
import type { Role } from '#contract/roles.ts';
import { request } from '../lib/api/request.ts';
import { type PageQuery, ROWS_PER_PAGE } from './pages/use-paged-rows.ts';

export type Member = z.output<typeof memberPage>['data'][number];
export type CreatedInvitation = z.output<typeof createInvitationResponse>;
export type Invitation = z.output<typeof invitationPage>['data'][number];

/** Members in the order in which they joined. @param search part of a name or address; empty for all */
export function memberPages(search: string): PageQuery<Member> {
  return (page) => ({
    queryKey: ['members', search, page],
    queryFn: ({ signal }) =>
      request<z.output<typeof memberPage>>('/user/members', {
        query: { query: search === '' ? null : search, page, per_page: ROWS_PER_PAGE },
        signal,
      }),
  });
}

export function changeRole(id: number, role: Role): Promise<unknown> {
  return request(`/user/members/${id}`, { method: 'PUT', body: { role } });
}

export function removeMember(id: number): Promise<unknown> {
  return request(`/user/members/${id}`, { method: 'DELETE' });
}

/** Pending invitations, newest first. */
export const invitationPages: PageQuery<Invitation> = (page) => ({
  queryKey: ['members', 'invitations', page],
  queryFn: ({ signal }) =>
    request<z.output<typeof invitationPage>>('/user/invitations', {
      query: { page, per_page: ROWS_PER_PAGE },
      signal,
    }),
});

export function invite(
  body: { email: string; role: Role },
  idempotencyKey: string,
): Promise<z.output<typeof createInvitationResponse>> {
  return request('/user/invitations', { method: 'POST', body, idempotencyKey });
}

export function revokeInvitation(id: number): Promise<unknown> {
  return request(`/user/invitations/${id}`, { method: 'DELETE' });
}

export function openInvitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) =>
      (await request<z.output<typeof openInvitationResponse>>(`/invitations/${token}`, { signal })).data,
    retry: false,
  });
}

export async function acceptInvitation(
  token: string,
  body: z.input<typeof acceptInvitationRequest>,
): Promise<z.output<typeof acceptInvitationResponse>['data']> {
  const options = { method: 'POST', body } as const;
  const path = `/invitations/${token}/accept`;
  return (await request<z.output<typeof acceptInvitationResponse>>(path, options)).data;
}

export const accountsQuery = queryOptions({
  queryKey: ['members', 'accounts'],
  queryFn: async ({ signal }) =>
    (await request<z.output<typeof accountListResponse>>('/user/accounts', { signal })).data,
});

export function switchAccount(id: number): Promise<unknown> {
  return request(`/user/accounts/${id}/switch`, { method: 'POST' });
}

export async function createAccount(
  name: string,
  idempotencyKey: string,
): Promise<z.output<typeof saveAccountResponse>['data']> {
  const options = { method: 'POST', body: { name }, idempotencyKey } as const;
  return (await request<z.output<typeof saveAccountResponse>>('/user/accounts', options)).data;
}

export function renameAccount(id: number, name: string): Promise<unknown> {
  return request(`/user/accounts/${id}`, { method: 'PUT', body: { name } });
}

export function saveProfile(
  body: z.input<typeof updateProfileRequest>,
): Promise<z.output<typeof saveProfileResponse>> {
  return request('/user/profile', { method: 'PUT', body });
}
