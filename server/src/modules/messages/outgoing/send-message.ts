import type { SessionStatus } from '#contract/messaging.ts';
import { AppError, type ErrorCode, messageOf } from '../../../core/errors.ts';
import type { NamedRequest } from '../../../core/named-request.ts';
import type {
  DeliveryState,
  MessagingCarrier,
  OutgoingContent,
} from '../../../providers/interfaces/messaging-carrier.ts';
import { describeSession, openSince } from '../customers/session-window.ts';
import type { MessageDependencies } from '../dependencies.ts';
import type { SenderRow } from '../senders/sender-store.ts';
import { mayHaveBeenSent } from './message-kinds.ts';
import { type OutgoingAnswer, readSent, type StoredOutgoing, storeOutgoing } from './outgoing-store.ts';
import type { EarlierMessage } from './submission-store.ts';
import { type Delivery, findRepeated, submit } from './submit-message.ts';

/** A message to a sender's customer. */
export interface OutgoingRequest {
  userId: number;
  senderId: number;
  /** E.164, or the channel's own id of the customer. */
  to: string;
  customerName: string | null;
  author: 'ai' | 'human';
  /** The teammate who wrote it; absent for the assistant and for API keys. */
  personId?: number | undefined;
  content: OutgoingContent;
  /** Lets a repeated request find its message; null without an idempotency key. */
  named: NamedRequest | null;
  /** The customer's turn that it answers; null if it is not an answer. */
  answer: OutgoingAnswer | null;
  /** Confirms STOP or START: free, and sent despite a STOP. */
  isConfirmation?: boolean;
}

/** A message accepted by the carrier. */
export interface SentMessage {
  conversationId: number;
  conversationUuid: string;
  messageId: number;
  channelMessageId: number;
  /** The carrier's message id. */
  sid: string;
  state: DeliveryState;
  session: SessionStatus;
}

/** Why a message was not stored, from general to specific. */
export type Hindrance =
  | 'no-sender'
  | 'sender-offline'
  | 'unpaid'
  | 'opted-out'
  | 'window-closed'
  | 'superseded';

type NotTakenDelivery = Exclude<Delivery, { kind: 'accepted' }>;

