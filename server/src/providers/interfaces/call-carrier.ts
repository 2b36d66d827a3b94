import type { CarrierRequest } from './messaging-carrier.ts';

/** Why a call did not come about, or ended without an answer. */
export type CallFailure = 'busy' | 'no-answer' | 'rejected' | 'invalid-number' | 'unavailable' | 'cancelled';

export interface OutgoingCall {
  /** E.164 */
  from: string;
  /** E.164 */
  to: string;
  ringingTimeMs: number;
  /** Where the carrier asks what to do once somebody has answered, and again where it got no answer; names the attempt. */
  answerUrl: string;
  /** Where the carrier reports on the call; names the attempt. */
  statusUrl: string;
}

/** What became of the order to call. Nothing is thrown but the signal's reason before anything was sent. */
export type CallOrder =
  | { kind: 'accepted'; carrierCallId: string }
  /** The carrier will not call, or certainly has not begun to. */
  | { kind: 'refused'; failure: CallFailure; code: string | null; reason: string }
  /** It may be calling: the connection broke after the order was on its way. Never order it again. */
  | { kind: 'unknown'; reason: string };

/** What a carrier is told to do with a call. */
export type CallInstruction =
  /** Connects the call's sound with us, both ways; `digits` are pressed before; what to do when it breaks off is asked at `againUrl`. */
  | {
      kind: 'stream';
      url: string;
      againUrl: string;
      parameters: Readonly<Record<string, string>>;
      digits?: string;
    }
  /** Does not take a call that comes in. */
  | { kind: 'reject'; reason: 'busy' | 'rejected' }
  | { kind: 'hang-up' };

export interface CallReport {
  carrierCallId: string;
  direction: 'inbound' | 'outbound';
  /** E.164 where it can be read as such, else as it came; null: withheld. */
  from: string | null;
  /** The same; empty where it was not told. */
  to: string;
  progress:
    | { state: 'initiated' | 'ringing' | 'answered' }
    /** `failure` null: the call was answered and is over. */
    | { state: 'ended'; failure: CallFailure | null; code: string | null };
}

export type CallReading =
  /** Not from the carrier, or not readable. */
  | { kind: 'refused'; reason: string }
  /** `report` null: it says nothing of a call. */
  | { kind: 'report'; report: CallReport | null };

/** An answer to a carrier's request. */
export interface CallAnswer {
  contentType: string;
  text: string;
}

/** What a carrier has taken for a call. */
export interface CallPrice {
  /** Millionths of the currency's unit. */
  micros: number;
  /** ISO 4217 */
  currency: string;
}

/** One account for calls at a carrier that has calls ordered over HTTP and brings their sound over WebSockets. */
export interface CallCarrier {
  /** Calls once. */
  order(call: OutgoingCall, signal: AbortSignal): Promise<CallOrder>;
  /** Gives a call that is up another instruction. Throws a `ProviderError`, also where nobody knows what became of it. */
  redirect(carrierCallId: string, instruction: CallInstruction, signal: AbortSignal): Promise<void>;
  /** Ends a call in any state; one that is over already is no error. Throws a `ProviderError`. */
  end(carrierCallId: string, signal: AbortSignal): Promise<void>;
  /** What it has taken for a call that is over; null: not known yet. Throws a `ProviderError`. */
  price(carrierCallId: string, signal: AbortSignal): Promise<CallPrice | null>;
  /** Verifies the signature and reads what the carrier says. Never throws for what is sent; every text can be stored. */
  readRequest(request: CarrierRequest): CallReading;
  /** Whether the carrier itself asks for the WebSocket. */
  isGenuineUpgrade(request: CarrierRequest): boolean;
  answer(instruction: CallInstruction): CallAnswer;
  /** What a report is answered with. */
  readonly acknowledgement: CallAnswer;
}
