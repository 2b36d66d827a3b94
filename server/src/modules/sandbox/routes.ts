import { balanceResponse, setBalanceRequest } from '#contract/billing.ts';
import { sandboxCallRequest, sandboxCallResponse, sandboxPhoneRequest } from '#contract/calls.ts';
import { sandboxNumberRequest, sandboxNumberResponse } from '#contract/phone-numbers.ts';
import { dollarsOf, exactDollars, microsOf } from '../../core/money.ts';
import { isoTimestamp } from '../../core/zoned-time.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { type BalanceDependencies, setBalance } from '../accounts/balance/adjust.ts';
import { addSandboxNumber } from '../phone-numbers/actions.ts';
import type { PhoneNumberDependencies } from '../phone-numbers/wiring/dependencies.ts';
import {
  type MediaAddress,
  placeSandboxCall,
  registerSandboxPhone,
  type SandboxCallDependencies,
} from './calls/sandbox-call.ts';

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
    operationId: 'sandbox.phoneNumbers.create',
    path: '/sandbox/phone-numbers',
    summary: 'Add a sandbox phone number to the account',
    body: sandboxNumberRequest,
    success: { status: 201, schema: sandboxNumberResponse },
    refusals: [409, 503],
    isIdempotent: true,
    handle: async (context, { body }) => ({ data: await addSandboxNumber(phoneNumbers, context, body) }),
  });
}

/** Sets the account's balance; the difference becomes a ledger row. */
function balanceRoute(dependencies: BalanceDependencies): Route {
  return defineRoute({
    tag: 'Sandbox',
    access: 'account',
    errors: 'message',
    method: 'PUT',
    operationId: 'sandbox.balance.update',
    role: 'admin',
    path: '/sandbox/balance',
    summary: 'Set the balance of the account',
    body: setBalanceRequest,
    success: { status: 200, schema: balanceResponse },
    handle: async ({ userId }, { body }) => {
      const balanceMicros = microsOf(body.amount);
      const note = body.note ?? 'The balance was set in the sandbox.';
      await setBalance(dependencies, { userId, balanceMicros, note });
      return {
        message: 'Balance set successfully.',
        data: { balance: dollarsOf(balanceMicros), balance_exact: exactDollars(balanceMicros) },
      };
    },
  });
}

const shared = { tag: 'Sandbox', access: 'account', errors: 'message', method: 'POST' } as const;

/** Routes that simulate the customer, who calls a number of the account or receives its calls. */
function sandboxCallRoutes(dependencies: SandboxCallDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      resource: 'Phone number',
      operationId: 'sandbox.calls.create',
      description: 'The WebSocket speaks the same protocol as that of `POST /user/calls/web`.',
      path: '/sandbox/calls',
      summary: 'Call one of your numbers as a customer: it rings when the WebSocket is opened',
      body: sandboxCallRequest,
      success: { status: 201, schema: sandboxCallResponse },
      refusals: [400, 404, 503],
      isIdempotent: true,
      handle: async (context, { body: { from, to }, facts: { origin } }) =>
        present(await placeSandboxCall(dependencies, context, { from: from ?? null, to, origin })),
    }),
    defineRoute({
      ...shared,
      operationId: 'sandbox.phones.create',
      description: 'Text messages `ringing`, `answer` and `reject` come before the audio.',
      path: '/sandbox/phones',
      summary: 'Receive calls as a customer: your calls to the number ring while the WebSocket is open',
      body: sandboxPhoneRequest,
      success: { status: 201, schema: sandboxCallResponse },
      refusals: [400, 503],
      isIdempotent: true,
      handle: async (context, { body: { number }, facts: { origin } }) =>
        present(await registerSandboxPhone(dependencies, context, { number, origin })),
    }),
  ];
}

function present({ mediaUrl, expiresAt }: MediaAddress) {
  return { data: { media_url: mediaUrl, expires_at: isoTimestamp(expiresAt) } };
}
