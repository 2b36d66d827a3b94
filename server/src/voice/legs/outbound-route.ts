import type { MediaLeg, SampleRateHz } from './media-leg.ts';
import type { RequestHeaders } from './request-headers.ts';

export type DialFailure =
  | 'busy'
  | 'no-answer'
  /** The person or their phone declined the call. */
  | 'rejected'
  | 'invalid-number'
  /** The carrier refuses or fails: limits, no route, errors, no connection. */
  | 'unavailable'
  /** We canceled before an answer. */
  | 'canceled';

export type DialEvent =
  | { type: 'ringing' }
  | {
      type: 'answered';
      leg: MediaLeg;
      /** The carrier's call id; null if the carrier gave no id. */
      carrierCallId: string | null;
    }
  /** Final: the call was not answered. */
  | {
      type: 'failed';
      failure: DialFailure;
      /** The carrier's own code, such as a SIP status; null if it gave no code. */
      code: string | null;
      reason: string;
    };

/**
 * Audio before the answer: 20 ms, in order.
 * @param atMs start of the frame, by the monotonic clock
 */
export type RingingListener = (samples: Int16Array, atMs: number, rateHz: SampleRateHz) => void;

export interface DialRequest {
  /** Our UUID of the attempt, globally unique. Passed to the carrier if it accepts one. */
  attemptId: string;
  /** Caller ID, E.164. */
  from: string;
  /** E.164, or a SIP address if the route supports it. */
  to: string;
  ringingTimeMs: number;
  headers?: RequestHeaders | undefined;
  /** Receives what the carrier plays before the answer, if the route can. Absent if it must not be recorded. */
  ringing?: RingingListener | undefined;
  /** Attempt, route and numbers are stored: another process can cancel the initial request from these alone. */
  isStored?: boolean;
  /**
   * Stores `Dialing.pendingHangUps`. Resolves when stored or failed. The route waits for it before it sends requests
   * that other processes could not derive.
   */
  storePendingHangUps?(): Promise<void>;
}

export interface Dialing {
  /**
   * Cancels the dial attempt, and hangs up if an answer crosses the cancel. `failed` with `canceled` follows unless an
   * outcome was emitted before.
   */
  cancel(): void;
  /**
   * Strings by which another process can cancel the dial attempt if this one dies, as `MediaLeg.pendingHangUp`. Absent
   * if the carrier notices by itself.
   */
  pendingHangUps?(): readonly string[];
}

/** A route to the phone network: a SIP trunk, a carrier account, or the simulated carrier. */
export interface OutboundRoute {
  readonly name: string;
  /**
   * Dials once, without retries. Emits events asynchronously: at most one `ringing`, then exactly one `answered` or
   * `failed`.
   */
  dial(request: DialRequest, listener: (event: DialEvent) => void): Dialing;
}

/** An unanswered inbound call. */
export interface InboundCall {
  /** Name of the route that it arrived on. */
  readonly route: string;
  readonly carrierCallId: string;
  /** E.164 if it parses, otherwise as received; null if withheld. */
  readonly from: string | null;
  /** E.164 if it parses, otherwise as received. */
  readonly to: string;
  /** SIP headers with data about the call, such as `X-Customer-Id`; absent for other carriers. */
  readonly sipHeaders?: Readonly<Record<string, string>>;
  /** Aborted when the caller hangs up or the call ends. */
  readonly signal: AbortSignal;
  /** Signals ringing to the caller. */
  ring(): void;
  /** Rejects with `AnswerFailed` if answering failed; any other error means that the caller hung up. */
  answer(): Promise<MediaLeg>;
  /** `stopping` if this process is shutting down, so that another one may accept the call. */
  reject(reason: 'busy' | 'unknown-number' | 'declined' | 'unavailable' | 'stopping'): void;
  /** Strings by which another process can end the call if this one dies before the answer, as `Dialing.pendingHangUps`. */
  pendingHangUps?(): readonly string[];
}

/** Answers or rejects an inbound call. Never rejects. */
export type AcceptCall = (call: InboundCall) => Promise<void>;
