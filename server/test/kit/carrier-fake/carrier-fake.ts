import type { DeliveryState } from '../../../src/providers/interfaces/messaging-carrier.ts';

/** How the next messages are taken. What is `taken` stands in the ledger, whatever its sender hears. */
export type Behaviour =
  | { kind: 'accept'; delayMs?: number }
  /** Taken, but the answer never comes, breaks off or cannot be read. */
  | { kind: 'take-and-hang' | 'take-and-reset' | 'take-and-garble' }
  /** Not taken. */
  | { kind: 'hang' | 'reset' }
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body: unknown };

/** Statuses that every message is reported with after it was taken. */
export interface Progress {
  states: DeliveryState[];
  /** How often each report comes. */
  times?: number;
  /** The last state first. */
  isReversed?: boolean;
  /** Before the answer to the sender goes out. */
  isEarly?: boolean;
}

export interface TwilioAccount {
  vendor: 'twilio';
  accountSid: string;
  authToken: string;
  /** Numbers that can send. */
  numbers: string[];
  /** As the Content API writes them. */
  templates: Record<string, unknown>[];
}

export interface CloudAccount {
  vendor: 'cloud';
  phoneNumberId: string;
  businessAccountId: string;
  accessToken: string;
  appSecret: string;
  number: string;
  /** Its own spelling of numbers that it is sent to, both without the plus. */
  waIds?: Record<string, string>;
  /** Where messages and statuses are reported. */
  webhookUrl: string | null;
  /** As the Graph API writes them. */
  templates: Record<string, unknown>[];
}

export type FakeAccount = TwilioAccount | CloudAccount;

/** A message that the carrier has taken and will deliver. */
export interface TakenMessage {
  account: string;
  providerMessageId: string;
  from: string;
  to: string;
  text: string | null;
  /** Template and values as they came. */
  template: unknown;
  /** The sender's own name of the message. */
  reference: string | null;
  statusUrl: string | null;
}

/** Every request to the API, taken or not. */
export interface ApiRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** What a customer sends. */
export interface CustomerMessage {
  /** Account SID or phone number id. */
  account: string;
  /** The sender's webhook. */
  url: string;
  from: string;
  to: string;
  text?: string;
  name?: string;
  /** Sent again under its id when given. */
  id?: string;
  /** Seconds since 1970; now when absent. */
  sentAtSeconds?: number;
  media?: { id: string; contentType: string; caption?: string };
  /** Signs with another secret. */
  isForged?: boolean;
}

export interface CarrierCall {
  /** Account SID or phone number id. */
  account: string;
  /** The sender's webhook. */
  url: string;
  /** Of the Cloud API; `messages` when absent. */
  field?: string;
  said: Record<string, unknown>;
}

export interface StatusReport {
  providerMessageId: string;
  state: DeliveryState;
  errorCode?: number;
  isForged?: boolean;
}

/**
 * Both real carriers on loopback, with a ledger of their own: whether a message was sent twice is read here, not in
 * the sender's database. Its API stands at `origin` (Twilio) and `origin/v24.0` (Cloud API).
 */
export interface CarrierFake {
  origin: string;
  addAccount(account: FakeAccount): Promise<void>;
  behave(behaviour: Behaviour): Promise<void>;
  progress(progress: Progress | null): Promise<void>;
  addMedia(media: { id: string; contentType: string; base64: string }): Promise<void>;
  /** The ledger. */
  messages(): Promise<TakenMessage[]>;
  requests(): Promise<ApiRequest[]>;
  /** What the webhook answered. */
  customerWrites(message: CustomerMessage): Promise<{ status: number; text: string }>;
  report(report: StatusReport): Promise<{ status: number; text: string }>;
  /** Calls a webhook with what it is given: a form, or the change of a field with its value. */
  says(call: CarrierCall): Promise<{ status: number; text: string }>;
  /** Until every status that `progress` promised is delivered. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export const TWILIO_ACCOUNT: TwilioAccount = {
  vendor: 'twilio',
  accountSid: `AC${'0123456789abcdef'.repeat(2)}`,
  authToken: 'twilio-auth-token',
  numbers: ['+40312345678'],
  templates: [],
};

export const CLOUD_ACCOUNT: CloudAccount = {
  vendor: 'cloud',
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  accessToken: 'cloud-access-token',
  appSecret: 'cloud-app-secret',
  number: '+40312345679',
  webhookUrl: null,
  templates: [],
};
