import { sandboxNumberRequest, sandboxNumberResponse } from '#contract/phone-numbers.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { BalanceDependencies } from '../accounts/balance/adjust.ts';
import { addSandboxNumber } from '../phone-numbers/actions.ts';
import type { PhoneNumberDependencies } from '../phone-numbers/wiring/dependencies.ts';
import { balanceRoute } from './balance/balance-route.ts';
import { sandboxCallRoutes } from './calls/call-route.ts';
import type { SandboxCallDependencies } from './calls/sandbox-call.ts';

export interface SandboxDependencies {
  balances: BalanceDependencies;
  phoneNumbers: PhoneNumberDependencies;
  calls: SandboxCallDependencies;
}

/** Endpoints that simulate the outside world for demos, development and tests. */
export function sandboxRoutes(dependencies: SandboxDependencies): Route[] {
  return [
    numberRoute(dependencies),
    balanceRoute(dependencies.balances),
    ...sandboxCallRoutes(dependencies.calls),
  ];
}

function numberRoute({ phoneNumbers }: SandboxDependencies): Route {
  return defineRoute({
    tag: 'Sandbox',
    access: 'account',
    errors: 'error',
    method: 'POST',
    path: '/sandbox/phone-numbers',
    summary: 'Add a sandbox phone number to the account',
    body: sandboxNumberRequest,
    success: { status: 201, schema: sandboxNumberResponse },
    refusals: [409, 503],
    isIdempotent: true,
    handle: async (context, { body }) => ({ data: await addSandboxNumber(phoneNumbers, context, body) }),
  });
}
