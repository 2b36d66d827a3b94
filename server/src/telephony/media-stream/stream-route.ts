import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Clock } from '../../core/clock.ts';
import type { CallCarrier, CallInstruction, CallReport } from '../../providers/interfaces/call-carrier.ts';
import type { MediaLeg } from '../../voice/legs/media-leg.ts';
import type { AcceptCall, InboundCall, OutboundRoute } from '../../voice/legs/outbound-route.ts';
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

/** Carriers wait about 15 seconds for an instruction. */
const DECISION_MS = 12_000;
/** Time from the answer until the stream must have started. */
const STREAM_MS = 15_000;
const MAX_CALLS = 5000;

type RejectReason = Parameters<InboundCall['reject']>[0];

/** An inbound call from the carrier's request to the start of its stream. */
class IncomingCall implements InboundCall {
  readonly route: string;
  readonly carrierCallId: string;
  readonly from: string | null;
  readonly to: string;
  readonly instruction: Promise<CallInstruction>;
  readonly #legs: StreamLegs;
  readonly #gone = new AbortController();
  readonly #over: () => void;
  #instruct: (instruction: CallInstruction) => void = () => undefined;
  #isConnected = false;

  constructor(report: CallReport, about: { route: string; legs: StreamLegs; over(): void }) {
    const { route, legs } = about;
    this.#over = () => about.over();
    this.route = route;
    this.carrierCallId = report.carrierCallId;
    this.from = report.from;
    this.to = report.to;
    this.#legs = legs;
    this.instruction = new Promise((resolve) => {
      this.#instruct = resolve;
    });
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Does nothing, because the carrier rings until it gets an instruction. */
  ring(): void {}

  answer(): Promise<MediaLeg> {
    return new Promise((resolve, reject) => {
      const gone = (): void => reject(new Error('The caller hung up.'));
      if (this.signal.aborted) return gone();
      this.signal.addEventListener('abort', gone, { once: true });
      const attemptId = randomUUID();
      const awaiter: StreamAwaiter = {
        carrierCallId: () => this.carrierCallId,
        arrived: (stream, carrierCallId) => {
          if (this.signal.aborted || this.#isConnected) stream.socket.close();
          else {
            this.#isConnected = true;
            resolve(this.#legs.open(stream, { carrierCallId, attemptId, over: () => this.#over() }));
          }
        },
      };
      return this.#instruct(this.#legs.streamTo(awaiter, attemptId));
    });
  }

  reject(reason: RejectReason): void {
    this.#instruct({ kind: 'reject', reason: reason === 'busy' ? 'busy' : 'rejected' });
  }

  leave(): void {
    this.#gone.abort();
    this.#instruct({ kind: 'hang-up' });
  }
}

class IncomingCalls {
  readonly #route: string;
  readonly #clock: Clock;
  readonly #legs: StreamLegs;
  readonly #accept: AcceptCall;
  readonly #calls = new Map<string, IncomingCall>();

  constructor(
    route: string,
    { clock, legs, accept }: { clock: Clock; legs: StreamLegs; accept: AcceptCall },
  ) {
    this.#route = route;
    this.#clock = clock;
    this.#legs = legs;
    this.#accept = accept;
  }

  /** The instruction for a call. A repeated request gets the same one. */
  async instruct(report: CallReport): Promise<CallInstruction> {
    const known = this.#calls.get(report.carrierCallId);
    if (known !== undefined) return known.instruction;
    if (this.#calls.size >= MAX_CALLS) return { kind: 'reject', reason: 'busy' };
    const { carrierCallId } = report;
    const over = (): void => this.over(carrierCallId);
    const call = new IncomingCall(report, { route: this.#route, legs: this.#legs, over });
    this.#calls.set(carrierCallId, call);
    void this.#watch(call);
    void this.#accept(call);
    return call.instruction;
  }

  has(carrierCallId: string): boolean {
    return this.#calls.has(carrierCallId);
  }

  /** Removes an ended call and aborts its pending answer. */
  over(carrierCallId: string): void {
    this.#calls.get(carrierCallId)?.leave();
    this.#calls.delete(carrierCallId);
  }

  close(): void {
    for (const carrierCallId of [...this.#calls.keys()]) this.over(carrierCallId);
  }

  async #watch(call: IncomingCall): Promise<void> {
    const { carrierCallId, signal } = call;
    const decided = new AbortController();
    void call.instruction.then(() => decided.abort());
    await this.#clock.sleep(DECISION_MS, AbortSignal.any([decided.signal, signal])).catch(() => undefined);
    if (!decided.signal.aborted) return this.over(carrierCallId);
    await this.#clock.sleep(STREAM_MS, signal).catch(() => undefined);
    if (!call.isConnected) this.over(carrierCallId);
  }
}
