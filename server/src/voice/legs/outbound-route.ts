import type { MediaLeg } from './media-leg.ts';

/** Why a dialled call did not come about. */
export type DialFailure =
  | 'busy'
  | 'no-answer'
  /** The person or their phone declined. */
  | 'rejected'
  | 'invalid-number'
  /** The carrier refuses or cannot just now: limits, no route, errors, no connection. */
  | 'unavailable'
  /** We gave up before there was an answer. */
  | 'cancelled';

export type DialEvent =
  | { type: 'ringing' }
  | {
      type: 'answered';
      leg: MediaLeg;
      /** The carrier's name of the call, for people and for reports; null where there is none. */
      carrierCallId: string | null;
    }
  /** The attempt is over without an answer; nothing follows. */
  | {
      type: 'failed';
      failure: DialFailure;
      /** The carrier's own code (a SIP status, a vendor's error), null where there is none. */
      code: string | null;
      reason: string;
    };

export interface DialRequest {
  /** Our name of the attempt (a UUID); unique for ever, told to the carrier where it takes one. */
  attemptId: string;
  /** Caller ID, E.164. */
  from: string;
  /** E.164, or a SIP address where the line takes one. */
  to: string;
  /** How long it may ring. */
  ringingTimeMs: number;
  /** Attempt, line and numbers are stored: what goes out by them alone another process takes back without a further word. */
  isStored?: boolean;
  /** Stores what `Dialing.left` reads; resolves when that is done, or cannot be: what others could not know of waits for it. */
  keep?(): Promise<void>;
}

/** A dialled call before its answer. */
export interface Dialing {
  /** Gives up; an answer that crosses is hung up. `failed` with `cancelled` follows unless an outcome was told before. */
  cancel(): void;
  /** What another process takes it back with, should this one die, as `MediaLeg.farewell`; absent: its carrier notices by itself. */
  left?(): readonly string[];
}

/** A way out to the telephone network: a SIP trunk, a carrier's account, the simulated carrier. */
export interface OutboundRoute {
  readonly name: string;
  /** Dials once and never again by itself. Events come asynchronously: at most one `ringing`, exactly one `answered` or `failed`. */
  dial(request: DialRequest, listener: (event: DialEvent) => void): Dialing;
  /**
   * As `dial`, for a call that is due in a moment: what takes time is got ready before, so that nothing but the dial is left for its
   * instant. It may ring for its time from then on. Absent: whoever dials waits by itself.
   * @param due resolves at the instant; false: nothing is dialled, and the call is `cancelled`. Never rejects.
   */
  dialWhenDue?(request: DialRequest, due: Promise<boolean>, listener: (event: DialEvent) => void): Dialing;
}

/** A call that comes in and is not answered yet. */
export interface InboundCall {
  /** Of the line that it came over. */
  readonly route: string;
  readonly carrierCallId: string;
  /** E.164 where it can be read as such, else as it came; null: withheld. */
  readonly from: string | null;
  /** E.164 where it can be read as such, else as it came. */
  readonly to: string;
  /** Aborted when the caller gives up, or the call is over. */
  readonly signal: AbortSignal;
  /** Lets the caller hear that it rings. */
  ring(): void;
  /** Rejects when the caller has gone meanwhile; with `AnswerFailed` when they have not, and it failed all the same. */
  answer(): Promise<MediaLeg>;
  /** `stopping`: this process takes no calls any more; another one may. */
  reject(reason: 'busy' | 'unknown-number' | 'declined' | 'unavailable' | 'stopping'): void;
  /** What another process tells the caller, should this one die before the leg is there, as `Dialing.left`; absent: they notice. */
  left?(): readonly string[];
}

/** Decides what becomes of a call that comes in; never rejects. */
export type AcceptCall = (call: InboundCall) => Promise<void>;
