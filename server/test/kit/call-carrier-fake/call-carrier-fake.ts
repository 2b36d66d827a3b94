/** How a number behaves when it is called. */
export interface CallScript {
  /** Call statuses in the carrier's own words; with `in-progress` somebody answers. */
  steps: string[];
  sipStatus?: string;
  /** How often each report comes. */
  times?: number;
  /** The last report first. */
  isReversed?: boolean;
  /** Reports come before the order is answered. */
  isEarly?: boolean;
  /** Opens no stream although it is told to. */
  isDeaf?: boolean;
  /** Its streams fail before they are open. */
  isCutOff?: boolean;
}

/** How orders are taken. What was taken stands in the ledger, whatever its orderer hears. */
export type OrderBehaviour =
  | { kind: 'accept' | 'take-and-reset' | 'reset' }
  | { kind: 'answer'; status: number; body: Record<string, unknown> };

/** A call in the ledger. */
export interface FakeCall {
  sid: string;
  from: string;
  to: string;
  direction: 'inbound' | 'outbound-api';
  /** The parameters of its order, as they came. */
  form: [string, string][];
  status: string;
  /** Everything that the carrier was told to do, as XML. */
  instructions: string[];
  /** Streams that were opened. */
  streams: number;
  /** Bytes of sound from us, all streams together, and how often a `clear` came. */
  heardBytes: number;
  clears: number;
  /** Statuses that our side answered webhooks and upgrades with. */
  answers: number[];
}

/**
 * A Twilio-style carrier for calls, on loopback: REST at `origin`, webhooks signed by the genuine library, media streams.
 * Whoever answers echoes what it hears.
 */
export interface CallCarrierFake {
  origin: string;
  behave(behaviour: OrderBehaviour): Promise<void>;
  script(entry: { number: string; script: CallScript }): Promise<void>;
  calls(): Promise<FakeCall[]>;
  /** Every request to the REST API: method and path. */
  requests(): Promise<string[]>;
  /** Somebody calls a number whose webhook that is. */
  callIn(call: {
    from: string;
    to: string;
    url: string;
    isForged?: boolean;
    sid?: string;
    /** Says what it is told to in place of an echo. */
    talks?: boolean;
  }): Promise<FakeCall>;
  /** Somebody who talks says this, µ-law in base64; the answer comes when it is said. */
  says(words: { sid: string; ulaw: string }): Promise<void>;
  /** All that somebody who talks has heard, µ-law in base64. */
  hears(sid: string): Promise<string>;
  /** What a call has cost, from now on; before nobody knows. */
  prices(price: { sid: string; price: string; unit: string }): Promise<void>;
  presses(press: { sid: string; digit: string }): Promise<void>;
  /** Somebody takes up a phone that rings. */
  answers(sid: string): Promise<void>;
  /** The stream's connection breaks, and the call goes on. */
  breaks(sid: string): Promise<void>;
  hangsUp(sid: string): Promise<void>;
  /** Reports once more, or late. */
  report(report: { sid: string; status: string; isForged?: boolean }): Promise<number>;
  close(): Promise<void>;
}

export const CALL_ACCOUNT = {
  accountSid: `AC${'fedcba9876543210'.repeat(2)}`,
  authToken: 'call-auth-token',
};
