import {
  loginRequest,
  loginResponse,
  meResponse,
  messageResponse,
  registerRequest,
} from '#contract/accounts.ts';
import { pronunciationList, savePronunciationsRequest } from '#contract/pronunciations.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import {
  type AccountDependencies,
  LOGIN_BYTES,
  LOGIN_REQUESTS,
  listPronunciations,
  login,
  logout,
  readProfile,
  register,
  requireOpenRegistration,
  savePronunciations,
} from './actions.ts';

import { emailChangeRoutes } from './email-changes/email-change-routes.ts';
import { passwordResetRoutes } from './password-resets/reset-routes.ts';

export function accountRoutes(dependencies: AccountDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      operationId: 'account.login',
      description:
        'Returns a session token for `Authorization: Bearer …`. It expires after 30 days without use. Programs should use an API key. At most 5 attempts a minute for each address and email.',
      path: '/login',
      tag: 'Account',
      summary: 'Log in and get a session token',
      access: 'public',
      errors: 'message',
      limit: LOGIN_REQUESTS,
      maxBodyBytes: LOGIN_BYTES,
      body: loginRequest,
      success: { status: 200, schema: loginResponse },
      refusals: [401, 403, 503],
      handle: async (_context, { body, facts }) => {
        const { user, token, tokenName } = await login(dependencies, body, facts.remoteNetwork);
        return { message: 'Logged in.', user, token, token_name: tokenName };
      },
    }),
    defineRoute({
      method: 'POST',
      operationId: 'account.register',
      description: 'Only if the installation allows registration; otherwise 403.',
      path: '/register',
      tag: 'Account',
      summary: 'Create an account, where registration is switched on',
      access: 'public',
      errors: 'message',
      limit: LOGIN_REQUESTS,
      maxBodyBytes: LOGIN_BYTES,
      body: registerRequest,
      success: { status: 200, schema: messageResponse },
      refusals: [403, 503],
      check: () => {
        requireOpenRegistration(dependencies);
        return {};
      },
      handle: async (_context, { body, facts }) => {
        await register(dependencies, body, facts.remoteNetwork);
        return { message: 'Account created.' };
      },
    }),
    defineRoute({
      method: 'POST',
      operationId: 'account.logout',
      duringSetup: true,
      role: 'viewer',
      description: 'Other tokens of the account stay valid.',
      path: '/logout',
      tag: 'Account',
      summary: 'Revoke the token used for this request',
      access: 'account',
      errors: 'message',
      success: { status: 200, schema: messageResponse },
      handle: async ({ userId, actor }) => {
        await logout(dependencies, { userId, tokenId: actor.tokenId });
        return { message: 'Logged out.' };
      },
    }),
    defineRoute({
      method: 'GET',
      operationId: 'account.get',
      description: 'Also a cheap way to test a token.',
      path: '/user/me',
      tag: 'Account',
      summary: 'Read the name, email address and balance of the account',
      access: 'account',
      errors: 'message',
      success: { status: 200, schema: meResponse },
      handle: (context) => readProfile(dependencies, context.userId),
    }),
    ...passwordResetRoutes(dependencies),
    ...emailChangeRoutes(dependencies),
    ...pronunciationRoutes(dependencies),
  ];
}

function pronunciationRoutes(dependencies: AccountDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      operationId: 'pronunciations.get',
      description: 'An assistant’s own entries come first.',
      path: '/user/pronunciations',
      tag: 'Account',
      summary: 'List the pronunciations for all assistants',
      access: 'account',
      errors: 'message',
      success: { status: 200, schema: pronunciationList },
      handle: async (context) => ({ data: await listPronunciations(dependencies, context) }),
    }),
    defineRoute({
      method: 'PUT',
      operationId: 'pronunciations.update',
      role: 'builder',
      description: 'Replaces the whole list. Applies to new calls.',
      example: { data: [{ word: 'Nguyen', pronunciation: 'win', alphabet: 'spelling' }] },
      path: '/user/pronunciations',
      tag: 'Account',
      summary: 'Replace the pronunciations for all assistants',
      access: 'account',
      errors: 'message',
      body: savePronunciationsRequest,
      success: { status: 200, schema: pronunciationList },
      handle: async (context, { body: { data } }) => {
        await savePronunciations(dependencies, context, data);
        return { data };
      },
    }),
  ];
}
