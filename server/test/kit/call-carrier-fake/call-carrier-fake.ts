/** Scripted behavior of a called number. */
export interface CallScript {
  /** Call statuses as the carrier reports them; `in-progress` answers the call. */
  steps: string[];
  sipStatus?: string;
  /** How often each report is sent. */
  times?: number;
  /** If true, the reports are sent in reverse order. */
  isReversed?: boolean;
  /** If true, the reports are sent before the response to the call request. */
  isEarly?: boolean;
  /** If true, the number ignores instructions to open a stream. */
  isDeaf?: boolean;
  /** If true, its streams fail to open. */
  isCutOff?: boolean;
}

/** Response to a call request. Accepted calls are in the ledger even if the client gets an error. */
export type OrderBehavior =
  | { kind: 'accept' | 'take-and-reset' | 'reset' }
  | { kind: 'answer'; status: number; body: Record<string, unknown> };

/** A call in the ledger. */
export interface FakeCall {
  sid: string;
  from: string;
  to: string;
  direction: 'inbound' | 'outbound-api';
  /** Form parameters of its request. */
  form: [string, string][];
  status: string;
  /** All received instructions as TwiML. */
  instructions: string[];
  /** Number of opened streams. */
  streams: number;
  /** Received audio bytes of all streams, and the number of `clear` messages. */
  heardBytes: number;
  clears: number;
  /** HTTP statuses of our responses to webhooks and upgrades. */
  answers: number[];
}

/**
 * A Twilio-style call carrier on loopback: REST API at `origin`, webhooks signed by Twilio's library, media streams. Answered
 * calls echo received audio.
 */
export interface CallCarrierFake {
  origin: string;
  behave(behavior: OrderBehavior): Promise<void>;
  script(entry: { number: string; script: CallScript }): Promise<void>;
  calls(): Promise<FakeCall[]>;
  /** Method and path of every REST request. */
  requests(): Promise<string[]>;
  /** Places an inbound call to a number with a webhook URL. */
  callIn(call: {
    from: string;
    to: string;
    url: string;
    isForged?: boolean;
    sid?: string;
    /** If true, the caller sends audio only with `says` instead of echoing. */
    talks?: boolean;
  }): Promise<FakeCall>;
  /** Sends base64 µ-law audio in a call with `talks`; resolves when sent. */
  says(words: { sid: string; ulaw: string }): Promise<void>;
  /** All audio received in a call with `talks`, base64 µ-law. */
  hears(sid: string): Promise<string>;
  /** Sets the price of a call, unknown until then. */
  prices(price: { sid: string; price: string; unit: string }): Promise<void>;
  presses(press: { sid: string; digit: string }): Promise<void>;
  /** Answers a ringing call. */
  answers(sid: string): Promise<void>;
  /** Breaks the stream's connection without ending the call. */
  breaks(sid: string): Promise<void>;
  hangsUp(sid: string): Promise<void>;
  /** Sends another status report; returns the HTTP status. */
  report(report: { sid: string; status: string; isForged?: boolean }): Promise<number>;
  close(): Promise<void>;
}

export const CALL_ACCOUNT = {
  accountSid: `AC${'fedcba9876543210'.repeat(2)}`,
  authToken: 'call-auth-token',
};
