import type { z } from 'zod';

/** `msgapp` is the chat-messaging channel; `sms` needs no window and knows no templates. */
export type MessagingChannel = 'msgapp' | 'sms';

/** In the order in which a message goes through them; `failed` and `undelivered` end it. */
export type DeliveryState = 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'undelivered';

export type TemplateStatus = 'approved' | 'pending' | 'rejected' | 'paused' | 'disabled';

export interface CarrierTemplate {
  /** How the carrier calls it; unique within the account there. */
  reference: string;
  name: string;
  language: string;
  category: string;
  status: TemplateStatus;
  /** Placeholders are written `{{1}}`, `{{2}}`, … */
  bodyText: string;
  /** A name for each place, in order; the carrier may use some of them outside of the text. */
  variables: readonly string[];
}

export interface MediaItem {
  /** An address or id that `readMedia` of the same carrier takes. */
  reference: string;
  contentType: string;
  fileName: string | null;
}

export type OutgoingContent =
  | { kind: 'text'; text: string }
  /**
   * `values` by place: that of `{{1}}` first, one for each of the template's variables, also for those that the text
   * does not show. `text` is what the customer will read.
   */
  | { kind: 'template'; template: CarrierTemplate; values: readonly string[]; text: string };

export interface OutgoingMessage {
  channel: MessagingChannel;
  /** E.164 */
  from: string;
  /** E.164, or the channel's own id of the customer, which never begins with `+`. */
  to: string;
  content: OutgoingContent;
  /** Our name for the message; the carrier hands it back in its reports where it can. Unique. */
  reference: string;
  /** Where the carrier reports on the message. */
  statusUrl: string;
}

/** What became of a hand-over. Nothing is thrown but the signal's reason before anything was sent. */
export type Submission =
  | {
      kind: 'accepted';
      providerMessageId: string;
      state: DeliveryState;
      /** The carrier's other identity of the recipient: E.164 or the channel's own id; absent: none. */
      alsoKnownAs?: readonly string[];
    }
  /** The carrier will not send it; another try makes no sense. */
  | { kind: 'refused'; code: string; reason: string }
  /** The carrier has certainly not taken it; another try makes sense. */
  | { kind: 'unavailable'; reason: string; retryAfterSeconds: number | null }
  /** It may have been taken: the connection broke after the request was on its way. Never send it again. */
  | { kind: 'unknown'; reason: string };

/** A request that a carrier made to us, byte for byte. */
export interface CarrierRequest {
  method: 'GET' | 'POST';
  /** As the carrier was told to call it: scheme, host, path and query. */
  url: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** `stop`: opts out; `start`: opts in again. */
export type CustomerWish = 'stop' | 'start';

export type CarrierReport =
  | {
      kind: 'message';
      channel: MessagingChannel;
      /** Unique there; a repeated report carries it again. */
      providerMessageId: string;
      /**
       * E.164 of the customer; of an SMS that no number has sent, its sender as the carrier writes it; null: only
       * `channelUserId` is told.
       */
      from: string | null;
      /** The channel's own id of the customer, which never begins with `+`; null: not told. */
      channelUserId: string | null;
      /** E.164 of the sender, or how the carrier calls it. */
      to: string;
      /** The customer's own name for themselves; null: not told. */
      customerName: string | null;
      text: string;
      /** The customer typed the text as a message; not a tapped button, list choice or caption. */
      isTyped: boolean;
      /** The carrier's own classification of the message; null: none. */
      carrierWord: CustomerWish | null;
      media: readonly MediaItem[];
      /** Null: not told. */
      sentAt: Date | null;
    }
  | {
      kind: 'status';
      providerMessageId: string;
      /** `OutgoingMessage.reference` where the carrier hands it back; null elsewhere. */
      reference: string | null;
      state: DeliveryState;
      /** The carrier's code and words where it failed. */
      error: { code: string; text: string | null } | null;
    }
  /** A customer has opted out or in at the carrier, outside of a message. */
  | { kind: 'wish'; from: string | null; channelUserId: string | null; wish: CustomerWish; at: Date | null }
  /** Both are the same customer, each a number in E.164 or the channel's own id. */
  | { kind: 'identity'; first: string; second: string }
  /** Reports about another sender of the same account, by its number in E.164. */
  | { kind: 'other-sender'; phoneNumber: string; reports: readonly CarrierReport[] }
  /** A report without a known customer or kind. `content`: as the carrier sent it, in JSON. */
  | { kind: 'unattributed'; what: string; content: string }
  | { kind: 'templates-changed' };

export type CarrierReading =
  /** Not from the carrier, or not readable. */
  | { kind: 'refused'; reason: string }
  /** Answer these words, nothing happened. */
  | { kind: 'answer'; contentType: string; text: string }
  | { kind: 'reports'; reports: readonly CarrierReport[]; contentType: string; text: string };

/** One messaging account at a carrier, with its credentials. */
export interface MessagingCarrier {
  /**
   * Checks the credentials and that the sender exists there; null when all is well, else what to mend.
   * Throws a `ProviderError` when the carrier does not answer as it should.
   */
  check(phoneNumber: string, signal: AbortSignal): Promise<string | null>;
  send(message: OutgoingMessage, signal: AbortSignal): Promise<Submission>;
  /** Throws a `ProviderError` when the carrier does not answer as it should. */
  listTemplates(signal: AbortSignal): Promise<CarrierTemplate[]>;
  /** The bytes of a customer's attachment; throws a `ProviderError`. */
  readMedia(media: MediaItem, signal: AbortSignal): Promise<{ bytes: Buffer; contentType: string }>;
  /** Verifies the signature and reads what the carrier says. Never throws for what is sent; every text can be stored. */
  readRequest(request: CarrierRequest): CarrierReading;
}

/** A kind of carrier. */
export interface MessagingVendor {
  /** Stable, stored with each sender. */
  readonly name: string;
  readonly channels: readonly MessagingChannel[];
  /** The longest text that one message may hold, in characters (code points); longer ones are refused. */
  readonly maxTextCharacters: number;
  /** What an account must enter to connect; sealed at rest. */
  readonly credentials: z.ZodObject;
  /** @param credentials a value of the schema; throws a `ProviderError` for anything else */
  connect(credentials: unknown): MessagingCarrier;
  /** What an error code of this carrier means and what to do; null: not known. */
  explain(code: string): string | null;
  /** Error codes of this carrier for recipients who have opted out; absent: none. */
  readonly stopCodes?: ReadonlySet<string>;
}

export interface CarrierHttpRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  timeoutMs: number;
  maxResponseBytes: number;
  /** How many redirects are followed; none when absent. */
  redirects?: number;
  signal?: AbortSignal;
}

export type CarrierHttpResult =
  /** Header names in lower case. */
  | { kind: 'response'; status: number; headers: Readonly<Record<string, string>>; body: Buffer }
  /** `mayHaveArrived`: something of the request went out, so that the carrier may have acted on it. */
  | { kind: 'failure'; cause: 'timeout' | 'too-large' | 'other'; reason: string; mayHaveArrived: boolean };

/**
 * One HTTP request to a carrier. Never rejects for what the other side does; rejects with the signal's reason
 * only while nothing of the request has gone out.
 */
export type CarrierHttp = (request: CarrierHttpRequest) => Promise<CarrierHttpResult>;
