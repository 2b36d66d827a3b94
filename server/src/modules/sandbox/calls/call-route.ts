import { sandboxCallRequest, sandboxCallResponse, sandboxPhoneRequest } from '#contract/calls.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import {
  type MediaAddress,
  placeSandboxCall,
  registerSandboxPhone,
  type SandboxCallDependencies,
} from './sandbox-call.ts';

const shared = { tag: 'Sandbox', access: 'account', errors: 'message', method: 'POST' } as const;

/** Routes that simulate the customer, who calls a number of the account or receives its calls. */
export function sandboxCallRoutes(dependencies: SandboxCallDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      resource: 'Phone number',
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
  return { data: { media_url: mediaUrl, expires_at: expiresAt.toISOString().replace('Z', '000Z') } };
}
