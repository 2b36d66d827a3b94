import type { z } from 'zod';
import type { TemplatePreview, TemplateValueKind } from '#contract/messaging.ts';

/** `msgapp` is the chat-messaging channel; `sms` has no session window and no templates. */
export type MessagingChannel = 'msgapp' | 'sms';

/** In order of progress; `failed` and `undelivered` are final. */
export type DeliveryState = 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'undelivered';

export type TemplateStatus = 'approved' | 'pending' | 'rejected' | 'paused' | 'disabled';

export interface CarrierTemplate {
  /** The carrier's id of the template; unique within the account. */
  reference: string;
  name: string;
  language: string;
  category: string;
  status: TemplateStatus;
  /** Placeholders are written `{{1}}`, `{{2}}`, … */
  bodyText: string;
  /** A name for each placeholder, in order; some may be used outside the text. */
  variables: readonly string[];
  /** Absent or null if the template is only text. */
  parts?: TemplateParts | null;
}

/** A template's header, buttons and cards. */
export interface TemplateParts {
  /** As the carrier describes them, for sending. */
  components: readonly Record<string, unknown>[];
  /** The kind of each variable's value. */
  kinds: readonly TemplateValueKind[];
  preview: TemplatePreview;
  /** Why the template cannot be sent; null if it can. */
  unsendable: string | null;
}

export interface MediaItem {
  /** A URL or id that `readMedia` of the same carrier accepts. */
  reference: string;
  contentType: string;
  fileName: string | null;
}

/** The text of messages whose content the carrier does not pass on, or which no adapter reads. */
export const UNREADABLE = '[A message of a kind that cannot be shown here]';

export type OutgoingContent =
  | { kind: 'text'; text: string }
  /**
   * `values` in placeholder order (`{{1}}` first), one for each of the template's variables, including those outside
   * the text. `text` is what the customer will read.
   */
  | { kind: 'template'; template: CarrierTemplate; values: readonly string[]; text: string };

export interface OutgoingMessage {
  channel: MessagingChannel;
  /** E.164 */
  from: string;
  /** E.164, or the channel's own id of the customer, which never starts with `+`. */
  to: string;
  content: OutgoingContent;
  /** Our unique id of the message; returned in the carrier's reports if supported. */
  reference: string;
  /** The carrier posts status reports here. */
  statusUrl: string;
}

/** Outcome of a submission. Throws only the signal's reason, before anything was sent. */
export type Submission =
  | {
      kind: 'accepted';
      providerMessageId: string;
      state: DeliveryState;
      /** Other ids of the recipient from the carrier: E.164 or the channel's own id. */
      alsoKnownAs?: readonly string[];
    }
  /** The carrier rejects it; do not retry. */
  | { kind: 'refused'; code: string; reason: string }
  /** The carrier certainly did not accept it; retry. */
  | { kind: 'unavailable'; reason: string; retryAfterSeconds: number | null }
  /** The connection broke after the request was sent, so it may have been accepted. Never send it again. */
  | { kind: 'unknown'; reason: string };