/** The message was stored and charged, but the carrier did not accept it or the outcome is unknown. */
export class NotTaken extends AppError {
  readonly delivery: NotTakenDelivery;
  readonly messageId: number;
  constructor(delivery: NotTakenDelivery, ids: StoredIds) {
    const { code, message, reason } = WORDS[delivery.kind](delivery.reason);
    const data = {
      conversation_id: ids.conversationId,
      conversation_uuid: ids.conversationUuid,
      message_id: ids.messageId,
      msgapp_message_id: ids.channelMessageId,
    };
    const retryAfterSeconds = delivery.kind === 'unavailable' ? (delivery.retryAfterSeconds ?? 5) : undefined;
    super(code, message, { reason, data, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
    this.delivery = delivery;
    this.messageId = ids.messageId;
  }
}

const WORDS: Record<
  NotTakenDelivery['kind'],
  (why: string) => { code: ErrorCode; message: string; reason: string }
> = {
  refused: (why: string) => ({
    code: 'invalid',
    message: `The carrier rejected the message: ${why}`,
    reason: 'CARRIER_REFUSED',
  }),
  unavailable: (why: string) => ({
    code: 'unavailable',
    message: `The carrier cannot be reached: ${why}`,
    reason: 'CARRIER_UNAVAILABLE',
  }),
  unknown: () => ({ code: 'unavailable', message: mayHaveBeenSent('msgapp'), reason: 'DELIVERY_UNKNOWN' }),
};

/** Reasons whose error includes the session status, because they are specific to this customer. */
const SAYS_SESSION: ReadonlySet<Hindrance> = new Set(['window-closed', 'opted-out']);

/** Nothing was stored. */
export class NotStored extends AppError {
  readonly hindrance: Hindrance;
  constructor(hindrance: Hindrance, session: SessionStatus) {
    const { code, message, reason } = REFUSALS[hindrance];
    super(code, message, {
      reason,
      ...(SAYS_SESSION.has(hindrance) ? { data: { session_status: session } } : {}),
    });
    this.hindrance = hindrance;
  }
}

const REFUSALS = {
  'no-sender': { code: 'not-found', message: 'Sender not found.', reason: 'SENDER_NOT_FOUND' },
  'sender-offline': { code: 'unavailable', message: 'The sender is offline.', reason: 'SENDER_OFFLINE' },
  unpaid: {
    code: 'payment-required',
    message: 'The balance of this account does not cover the message.',
    reason: 'INSUFFICIENT_BALANCE',
  },
  'opted-out': {
    code: 'forbidden',
    message:
      'The customer has opted out. Wait until they send START. If you added their number to the do-not-call list, remove it from the list.',
    reason: 'OPTED_OUT',
  },
  'window-closed': {
    code: 'forbidden',
    message: 'The 24-hour session is not open. Send a template instead.',
    reason: 'SESSION_EXPIRED',
  },
  superseded: {
    code: 'conflict',
    message: 'The customer has sent another message in the meantime.',
    reason: 'SUPERSEDED',
  },
} as const;

interface StoredIds {
  conversationId: number;
  conversationUuid: string;
  messageId: number;
  channelMessageId: number;
}

/**
 * Sends a message to a customer: stores it with its charge, then submits it to the carrier once. Reasons that
 * affect all messages of the sender are reported before those of this customer. Throws `NotStored` and `NotTaken`.
 */
export async function sendOverChannel(
  dependencies: MessageDependencies,
  request: OutgoingRequest,
): Promise<SentMessage> {
  const { database, clock, prices, processId } = dependencies;
  const { userId, senderId, to, content, named, isConfirmation = false } = request;
  if (named !== null) {
    const earlier = await findRepeated(dependencies, 'msgapp', { userId, named });
    if (earlier !== null) return answerAgain(dependencies, userId, earlier);
  }
  // A reply costs one message, in any number of parts.
  const isFree = isConfirmation || (request.answer !== null && request.answer.after !== null);
  const priceMicros = isFree ? 0 : prices.msgappMessageMicros;
  const now = clock.now();
  const stored = await storeOutgoing(database, {
    userId,
    senderId,
    recipient: to,
    customerName: request.customerName,
    author: request.author,
    personId: request.personId ?? null,
    content: content.text,
    needsWindow: content.kind === 'text',
    openSince: openSince(now),
    priceMicros,
    processId,
    named,
    answer: request.answer,
    isConfirmation,
  });
  const session = describeSession(stored, now);
  const ids = storedIds(stored);
  if (ids === null) {
    const about = { isOpen: session.is_open, priceMicros };
    throw new NotStored(hindranceOf(stored, request, about), session);
  }
  const sender = { ...stored, id: senderId, user_id: userId, assistant_id: null, status: 'online' as const };
  const delivery = await submit(dependencies, {
    id: ids.channelMessageId,
    userId,
    reporter: { kind: 'msgapp', id: senderId, userId, provider: sender.provider },
    carrier: carrierFor(dependencies, sender),
    credentials: sender.sealed_credentials,
    from: sender.phone_number,
    to: stored.address,
    content,
    statusUrl: dependencies.callbackUrl(sender.webhook_key),
  });
  if (delivery.kind !== 'accepted') throw new NotTaken(delivery, ids);
  return { ...ids, sid: delivery.providerMessageId, state: delivery.state, session };
}

function storedIds(stored: StoredOutgoing): StoredIds | null {
  const {
    conversation_id: conversationId,
    conversation_uuid: conversationUuid,
    message_id: messageId,
    channel_message_id: channelMessageId,
  } = stored;
  if (conversationId === null || conversationUuid === null) return null;
  if (messageId === null || channelMessageId === null) return null;
  return { conversationId, conversationUuid, messageId, channelMessageId };
}

function hindranceOf(
  stored: StoredOutgoing,
  request: OutgoingRequest,
  now: { isOpen: boolean; priceMicros: number },
): Hindrance {
  if (stored.sender_status === null) return 'no-sender';
  if (stored.sender_status === 'offline') return 'sender-offline';
  if (stored.balance_micros < now.priceMicros) return 'unpaid';
  if (stored.is_forbidden) return 'opted-out';
  if (request.content.kind === 'text' && !now.isOpen) return 'window-closed';
  // Another charge has used the balance since it was read, or the turn changed.
  return request.answer === null ? 'unpaid' : 'superseded';
}

/** The carrier of a sender, or why it is unavailable. */
function carrierFor({ carrierOf, log }: MessageDependencies, sender: SenderRow): MessagingCarrier | string {
  try {
    const connection = carrierOf(sender);
    if (connection !== null) return connection.carrier;
    return `The carrier of this sender (${sender.provider}) is not configured on this server.`;
  } catch (error) {
    log.error({ error, sender: sender.id }, 'The carrier of a sender is not available.');
    return messageOf(error);
  }
}

async function answerAgain(
  { database, clock }: MessageDependencies,
  userId: number,
  earlier: EarlierMessage,
): Promise<SentMessage> {
  if (earlier.is_under_way) throw new AppError('conflict', 'This message is already being sent.');
  const sent = await readSent(database, userId, earlier.id);
  const ids = {
    conversationId: sent.conversation_id,
    conversationUuid: sent.conversation_uuid,
    messageId: sent.message_id,
    channelMessageId: earlier.id,
  };
  if (earlier.is_unsure) throw new NotTaken({ kind: 'unknown', reason: mayHaveBeenSent('msgapp') }, ids);
  const sid = earlier.provider_message_id;
  if (sid === null) {
    const reason = earlier.error ?? 'No reason was given.';
    throw new NotTaken({ kind: 'refused', code: earlier.error_code ?? '', reason }, ids);
  }
  const session = describeSession({ ...sent, has_said_stop: false, is_unreachable: false }, clock.now());
  return { ...ids, sid, state: sent.state, session };
}
