import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import {
  acceptInvitationRequest,
  acceptInvitationResponse,
  createInvitationRequest,
  createInvitationResponse,
  invitationPage,
  invitationQuery,
  openInvitationResponse,
} from '#contract/members.ts';
import { pageRequest } from '../../../http/pagination.ts';
import { defineRoute, RawJson, type Route } from '../../../http/route.ts';
import { type AccountDependencies, LOGIN_BYTES, LOGIN_REQUESTS } from '../actions.ts';
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  readOpenInvitation,
  revokeInvitation,
} from './invitation-actions.ts';
import { mailInvitation } from './mail-invitation.ts';

const shared = { tag: 'Members', access: 'account', errors: 'message', resource: 'Invitation' } as const;
const opened = { tag: 'Members', access: 'public', errors: 'message', resource: 'Invitation' } as const;
const byToken = z.object({ token: z.string().max(100) });
const PAGE_SIZE = 50;

export function invitationRoutes(dependencies: AccountDependencies): Route[] {
  return [...pendingRoutes(dependencies), ...linkRoutes(dependencies)];
}

function pendingRoutes(dependencies: AccountDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'invitations.list',
      role: 'admin',
      description: 'Accepted, revoked and expired invitations are not listed.',
      path: '/user/invitations',
      summary: 'List the pending invitations, newest first',
      query: invitationQuery,
      success: { status: 200, schema: invitationPage },
      handle: async (context, { query, facts }) =>
        new RawJson(
          await listInvitations(dependencies, context, { page: pageRequest(query, PAGE_SIZE), facts }),
        ),
    }),
    ...createRoutes(dependencies),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'invitations.delete',
      description: 'Its link stops working.',
      path: '/user/invitations/:id',
      summary: 'Revoke an invitation',
      params: z.object({ id: pathId() }),
      success: { status: 200, schema: messageResponse },
      refusals: [403],
      handle: async (context, { params: { id } }) => {
        await revokeInvitation(dependencies, context, id);
        return { message: 'Invitation revoked.' };
      },
    }),
  ];
}

function createRoutes(dependencies: AccountDependencies): Route[] {
  return ['/user/invitations', '/user/members'].map((path) =>
    defineRoute({
      ...shared,
      method: 'POST',
      path,
      ...(path === '/user/invitations'
        ? { operationId: 'invitations.create' }
        : { operationId: 'members.create', aliasOf: 'invitations.create' }),
      description:
        'Replaces an earlier invitation to the same address. The link is valid for 7 days and can be used once. It is sent by email if the installation sends email; otherwise, send it to the person.',
      summary: 'Invite a person to the account by email address, and read the link, which is shown only once',
      body: createInvitationRequest,
      success: { status: 201, schema: createInvitationResponse },
      refusals: [403],
      isIdempotent: true,
      handle: async (context, { body, facts }) => {
        const { invitation, token } = await createInvitation(dependencies, context, body);
        const isEmailed = await mailInvitation(dependencies, context, { ...body, token });
        const rest = { url: `${facts.origin}/invite/${token}`, is_emailed: isEmailed };
        return new RawJson(
          `{"message":"Invitation created.","data":${invitation},${JSON.stringify(rest).slice(1)}`,
        );
      },
    }),
  );
}

function linkRoutes(dependencies: AccountDependencies): Route[] {
  return [
    defineRoute({
      ...opened,
      method: 'GET',
      operationId: 'invitations.open',
      description: 'The token is the last part of the link.',
      path: '/invitations/:token',
      summary: 'Read what an invitation link offers',
      params: byToken,
      limit: LOGIN_REQUESTS,
      success: { status: 200, schema: openInvitationResponse },
      headers: { 'cache-control': 'no-store' },
      handle: async (_context, { params: { token } }) => ({
        data: await readOpenInvitation(dependencies, token),
      }),
    }),
    defineRoute({
      ...opened,
      method: 'POST',
      operationId: 'invitations.accept',
      description:
        'A new person sends a name and a password. An existing person sends the password, or sends the request in their own session. Log in afterwards: a login opens the new account.',
      path: '/invitations/:token/accept',
      summary: 'Accept an invitation and become a member of the account',
      params: byToken,
      role: 'viewer',
      takesCredential: true,
      limit: LOGIN_REQUESTS,
      maxBodyBytes: LOGIN_BYTES,
      body: acceptInvitationRequest,
      success: { status: 200, schema: acceptInvitationResponse },
      refusals: [401, 403, 409, 503],
      handle: async (_context, { params: { token }, body, facts }) => {
        const { guest, remoteNetwork } = facts;
        const data = await acceptInvitation(dependencies, { ...body, token, guest, remoteNetwork });
        return { message: 'Invitation accepted.', data };
      },
    }),
  ];
}