/** A carrier's request to us, byte for byte. */
export interface CarrierRequest {
  method: 'GET' | 'POST';
  /** The URL as configured at the carrier: scheme, host, path and query. */
  url: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** References of a message apart from its text. */
export interface MessageReference {
  /** The carrier's id of the quoted message. */
  quoted: string | null;
  /** The tapped button or chosen row of a list. `payload` is the id that the account gave it. */
  choice: { title: string; payload: string | null; description: string | null } | null;
  /** The advertisement or post that the customer came from. */
  referral: { headline: string | null; body: string | null; url: string | null } | null;
  /** A product of a catalog. */
  product: { id: string; catalog_id: string | null } | null;
  /** Values of a form, by field. */
  form: Record<string, string> | null;
}

export type MessageChange =
  /** `isTyped` as in messages. */
  | { kind: 'edited'; text: string; isTyped: boolean }
  | { kind: 'deleted' }
  /** Null if the reaction was removed. */
  | { kind: 'reaction'; emoji: string | null };

/** `stop`: opt-out; `start`: opt-in. */
export type ConsentChange = 'stop' | 'start';

export type CarrierReport =
  | {
      kind: 'message';
      channel: MessagingChannel;
      /** Unique at the carrier; a repeated report has the same. */
      providerMessageId: string;
      /** E.164 of the customer, or the alphanumeric sender of an SMS; null if only `channelUserId` is known. */
      from: string | null;
      /** The channel's own id of the customer, which never starts with `+`; null if unknown. */
      channelUserId: string | null;
      /** E.164 of the sender, or the carrier's id of it. */
      to: string;
      /** The customer's profile name; null if unknown. */
      customerName: string | null;
      text: string;
      /** The customer typed the text: no tapped button, list choice or caption. */
      isTyped: boolean;
      /** False for messages without a question, such as stickers. */
      isQuestion: boolean;
      /** Null if the message refers to nothing. */
      about: MessageReference | null;
      /** The carrier's own opt-out classification of the message; null if absent. */
      carrierWord: ConsentChange | null;
      media: readonly MediaItem[];
      /** Null if unknown. */
      sentAt: Date | null;
    }
  /** The account wrote to a customer in the carrier's own app. */
  | {
      kind: 'echo';
      providerMessageId: string;
      /** The customer, as in messages. */
      from: string | null;
      channelUserId: string | null;
      text: string;
      media: readonly MediaItem[];
    }
  /** A customer, or the account in the carrier's app, changed a message, or reacted to one. */
  | {
      kind: 'change';
      author: 'customer' | 'account';
      /** The carrier's id of the changed message. */
      target: string;
      /** The customer, as in messages. */
      from: string | null;
      channelUserId: string | null;
      /** As in messages. */
      to: string;
      customerName: string | null;
      change: MessageChange;
      at: Date | null;
    }
  | {
      kind: 'status';
      providerMessageId: string;
      /** `OutgoingMessage.reference` if the carrier returns it; else null. */
      reference: string | null;
      state: DeliveryState;
      /** The carrier's code and text of the failure. */
      error: { code: string; text: string | null } | null;
      /** The recipient's number as the carrier writes it, in E.164; absent if not reported. */
      recipient?: string;
    }
  /** A customer opted out or in at the carrier, not by a message. */
  | {
      kind: 'consent';
      from: string | null;
      channelUserId: string | null;
      consent: ConsentChange;
      at: Date | null;
    }
  /** A customer has a new number or id (`after`) instead of an earlier one, each E.164 or the channel's own id. */
  | { kind: 'moved'; before: string; after: string; at: Date | null }
  /** Two ids of the same customer, each E.164 or the channel's own id. */
  | { kind: 'identity'; first: string; second: string }
  /** Reports for another sender of the same account, by its number in E.164. */
  | { kind: 'other-sender'; phoneNumber: string; reports: readonly CarrierReport[] }
  /** A report with an unknown customer or kind. `content`: the carrier's JSON. */
  | { kind: 'unattributed'; what: string; content: string }
  | { kind: 'templates-changed' }
  /** The quality, limit or state of the account's senders changed. */
  | { kind: 'senders-changed' };

export type CarrierReading =
  /** The request is not from the carrier, or malformed. */
  | { kind: 'refused'; reason: string }
  /** The request needs only this response (a webhook verification). */
  | { kind: 'answer'; contentType: string; text: string }
  | { kind: 'reports'; reports: readonly CarrierReport[]; contentType: string; text: string };

export type SenderQuality = 'GREEN' | 'YELLOW' | 'RED';

/** The `messagingLimit` of a sender without a limit. */
export const UNLIMITED_CUSTOMERS = 2_147_483_647;

/** A sender's state at its carrier; null for what the carrier does not tell. */
export interface SenderHealth {
  quality: SenderQuality | null;
  /** How many customers the sender may contact first within 24 hours. */
  messagingLimit: number | null;
  /** The verified name that customers see. */
  name: string | null;
  /** Why the sender cannot send now; null if it can. */
  problem: string | null;
}

export type SenderCheck =
  | { kind: 'accepted'; health: SenderHealth }
  /** The credentials or the sender are not valid; `problem` says what to fix. */
  | { kind: 'rejected'; problem: string };

/** A messaging account at a carrier, with its credentials. */
export interface MessagingCarrier {
  /** Checks the credentials and the sender. Throws a `ProviderError` for an unexpected response. */
  check(phoneNumber: string, signal: AbortSignal): Promise<SenderCheck>;
  send(message: OutgoingMessage, signal: AbortSignal): Promise<Submission>;
  /**
   * Marks a customer's message as read and shows that an answer is being written, until it arrives (25 seconds at most).
   * Present if the vendor `showsTyping`. Throws a `ProviderError`.
   */
  showTyping?(providerMessageId: string, signal: AbortSignal): Promise<void>;
  /** Throws a `ProviderError` for an unexpected response. */
  listTemplates(signal: AbortSignal): Promise<CarrierTemplate[]>;
  /** Downloads a customer's attachment; throws a `ProviderError`. */
  readMedia(media: MediaItem, signal: AbortSignal): Promise<{ bytes: Buffer; contentType: string }>;
  /** Verifies the signature and parses the request. Never throws for its content; all texts are storable. */
  readRequest(request: CarrierRequest): CarrierReading;
}

/** A supported messaging carrier. */
export interface MessagingVendor {
  /** Stable, stored with each sender. */
  readonly name: string;
  readonly channels: readonly MessagingChannel[];
  /** Maximum length of one message in characters (code points); longer ones are rejected. */
  readonly maxTextCharacters: number;
  /** Form of the account's credentials; encrypted at rest. */
  readonly credentials: z.ZodObject;
  /** @param credentials must match the schema; throws a `ProviderError` otherwise */
  connect(credentials: unknown): MessagingCarrier;
  /** Explains an error code of this carrier and what to do; null if unknown. */
  explain(code: string): string | null;
  /** Error codes for recipients who have opted out; absent if the carrier has none. */
  readonly stopCodes?: ReadonlySet<string>;
  /** Error codes for invalid credentials or missing permissions, which affect all messages of the sender. */
  readonly credentialCodes?: ReadonlySet<string>;
  /** The carrier can show customers that an answer is being written; absent if it cannot. */
  readonly showsTyping?: true;
}

export interface CarrierHttpRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  timeoutMs: number;
  maxResponseBytes: number;
  /** Maximum redirects to follow; default: none. */
  redirects?: number;
  signal?: AbortSignal;
}

export type CarrierHttpResult =
  /** Header names in lower case. */
  | { kind: 'response'; status: number; headers: Readonly<Record<string, string>>; body: Buffer }
  /** `mayHaveArrived`: part of the request was sent, so the carrier may have acted on it. */
  | { kind: 'failure'; cause: 'timeout' | 'too-large' | 'other'; reason: string; mayHaveArrived: boolean };

/**
 * One HTTP request to a carrier. Failures are results; rejects with the signal's reason only if nothing was sent yet.
 */
export type CarrierHttp = (request: CarrierHttpRequest) => Promise<CarrierHttpResult>;
