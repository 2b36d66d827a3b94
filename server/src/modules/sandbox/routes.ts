import { sandboxNumberRequest, sandboxNumberResponse } from '#contract/phone-numbers.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { addSandboxNumber, type PhoneNumberDependencies } from '../phone-numbers/actions.ts';

export interface SandboxDependencies {
  phoneNumbers: PhoneNumberDependencies;
}

/** Endpoints that stand for the outside world in demonstrations, development and tests. */
export function sandboxRoutes(dependencies: SandboxDependencies): Route[] {
  return [numberRoute(dependencies)];
}

function numberRoute({ phoneNumbers }: SandboxDependencies): Route {
  return defineRoute({
    tag: 'Sandbox',
    access: 'account',
    errors: 'error',
    method: 'POST',
    path: '/sandbox/phone-numbers',
    summary: 'Give the account a number of the sandbox carrier',
    body: sandboxNumberRequest,
    success: { status: 201, schema: sandboxNumberResponse },
    refusals: [409, 503],
    isIdempotent: true,
    handle: async (context, { body }) => ({ data: await addSandboxNumber(phoneNumbers, context, body) }),
  });
}
