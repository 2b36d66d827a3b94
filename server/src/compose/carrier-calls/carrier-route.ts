import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { CallCarrier } from '../../providers/interfaces/call-carrier.ts';
import { createStreamRoute, type StreamRoute } from '../../telephony/media-stream/stream-route.ts';
import type { AcceptCall } from '../../voice/legs/outbound-route.ts';
import { callAddresses, inboundPath } from './addresses.ts';

export interface CarrierRouteDeps {
  /** The name of the provider in the addresses. */
  name: string;
  /** This process, in the addresses too. */
  processId: string;
  carrier: CallCarrier;
  clock: Clock;
  log: Log;
  /** Aborted when the process ends. */
  lifetime: AbortSignal;
  accept: AcceptCall;
  /** Where the carrier reaches this installation, without a slash at the end. */
  origin(): string;
}

/** Where a carrier asks what to do with calls to its numbers. */
export function inboundCallsUrl(origin: string, provider: string): string {
  return `${origin}/api${inboundPath(provider)}`;
}

/** A line over a carrier's REST API, webhooks and media streams, which find it through the routes. */
export function composeCarrierRoute({ origin, processId, ...deps }: CarrierRouteDeps): StreamRoute {
  const paths = callAddresses(deps.name, processId);
  const url = (path: string): string => `${origin()}/api${path}`;
  return createStreamRoute({
    ...deps,
    urls: {
      answer: (attemptId) => url(paths.answer(attemptId)),
      status: (attemptId) => url(paths.status(attemptId)),
      stream: (token) => url(paths.stream(token)).replace(/^http/, 'ws'),
    },
  });
}
