import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import { groupRequest, groupResponse, groupsResponse } from '#contract/inbox.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import type { InboxDependencies } from '../dependencies.ts';
import { changeGroup, createGroup, listGroups, removeGroup } from './group-actions.ts';

const shared = { tag: 'Inbox', access: 'account', errors: 'message', resource: 'Group' } as const;
const params = z.object({ id: pathId() });
const example = { name: 'Support', member_ids: [1], hours: null };

export function groupRoutes(dependencies: InboxDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'groups.list',
      path: '/user/groups',
      description: 'Assistants hand conversations to groups.',
      summary: 'List the groups of members, by name',
      success: { status: 200, schema: groupsResponse },
      handle: async (context) => ({ data: await listGroups(dependencies, context) }),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'groups.create',
      role: 'admin',
      path: '/user/groups',
      description: 'Without hours, the group is always open.',
      example,
      summary: 'Create a group of members',
      body: groupRequest,
      success: { status: 201, schema: groupResponse },
      isIdempotent: true,
      handle: async (context, { body }) => ({
        message: 'The group was created.',
        data: await createGroup(dependencies, context, body),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'groups.update',
      role: 'admin',
      path: '/user/groups/:id',
      description: 'Replaces the name, the members and the hours.',
      example,
      summary: 'Change a group',
      params,
      body: groupRequest,
      success: { status: 200, schema: groupResponse },
      handle: async (context, { params: { id }, body }) => ({
        message: 'The group was saved.',
        data: await changeGroup(dependencies, context, { ...body, groupId: id }),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'groups.delete',
      role: 'admin',
      path: '/user/groups/:id',
      description: 'Its conversations stay, without a group.',
      summary: 'Delete a group',
      params,
      success: { status: 200, schema: messageResponse },
      handle: async (context, { params: { id } }) => {
        await removeGroup(dependencies, context, id);
        return { message: 'The group was deleted.' };
      },
    }),
  ];
}
