import type { WebSocket } from 'ws';
import type { CallCarrier, CallInstruction, CallReport } from '../../providers/interfaces/call-carrier.ts';
import type { AcceptCall, OutboundRoute } from '../../voice/legs/outbound-route.ts';
import { IncomingCalls } from './incoming-calls.ts';
import { OutgoingCalls, type OutgoingUrls } from './outgoing-calls.ts';
import { type ControlDeps, createCallEnder } from './stream-control.ts';
import { StreamLegs, type StreamUrls } from './stream-legs.ts';
import type { StreamAwaiter } from './stream-tokens.ts';

/** A line whose calls are ordered over HTTP and heard over WebSockets that the carrier opens. */
export interface StreamRoute extends OutboundRoute {
  /**
   * Takes what the carrier says of an attempt, as the address that it was told names it.
   * @param isAnswer somebody has answered, or the stream has broken off, and the carrier asks what to do
   * @returns what to do; null: nothing
   */
  ordered(attemptId: string, about: { report: CallReport; isAnswer: boolean }): CallInstruction | null;
  /** Takes what the carrier says of a call that comes in; what to do, null: nothing. */
  inbound(report: CallReport): Promise<CallInstruction | null>;
  /** Whether a call that came in is one of this line. */
  hasInbound(carrierCallId: string): boolean;
  /** A call that came in is somebody else's. */
  letGo(carrierCallId: string): void;
  /** Redeems the token of a stream; null: nobody waits for it. */
  admit(token: string): StreamAwaiter | null;
  openStream(awaiter: StreamAwaiter, socket: WebSocket): void;
  /** Gives up what is dialled and hangs up what is up; resolves when the carrier has been told. */
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
  const hearOfEnd = ({ carrierCallId, progress }: CallReport): boolean => {
    if (progress.state !== 'ended') return false;
    incoming.over(carrierCallId);
    legs.hungUp(carrierCallId);
    return true;
  };
  return {
    name,
    dial: (request, listener) => outgoing.dial(request, listener),
    ordered(attemptId, { report, isAnswer }) {
      hearOfEnd(report);
      if (isAnswer) return outgoing.answer(attemptId, report.carrierCallId);
      outgoing.report(attemptId, report);
      return null;
    },
    inbound: async (report) => (hearOfEnd(report) ? null : incoming.ask(report)),
    hasInbound: (carrierCallId) => incoming.has(carrierCallId),
    letGo: (carrierCallId) => incoming.over(carrierCallId),
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
