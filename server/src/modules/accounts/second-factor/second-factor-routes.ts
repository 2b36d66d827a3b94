import { messageResponse } from '#contract/accounts.ts';
import {
  confirmSecondFactorRequest,
  recoveryCodesResponse,
  requireSecondFactorRequest,
  secondFactorResponse,
  setUpSecondFactorRequest,
  setUpSecondFactorResponse,
  turnOffSecondFactorRequest,
} from '#contract/second-factor.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import type { AccountDependencies } from '../actions.ts';
import {
  confirmSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  requireOfMembers,
  setUpSecondFactor,
  turnOffSecondFactor,
} from './second-factor-actions.ts';

const shared = { tag: 'Members', access: 'account', errors: 'message' } as const;
/** Routes for the caller's own second factor, also open while a required one is not set up yet. */
const own = { ...shared, role: 'viewer', duringSetup: true } as const;

export function secondFactorRoutes(dependencies: AccountDependencies): Route[] {
  return [
    defineRoute({
      ...own,
      method: 'GET',
      operationId: 'secondFactor.get',
      description: 'Sessions only.',
      path: '/user/second-factor',
      summary: 'Read whether your logins need a code',
      success: { status: 200, schema: secondFactorResponse },
      refusals: [403],
      handle: async (context) => ({ data: await readSecondFactor(dependencies, context) }),
    }),
    defineRoute({
      ...own,
      method: 'POST',
      operationId: 'secondFactor.create',
      description:
        'Returns the secret for the authenticator app. Confirm it with a first code; until then, nothing changes. Sessions only.',
      path: '/user/second-factor',
      summary: 'Begin to set up your second factor',
      body: setUpSecondFactorRequest,
      success: { status: 201, schema: setUpSecondFactorResponse },
      refusals: [403, 409, 503],
      handle: async ({ actor }, { body, facts: { remoteNetwork } }) => ({
        message: 'Scan the QR code and confirm it with a code.',
        data: await setUpSecondFactor(dependencies, { actor, remoteNetwork }, body.password),
      }),
    }),
    defineRoute({
      ...own,
      method: 'POST',
      operationId: 'secondFactor.confirm',
      description:
        'Returns ten recovery codes, which are shown only here. From now on, logins need a code. Sessions only.',
      path: '/user/second-factor/confirm',
      summary: 'Turn on your second factor with a first code',
      body: confirmSecondFactorRequest,
      success: { status: 200, schema: recoveryCodesResponse },
      refusals: [403, 409],
      handle: async ({ actor }, { body, facts: { remoteNetwork } }) => ({
        message: 'Second factor turned on.',
        data: {
          recovery_codes: await confirmSecondFactor(dependencies, { actor, remoteNetwork }, body.code),
        },
      }),
    }),
    defineRoute({
      ...own,
      method: 'POST',
      operationId: 'secondFactor.renewRecoveryCodes',
      description: 'The previous recovery codes stop working. Sessions only.',
      path: '/user/second-factor/recovery-codes',
      summary: 'Get new recovery codes',
      body: confirmSecondFactorRequest,
      success: { status: 200, schema: recoveryCodesResponse },
      refusals: [403, 409],
      handle: async ({ actor }, { body, facts: { remoteNetwork } }) => ({
        message: 'New recovery codes created.',
        data: {
          recovery_codes: await renewRecoveryCodes(dependencies, { actor, remoteNetwork }, body.code),
        },
      }),
    }),
    defineRoute({
      ...own,
      method: 'POST',
      operationId: 'secondFactor.turnOff',
      description: 'Needs the password and a code. Sessions only.',
      path: '/user/second-factor/turn-off',
      summary: 'Turn off your second factor',
      body: turnOffSecondFactorRequest,
      success: { status: 200, schema: messageResponse },
      refusals: [403, 503],
      handle: async ({ actor }, { body, facts: { remoteNetwork } }) => {
        await turnOffSecondFactor(dependencies, { actor, remoteNetwork }, body);
        return { message: 'Second factor turned off.' };
      },
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'secondFactor.require',
      role: 'owner',
      description:
        'Applies at once: sessions of members without a second factor can only set one up. API keys are not affected. Needs your own second factor.',
      path: '/user/second-factor/requirement',
      summary: 'Require a second factor of all members',
      body: requireSecondFactorRequest,
      success: { status: 200, schema: messageResponse },
      refusals: [403, 409],
      handle: async (context, { body }) => {
        await requireOfMembers(dependencies, context, body.required);
        return {
          message: body.required ? 'Second factor required.' : 'Second factor no longer required.',
        };
      },
    }),
  ];
}
