import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { CallCarrier } from '../../providers/interfaces/call-carrier.ts';
import { createStreamRoute, type StreamRoute } from '../../telephony/media-stream/stream-route.ts';
import type { AcceptCall } from '../../voice/legs/outbound-route.ts';
import { callAddresses, inboundPath } from './addresses.ts';

export interface CarrierRouteDeps {
  /** Provider name, part of the URLs. */
  name: string;
  /** Part of the URLs, so that requests can be forwarded to this process. */
  processId: string;
  carrier: CallCarrier;
  clock: Clock;
  log: Log;
  /** Aborted at the shutdown deadline. */
  lifetime: AbortSignal;
  accept: AcceptCall;
  /** Public origin of this installation, without a trailing slash. */
  origin(): string;
}

/** The URL of a carrier's webhook for inbound calls. */
export function inboundCallsUrl(origin: string, provider: string): string {
  return `${origin}/api${inboundPath(provider)}`;
}

/** A route over a carrier's REST API, webhooks and media streams. */
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
