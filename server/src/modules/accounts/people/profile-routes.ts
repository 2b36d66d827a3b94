import { z } from 'zod';
import { pathId } from '#contract/fields.ts';
import {
  accountListResponse,
  profileResponse,
  saveAccountRequest,
  saveAccountResponse,
  saveProfileResponse,
  updateProfileRequest,
} from '#contract/members.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import type { AccountDependencies } from '../actions.ts';
import {
  changeProfile,
  createOwnAccount,
  listAccounts,
  readOwnProfile,
  renameAccount,
  switchAccount,
} from './profile-actions.ts';

const shared = { tag: 'Members', access: 'account', errors: 'message', resource: 'Account' } as const;
const params = z.object({ id: pathId() });

/** Routes of the person who is logged in. API keys belong to no person and are refused. */
export function profileRoutes(dependencies: AccountDependencies): Route[] {
  return [...ownRoutes(dependencies), ...accountRoutes(dependencies)];
}

function ownRoutes(dependencies: AccountDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'profile.get',
      description: 'Sessions only; API keys belong to no person.',
      path: '/user/profile',
      summary: 'Read the person who is logged in',
      success: { status: 200, schema: profileResponse },
      refusals: [403],
      handle: async (context) => ({ data: await readOwnProfile(dependencies, context) }),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'profile.update',
      role: 'viewer',
      description:
        'A new password ends your other sessions. If the installation sends email, a new address is used once it is confirmed with the link sent there. Sessions only.',
      path: '/user/profile',
      summary: 'Change your name, email address or password',
      body: updateProfileRequest,
      success: { status: 200, schema: saveProfileResponse },
      refusals: [403, 503],
      handle: async ({ actor }, { body, facts: { remoteNetwork } }) => {
        const caller = { actor, remoteNetwork };
        const { profile, unconfirmed } = await changeProfile(dependencies, caller, body);
        const message =
          unconfirmed === null
            ? 'Profile saved.'
            : `Profile saved. Your email address changes when you use the link that we sent to ${unconfirmed}.`;
        return { message, data: profile };
      },
    }),
  ];
}

function accountRoutes(dependencies: AccountDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'accounts.list',
      duringSetup: true,
      description: 'Sessions only.',
      path: '/user/accounts',
      summary: 'List the accounts that you belong to',
      success: { status: 200, schema: accountListResponse },
      refusals: [403],
      handle: async (context) => ({ data: await listAccounts(dependencies, context) }),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'accounts.create',
      role: 'viewer',
      description:
        'Only the owner of the installation may do this, unless registration is switched on. Sessions only.',
      path: '/user/accounts',
      summary: 'Create another account that you own, for example for a client',
      body: saveAccountRequest,
      success: { status: 201, schema: saveAccountResponse },
      refusals: [403],
      isIdempotent: true,
      handle: async (context, { body }) => ({
        message: 'Account created.',
        data: await createOwnAccount(dependencies, context, body),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'accounts.update',
      description: 'Renames the account of the session or API key.',
      path: '/user/accounts/:id',
      summary: 'Rename the account',
      params,
      body: saveAccountRequest,
      success: { status: 200, schema: saveAccountResponse },
      handle: async (context, { params: { id }, body: { name } }) => ({
        message: 'Account renamed.',
        data: await renameAccount(dependencies, context, { id, name }),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'accounts.switch',
      duringSetup: true,
      role: 'viewer',
      description: 'The token stays the same. Open streams of the previous account end. Sessions only.',
      path: '/user/accounts/:id/switch',
      summary: 'Move this session to another account that you belong to',
      params,
      success: { status: 200, schema: saveAccountResponse },
      refusals: [403],
      handle: async (context, { params: { id } }) => ({
        message: 'Account switched.',
        data: await switchAccount(dependencies, context, id),
      }),
    }),
  ];
}
