import { z } from 'zod';
import { messageResponse, passwordResetRequest, setPasswordRequest } from '#contract/accounts.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { type AccountDependencies, LOGIN_BYTES, LOGIN_REQUESTS } from '../actions.ts';
import { requestReset, resetPassword } from './reset-actions.ts';

const shared = {
  tag: 'Account',
  access: 'public',
  errors: 'message',
  limit: LOGIN_REQUESTS,
  maxBodyBytes: LOGIN_BYTES,
} as const;

export function passwordResetRoutes(dependencies: AccountDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'passwordResets.create',
      description:
        'The response is the same whether or not the address has a login. The link is valid for one hour and can be used once. At most 3 requests an hour for each address; 403 if the installation sends no email.',
      path: '/password-resets',
      summary: 'Email a link to set a new password',
      body: passwordResetRequest,
      success: { status: 200, schema: messageResponse },
      refusals: [403],
      handle: async (_context, { body, facts }) => {
        await requestReset(dependencies, body.email, facts.remoteNetwork);
        return { message: 'If this address has a login, an email with a link is on its way.' };
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'passwordResets.use',
      description: 'The token is the last part of the link. Ends all sessions of the person; API keys stay.',
      path: '/password-resets/:token',
      resource: 'Link',
      summary: 'Set a new password with a link from an email',
      params: z.object({ token: z.string().max(100) }),
      body: setPasswordRequest,
      success: { status: 200, schema: messageResponse },
      refusals: [503],
      handle: async (_context, { params: { token }, body }) => {
        await resetPassword(dependencies, { token, password: body.password });
        return { message: 'Password changed.' };
      },
    }),
  ];
}
