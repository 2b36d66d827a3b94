import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { CallInstruction, CallReport } from '../../providers/interfaces/call-carrier.ts';
import type { MediaLeg } from '../../voice/legs/media-leg.ts';
import type { AcceptCall, InboundCall } from '../../voice/legs/outbound-route.ts';
import type { StreamLegs } from './stream-legs.ts';
import type { StreamAwaiter } from './stream-tokens.ts';

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

export class IncomingCalls {
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
