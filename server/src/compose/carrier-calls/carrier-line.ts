import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { CallCarrier } from '../../providers/interfaces/call-carrier.ts';
import { createStreamLine, type StreamLine } from '../../telephony/media-stream/stream-line.ts';
import type { AcceptCall } from '../../voice/legs/line.ts';
import { callAddresses, inboundPath } from './addresses.ts';

export interface CarrierLineDeps {
  /** Provider name in the URLs. */
  name: string;
  /** Id of this process, in the URLs. */
  processId: string;
  carrier: CallCarrier;
  clock: Clock;
  log: Log;
  /** Aborted at the shutdown deadline. */
  lifetime: AbortSignal;
  accept: AcceptCall;
  /** Public origin of this installation, without trailing slash. */
  origin(): string;
}

/** URL where a carrier requests instructions for inbound calls. */
export function inboundCallsUrl(origin: string, provider: string): string {
  return `${origin}/api${inboundPath(provider)}`;
}

/** An outbound route over a carrier's REST API, webhooks and media streams. */
export function composeCarrierLine({ origin, processId, ...deps }: CarrierLineDeps): StreamLine {
  const paths = callAddresses(deps.name, processId);
  const url = (path: string): string => `${origin()}/api${path}`;
  return createStreamLine({
    ...deps,
    urls: {
      answer: (attemptId) => url(paths.answer(attemptId)),
      status: (attemptId) => url(paths.status(attemptId)),
      stream: (token) => url(paths.stream(token)).replace(/^http/, 'ws'),
    },
  });
}
