import { sandboxCallRequest, sandboxCallResponse } from '#contract/calls.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { placeSandboxCall, type SandboxCallDependencies } from './sandbox-call.ts';

/** Calls a number of the account as a customer. */
export function sandboxCallRoute(dependencies: SandboxCallDependencies): Route {
  return defineRoute({
    tag: 'Sandbox',
    access: 'account',
    errors: 'message',
    resource: 'Phone number',
    method: 'POST',
    path: '/sandbox/calls',
    summary: 'Call one of your numbers as a customer: the call begins when the WebSocket is opened',
    body: sandboxCallRequest,
    success: { status: 201, schema: sandboxCallResponse },
    refusals: [400, 404, 503],
    handle: async (context, { body: { from, to }, facts: { origin } }) => {
      const placed = await placeSandboxCall(dependencies, context, { from: from ?? null, to, origin });
      const expires_at = placed.expiresAt.toISOString().replace('Z', '000Z');
      return { data: { media_url: placed.mediaUrl, expires_at } };
    },
  });
}
