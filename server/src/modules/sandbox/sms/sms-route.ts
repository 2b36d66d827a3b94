import { sandboxSmsRequest, sandboxSmsResponse } from '#contract/sms.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { type SmsDependencies, writeSmsAsCustomer } from '../../sms/actions.ts';

/** Sends an SMS to a sandbox number as a customer. */
export function inboundSmsRoute(dependencies: SmsDependencies): Route {
  return defineRoute({
    tag: 'Sandbox',
    access: 'account',
    errors: 'message',
    resource: 'Phone number',
    method: 'POST',
    path: '/sandbox/sms',
    summary: 'Send an SMS to a sandbox number as a customer',
    body: sandboxSmsRequest,
    success: { status: 201, schema: sandboxSmsResponse },
    refusals: [404],
    isIdempotent: true,
    handle: async (context, { body }) => ({ data: await writeSmsAsCustomer(dependencies, context, body) }),
  });
}
