import type { DeliveryState } from '../../../src/providers/interfaces/messaging-carrier.ts';

/** Response to the next messages. Accepted messages are in the ledger even if the sender gets an error. */
export type Behavior =
  | { kind: 'accept'; delayMs?: number }
  /** The message is accepted, but the response is missing, interrupted or unreadable. */
  | { kind: 'take-and-hang' | 'take-and-reset' | 'take-and-garble' }
  /** The message is not accepted. */
  | { kind: 'hang' | 'reset' }
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body: unknown };

/** The statuses that the carrier reports for each accepted message. */
export interface Progress {
  states: DeliveryState[];
  /** How often each report is sent. */
  times?: number;
  /** If true, the reports are sent in reverse order. */
  isReversed?: boolean;
  /** If true, the reports are sent before the response to the sender. */
  isEarly?: boolean;
}

export interface TwilioAccount {
  vendor: 'twilio';
  accountSid: string;
  authToken: string;
  /** Numbers that can send. */
  numbers: string[];
  /** Templates in the format of the Content API. */
  templates: Record<string, unknown>[];
  /** Fields of its senders, in the format of the Senders API; online by default. */
  sender?: Record<string, unknown>;
}

export interface CloudAccount {
  vendor: 'cloud';
  phoneNumberId: string;
  businessAccountId: string;
  accessToken: string;
  appSecret: string;
  number: string;
  /** WhatsApp ids (`wa_id`) that differ from the recipient's number, by number; both without the plus. */
  waIds?: Record<string, string>;
  /** URL to which messages and statuses are reported. */
  webhookUrl: string | null;
  /** Templates in the format of the Graph API. */
  templates: Record<string, unknown>[];
  /** Fields of its number, in the format of the Graph API. */
  health?: Record<string, unknown>;
}

export type FakeAccount = TwilioAccount | CloudAccount;

/** An accepted message, which the carrier will deliver. */
export interface TakenMessage {
  account: string;
  providerMessageId: string;
  from: string;
  to: string;
  text: string | null;
  /** Template and values as the carrier received them. */
  template: unknown;
  /** The sender's own id of the message. */
  reference: string | null;
  statusUrl: string | null;
}

/** Every request to the API, accepted or not. */
export interface ApiRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** A message from a customer. */
export interface CustomerMessage {
  /** Account SID or phone number id. */
  account: string;
  /** The sender's webhook. */
  url: string;
  from: string;
  to: string;
  text?: string;
  name?: string;
  /** Id of an earlier message, to send it again. */
  id?: string;
  /** Unix time in seconds; now by default. */
  sentAtSeconds?: number;
  media?: { id: string; contentType: string; caption?: string };
  /** If true, the webhook is signed with a wrong secret. */
  isForged?: boolean;
}

export interface CarrierCall {
  /** Account SID or phone number id. */
  account: string;
  /** The sender's webhook. */
  url: string;
  /** Webhook field of the Cloud API; `messages` by default. */
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
 * Both real carriers on loopback with their own ledger, which shows whether a message was sent twice, independent of
 * the sender's database. Twilio's API is at `origin`, the Cloud API at `origin/v24.0`.
 */
export interface CarrierFake {
  origin: string;
  addAccount(account: FakeAccount): Promise<void>;
  behave(behavior: Behavior): Promise<void>;
  /** Responses to the next messages, one each, before that of `behave`. */
  behaveNext(behaviors: Behavior[]): Promise<void>;
  progress(progress: Progress | null): Promise<void>;
  addMedia(media: { id: string; contentType: string; base64: string }): Promise<void>;
  messages(): Promise<TakenMessage[]>;
  requests(): Promise<ApiRequest[]>;
  /** Returns the webhook's response. */
  customerWrites(message: CustomerMessage): Promise<{ status: number; text: string }>;
  report(report: StatusReport): Promise<{ status: number; text: string }>;
  /** Calls a webhook with the given content: a form (Twilio), or a field's change with its value (Cloud API). */
  says(call: CarrierCall): Promise<{ status: number; text: string }>;
  /** Resolves when all statuses of `progress` are delivered. */
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
