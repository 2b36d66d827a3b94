/** How a called number behaves. */
export interface CallScript {
  /** Call statuses in the carrier's own words; `in-progress` answers the call. */
  steps: string[];
  sipStatus?: string;
  /** How often each report is sent. */
  times?: number;
  /** Sends the reports in reverse order. */
  isReversed?: boolean;
  /** Sends reports before the order's response. */
  isEarly?: boolean;
  /** Ignores the instruction to open a stream. */
  isDeaf?: boolean;
  /** Its streams fail before they open. */
  isCutOff?: boolean;
}

/** How orders are accepted. Accepted calls are in the ledger for any response that the client gets. */
export type OrderBehaviour =
  | { kind: 'accept' | 'take-and-reset' | 'reset' }
  | { kind: 'answer'; status: number; body: Record<string, unknown> };

/** A call in the ledger. */
export interface FakeCall {
  sid: string;
  from: string;
  to: string;
  direction: 'inbound' | 'outbound-api';
  /** The parameters of its order, as received. */
  form: [string, string][];
  status: string;
  /** All instructions that the carrier got, as XML. */
  instructions: string[];
  /** Number of opened streams. */
  streams: number;
  /** Bytes of audio from us over all streams, and number of `clear` messages. */
  heardBytes: number;
  clears: number;
  /** Response statuses of our webhooks and upgrades. */
  answers: number[];
}

/**
 * A Twilio-style call carrier on loopback: REST at `origin`, webhooks signed by the genuine library, media streams.
 * Called parties echo our audio.
 */
export interface CallCarrierFake {
  origin: string;
  behave(behaviour: OrderBehaviour): Promise<void>;
  script(entry: { number: string; script: CallScript }): Promise<void>;
  calls(): Promise<FakeCall[]>;
  /** Every request to the REST API: method and path. */
  requests(): Promise<string[]>;
  /** Calls a number with this webhook. */
  callIn(call: {
    from: string;
    to: string;
    url: string;
    isForged?: boolean;
    sid?: string;
    /** The caller says scripted audio instead of an echo. */
    talks?: boolean;
  }): Promise<FakeCall>;
  /** A talking caller says this, µ-law in base64; responds when it is sent. */
  says(words: { sid: string; ulaw: string }): Promise<void>;
  /** All audio that a talking caller has received, µ-law in base64. */
  hears(sid: string): Promise<string>;
  /** Sets the price of a call; unknown before. */
  prices(price: { sid: string; price: string; unit: string }): Promise<void>;
  presses(press: { sid: string; digit: string }): Promise<void>;
  /** Answers a ringing call. */
  answers(sid: string): Promise<void>;
  /** Breaks the stream's connection; the call continues. */
  breaks(sid: string): Promise<void>;
  hangsUp(sid: string): Promise<void>;
  /** Sends a report again, or late. */
  report(report: { sid: string; status: string; isForged?: boolean }): Promise<number>;
  close(): Promise<void>;
}

export const CALL_ACCOUNT = {
  accountSid: `AC${'fedcba9876543210'.repeat(2)}`,
  authToken: 'call-auth-token',
};
