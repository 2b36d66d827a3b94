import type { WebSocket } from 'ws';
import type { CallCarrier, CallInstruction, CallReport } from '../../providers/interfaces/call-carrier.ts';
import type { AcceptCall, OutboundRoute } from '../../voice/legs/outbound-route.ts';
import { IncomingCalls } from './incoming-calls.ts';
import { OutgoingCalls, type OutgoingUrls } from './outgoing-calls.ts';
import { type ControlDeps, createCallEnder } from './stream-control.ts';
import { StreamLegs, type StreamUrls } from './stream-legs.ts';
import type { StreamAwaiter } from './stream-tokens.ts';

/** A route whose calls are placed over HTTP and carried by WebSockets that the carrier opens. */
export interface StreamRoute extends OutboundRoute {
  /**
   * Handles a carrier webhook about an attempt.
   * @param about `isAnswer` is true if the callee answered or the stream broke, so that the carrier requests an
   * instruction
   * @returns the instruction; null if the attempt is unknown or needs none
   */
  ordered(attemptId: string, about: { report: CallReport; isAnswer: boolean }): CallInstruction | null;
  /** Handles a carrier request about an inbound call. @returns the instruction; null if the call has ended */
  inbound(report: CallReport): Promise<CallInstruction | null>;
  hasInbound(carrierCallId: string): boolean;
  /** Drops an inbound call that another process handles. */
  release(carrierCallId: string): void;
  /** Redeems a stream token; null if no call waits for it. */
  admit(token: string): StreamAwaiter | null;
  openStream(awaiter: StreamAwaiter, socket: WebSocket): void;
  /** Cancels dials and hangs up calls; resolves when the carrier has confirmed. */
  close(): Promise<void>;
}

export interface StreamRouteOptions extends ControlDeps {
  name: string;
  carrier: CallCarrier;
  accept: AcceptCall;
  urls: OutgoingUrls & StreamUrls;
}

export function createStreamRoute(options: StreamRouteOptions): StreamRoute {
  const { name, accept, urls, clock } = options;
  const deps = { ...options, ender: createCallEnder(options) };
  const legs = new StreamLegs(deps, urls);
  const outgoing = new OutgoingCalls(deps, legs, urls);
  const incoming = new IncomingCalls(name, { clock, legs, accept });
  const handleEnded = ({ carrierCallId, progress }: CallReport): boolean => {
    if (progress.state !== 'ended') return false;
    incoming.over(carrierCallId);
    legs.hungUp(carrierCallId);
    return true;
  };
  return {
    name,
    dial: (request, listener) => outgoing.dial(request, listener),
    ordered(attemptId, { report, isAnswer }) {
      handleEnded(report);
      if (isAnswer) return outgoing.answer(attemptId, report.carrierCallId);
      outgoing.report(attemptId, report);
      return null;
    },
    inbound: async (report) => (handleEnded(report) ? null : incoming.instruct(report)),
    hasInbound: (carrierCallId) => incoming.has(carrierCallId),
    release: (carrierCallId) => incoming.over(carrierCallId),
    admit: (token) => legs.tokens.redeem(token),
    openStream: (awaiter, socket) => legs.tokens.open(awaiter, socket),
    close() {
      outgoing.close();
      incoming.close();
      legs.close();
      return deps.ender.settle();
    },
  };
}
