import { z } from 'zod';
import { visitorCallRequest, visitorCallResponse } from '#contract/calls.ts';
import { isoTimestamp } from '../../../core/zoned-time.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { pageOf } from '../../conversations/widget/page-of.ts';
import type { CallDependencies } from '../asking/dependencies.ts';
import { openVisitorCall } from './visitor-call.ts';

const HOUR_MS = 3_600_000;
const CALLS_PER_HOUR = 60;

export function visitorCallRoute(dependencies: CallDependencies): Route {
  return defineRoute({
    tag: 'Calls',
    access: 'public',
    errors: 'status',
    resource: 'Assistant',
    method: 'POST',
    operationId: 'widgets.calls.create',
    description:
      "For visitors of a website whose widget offers calls (`calls_enabled`). The call is charged like a web call, and counts against the daily limit of the assistant's visitors.",
    path: '/widgets/:uuid/calls',
    summary: "Call the assistant of a widget from the visitor's browser",
    params: z.object({ uuid: z.string() }),
    takesCredential: true,
    limit: { name: 'visitor-calls', limit: CALLS_PER_HOUR, windowMs: HOUR_MS, per: 'address' },
    body: visitorCallRequest,
    success: { status: 200, schema: visitorCallResponse },
    refusals: [400, 503],
    handle: async (_context, { params: { uuid }, body, facts }) => {
      const { accountId, origin } = facts;
      const about = { assistantUuid: uuid, page: pageOf(facts), accountId, origin };
      const { mediaUrl, expiresAt } = await openVisitorCall(dependencies, body, about);
      return { status: true, media_url: mediaUrl, expires_at: isoTimestamp(expiresAt) };
    },
  });
}
