import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import { memberPage, memberQuery, memberResponse, updateMemberRequest } from '#contract/members.ts';
import { pageRequest } from '../../../http/pagination.ts';
import { defineRoute, RawJson, type Route } from '../../../http/route.ts';
import type { AccountDependencies } from '../actions.ts';
import { changeMemberRole, listMembers, removeMember } from './member-actions.ts';

const shared = { tag: 'Members', access: 'account', errors: 'message', resource: 'Member' } as const;
const params = z.object({ id: pathId() });
const PAGE_SIZE = 50;

export function memberRoutes(dependencies: AccountDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'members.list',
      description: 'In the order in which they joined.',
      path: '/user/members',
      summary: 'List the members of the account',
      query: memberQuery,
      success: { status: 200, schema: memberPage },
      handle: async (context, { query, facts }) => {
        const about = { query: query.query ?? null, page: pageRequest(query, PAGE_SIZE), facts };
        return new RawJson(await listMembers(dependencies, context, about));
      },
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'members.update',
      description:
        'You can give roles up to your own. The last owner stays owner. Open streams of the member end and connect again with the new role.',
      path: '/user/members/:id',
      summary: 'Change the role of a member',
      params,
      body: updateMemberRequest,
      success: { status: 200, schema: memberResponse },
      refusals: [403, 409],
      handle: async (context, { params: { id }, body }) => {
        const member = await changeMemberRole(dependencies, context, { id, role: body.role });
        return new RawJson(`{"message":"Role changed.","data":${member}}`);
      },
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'members.delete',
      // All members may leave.
      role: 'viewer',
      description:
        'Ends the member’s sessions in this account at once. With your own id, you leave the account. API keys stay.',
      path: '/user/members/:id',
      summary: 'Remove a member from the account',
      params,
      success: { status: 200, schema: messageResponse },
      refusals: [403, 409],
      handle: async (context, { params: { id } }) => {
        await removeMember(dependencies, context, id);
        return { message: 'Member removed.' };
      },
    }),
  ];
}
