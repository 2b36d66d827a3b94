import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { type AccountDependencies, LOGIN_BYTES, LOGIN_REQUESTS } from '../actions.ts';
import { confirmEmailChange } from './email-change-actions.ts';

export function emailChangeRoutes(dependencies: AccountDependencies): Route[] {
  return [
    defineRoute({
      tag: 'Account',
      access: 'public',
      errors: 'message',
      limit: LOGIN_REQUESTS,
      maxBodyBytes: LOGIN_BYTES,
      method: 'POST',
      operationId: 'emailChanges.confirm',
      description:
        'The token is the last part of the link, which is valid for one day and can be used once. 409 if another person has taken the address.',
      path: '/email-changes/:token',
      resource: 'Link',
      summary: 'Confirm a new email address with a link from an email',
      params: z.object({ token: z.string().max(100) }),
      success: { status: 200, schema: messageResponse },
      refusals: [409],
      handle: async (_context, { params: { token } }) => ({
        message: `Your email address is now ${await confirmEmailChange(dependencies, token)}.`,
      }),
    }),
  ];
}
