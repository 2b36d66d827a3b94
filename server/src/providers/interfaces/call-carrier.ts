import type { CarrierRequest } from './messaging-carrier.ts';

/** Why a call was not connected or not answered. */
export type CallFailure = 'busy' | 'no-answer' | 'rejected' | 'invalid-number' | 'unavailable' | 'canceled';

export interface OutgoingCall {
  /** E.164 */
  from: string;
  /** E.164 */
  to: string;
  ringingTimeMs: number;
  /**
   * The carrier requests instructions from this URL when the call is answered, and again after a failed request. It
   * identifies the attempt.
   */
  answerUrl: string;
  /** The carrier posts status reports to this URL. It identifies the attempt. */
  statusUrl: string;
}

/** Outcome of a request to call. Throws only the signal's reason, before anything was sent. */
export type CallOrder =
  | { kind: 'accepted'; carrierCallId: string }
  /** The carrier refuses the call, or certainly has not started it. */
  | { kind: 'refused'; failure: CallFailure; code: string | null; reason: string }
  /** The connection broke after the request was sent, so the carrier may be calling. Never retry. */
  | { kind: 'unknown'; reason: string };

export type CallInstruction =
  /**
   * Connects the call's audio with us in both directions, after dialing `digits`; the carrier requests `againUrl` when
   * the stream ends.
   */
  | {
      kind: 'stream';
      url: string;
      againUrl: string;
      digits?: string;
    }
  | { kind: 'reject'; reason: 'busy' | 'rejected' }
  | { kind: 'hang-up' };

export interface CallReport {
  carrierCallId: string;
  /** E.164 if parsable, else as received; null if withheld. */
  from: string | null;
  /** As `from`; empty if missing. */
  to: string;
  progress:
    | { state: 'initiated' | 'ringing' | 'answered' }
    /** `failure` is null if the call was answered and has ended. */
    | { state: 'ended'; failure: CallFailure | null; code: string | null };
}

export type CallReading =
  /** The request is not from the carrier, or malformed. */
  | { kind: 'refused'; reason: string }
  /** `report` is null if the request is not about a call. */
  | { kind: 'report'; report: CallReport | null };

export interface CallAnswer {
  contentType: string;
  text: string;
}

/** The carrier's charge for a call. */
export interface CallPrice {
  /** Millionths of the currency unit. */
  micros: number;
  /** ISO 4217 */
  currency: string;
}

/** An account at a carrier that takes call requests over HTTP and streams audio over WebSockets. */
export interface CallCarrier {
  order(call: OutgoingCall, signal: AbortSignal): Promise<CallOrder>;
  /** Gives an active call another instruction. Throws a `ProviderError` if it fails or the outcome is unknown. */
  redirect(carrierCallId: string, instruction: CallInstruction, signal: AbortSignal): Promise<void>;
  /** Ends a call in any state; an ended call is not an error. Throws a `ProviderError`. */
  end(carrierCallId: string, signal: AbortSignal): Promise<void>;
  /** The carrier's charge for an ended call; null if not known yet. Throws a `ProviderError`. */
  price(carrierCallId: string, signal: AbortSignal): Promise<CallPrice | null>;
  /** Verifies the signature and parses the request. Never throws for its content; all texts are storable. */
  readRequest(request: CarrierRequest): CallReading;
  /** Verifies that a WebSocket upgrade comes from the carrier. */
  isGenuineUpgrade(request: CarrierRequest): boolean;
  answer(instruction: CallInstruction): CallAnswer;
  /** The response to a report. */
  readonly acknowledgement: CallAnswer;
}
