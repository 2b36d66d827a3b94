import type { WebSocket } from 'ws';
import type { CallAnswer, CallCarrier, CallInstruction } from '../../providers/spec/call-carrier.ts';
import type { CarrierRequest } from '../../providers/spec/messaging-carrier.ts';
import type { AcceptCall, Line } from '../../voice/legs/line.ts';
import { IncomingCalls } from './incoming-calls.ts';
import { OutgoingCalls, type OutgoingUrls } from './outgoing-calls.ts';
import { type ControlParts, createCallEnder } from './stream-control.ts';
import { StreamLegs } from './stream-legs.ts';
import type { StreamAwaiter } from './stream-tokens.ts';

/** Why the carrier calls: somebody answered, a call moved on, or one comes in. */
export type CallbackPurpose = 'answer' | 'status' | 'inbound';

export type CallbackOutcome =
  | { kind: 'answered'; answer: CallAnswer }
  /** Not from the carrier. */
  | { kind: 'refused'; reason: string };

/** A line whose calls are ordered over HTTP and heard over WebSockets that the carrier opens. */
export interface StreamLine extends Line {
  /** @param attemptId as it stands in the address that the carrier was told; null: none does */
  callback(
    request: CarrierRequest,
    about: { purpose: CallbackPurpose; attemptId: string | null },
  ): Promise<CallbackOutcome>;
  /** Whether a stream may be opened, which redeems its token; null: it may not. */
  admit(token: string, request: CarrierRequest): StreamAwaiter | null;
  openStream(awaiter: StreamAwaiter, socket: WebSocket): void;
  /** Gives up what is dialled and hangs up what is up; resolves when the carrier has been told. */
  close(): Promise<void>;
}

export interface StreamLineOptions extends ControlParts {
  name: string;
  carrier: CallCarrier;
  accept: AcceptCall;
  urls: OutgoingUrls & {
    /** With `wss`, or `ws` where there is no TLS. */
    stream(token: string): string;
  };
}

export function createStreamLine(options: StreamLineOptions): StreamLine {
  const { name, carrier, accept, urls, clock } = options;
  const parts = { ...options, ender: createCallEnder(options) };
  const legs = new StreamLegs(parts, urls.stream);
  const outgoing = new OutgoingCalls(parts, legs, urls);
  const incoming = new IncomingCalls(name, { clock, legs, accept });
  const answered = (instruction: CallInstruction | null): CallbackOutcome => ({
    kind: 'answered',
    answer: instruction === null ? carrier.acknowledgement : carrier.answer(instruction),
  });
  return {
    name,
    dial: (request, listener) => outgoing.dial(request, listener),
    async callback(request, { purpose, attemptId }) {
      const reading = carrier.readRequest(request);
      if (reading.kind === 'refused') return reading;
      const { report } = reading;
      if (report === null) return answered(null);
      const isEnded = report.progress.state === 'ended';
      if (isEnded) {
        incoming.over(report.carrierCallId);
        legs.hungUp(report.carrierCallId);
      }
      if (purpose === 'inbound') return answered(isEnded ? null : await incoming.ask(report));
      if (purpose === 'answer') return answered(outgoing.answer(attemptId ?? '', report.carrierCallId));
      outgoing.report(attemptId ?? '', report);
      return answered(null);
    },
    admit: (token, request) => (carrier.isGenuineUpgrade(request) ? legs.tokens.redeem(token) : null),
    openStream: (awaiter, socket) => legs.tokens.open(awaiter, socket),
    close() {
      outgoing.close();
      incoming.close();
      legs.close();
      return parts.ender.settle();
    },
  };
}
