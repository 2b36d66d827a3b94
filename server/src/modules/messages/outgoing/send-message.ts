import type { SessionStatus } from '#contract/messaging.ts';
import { AppError, type ErrorCode } from '../../../core/errors.ts';
import { type NamedRequest, requireSameRequest } from '../../../core/named-request.ts';
import type { DeliveryState, OutgoingContent } from '../../../providers/interfaces/messaging-carrier.ts';
import { describeSession, openSince, sessionWindow } from '../customers/session-window.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { type EarlierOutgoing, findEarlier, type StoredOutgoing, storeOutgoing } from './outgoing-store.ts';
import { type Delivery, MAY_HAVE_BEEN_SENT, settleSubmissions, submit } from './submit-message.ts';

/** A message to a sender's customer. */
export interface OutgoingRequest {
  userId: number;
  senderId: number;
  /** E.164, or the channel's own id of the customer. */
  to: string;
  customerName: string | null;
  author: 'ai' | 'human';
  content: OutgoingContent;
  /** Lets a repeated request find its message; null without an idempotency key. */
  named: NamedRequest | null;
  /** The customer's turn that it answers; null if it is not an answer. */
  answer: { conversationId: number; messageId: number; functionCalls: string | null } | null;
  /** Confirms STOP or START: free, and sent despite a STOP. */
  isConfirmation?: boolean;
}

/** A message accepted by the carrier. */
export interface SentMessage {
  conversationId: number;
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
  unknown: () => ({ code: 'unavailable', message: MAY_HAVE_BEEN_SENT, reason: 'DELIVERY_UNKNOWN' }),
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
      'The customer has opted out. Wait until they write START, or remove their number from the blacklist.',
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
  if (request.named !== null) {
    const earlier = await findRepeated(dependencies, request.userId, request.named);
    if (earlier !== null) return answerAgain(dependencies, earlier);
  }
  const { database, clock, prices, processId } = dependencies;
  const { userId, senderId, to, content, isConfirmation = false } = request;
  const priceMicros = isConfirmation ? 0 : prices.msgappMessageMicros;
  const now = clock.now();
  const stored = await storeOutgoing(database, {
    userId,
    senderId,
    recipient: to,
    customerName: request.customerName,
    author: request.author,
    content: content.text,
    needsWindow: content.kind === 'text',
    openSince: openSince(now),
    priceMicros,
    processId,
    named: request.named,
    answer: request.answer,
    isConfirmation,
  });
  const session = describeSession(sessionWindow(stored.last_message_at, now), {
    timezone: stored.timezone,
    hasSaidStop: stored.has_said_stop,
    isUnreachable: stored.is_unreachable,
  });
  const ids = storedIds(stored);
  if (ids === null) {
    const about = { isOpen: session.is_open, priceMicros };
    throw new NotStored(hindranceOf(stored, request, about), session);
  }
  const sender = { ...stored, id: senderId, user_id: userId, assistant_id: null, status: 'online' as const };
  const delivery = await submit(dependencies, {
    id: ids.channelMessageId,
    userId,
    sender,
    to: stored.address,
    content,
  });
  if (delivery.kind !== 'accepted') throw new NotTaken(delivery, ids);
  return { ...ids, sid: delivery.providerMessageId, state: delivery.state, session };
}

function storedIds(stored: StoredOutgoing): StoredIds | null {
  const {
    conversation_id: conversationId,
    message_id: messageId,
    channel_message_id: channelMessageId,
  } = stored;
  if (conversationId === null || messageId === null || channelMessageId === null) return null;
  return { conversationId, messageId, channelMessageId };
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

/**
 * The message of an earlier attempt of the request. If the process that submitted it died, the submission is settled
 * first.
 */
async function findRepeated(
  dependencies: MessageDependencies,
  userId: number,
  named: NamedRequest,
): Promise<EarlierOutgoing | null> {
  const earlier = await findEarlier(dependencies.database, userId, named.key);
  if (earlier !== null) requireSameRequest(earlier.request_hash, named);
  if (earlier?.is_abandoned !== true) return earlier;
  await settleSubmissions(dependencies);
  return findEarlier(dependencies.database, userId, named.key);
}

function answerAgain({ clock }: MessageDependencies, earlier: EarlierOutgoing): SentMessage {
  const ids = {
    conversationId: earlier.conversation_id,
    messageId: earlier.message_id,
    channelMessageId: earlier.id,
  };
  if (earlier.is_under_way) throw new AppError('conflict', 'This message is already being sent.');
  if (earlier.is_unsure) throw new NotTaken({ kind: 'unknown', reason: MAY_HAVE_BEEN_SENT }, ids);
  const sid = earlier.provider_message_id;
  if (sid === null) {
    const reason = earlier.error ?? 'No reason was given.';
    throw new NotTaken({ kind: 'refused', code: earlier.error_code ?? '', reason }, ids);
  }
  const window = sessionWindow(earlier.last_message_at, clock.now());
  return {
    ...ids,
    sid,
    state: earlier.state,
    session: describeSession(window, {
      timezone: earlier.timezone,
      hasSaidStop: false,
      isUnreachable: false,
    }),
  };
}
