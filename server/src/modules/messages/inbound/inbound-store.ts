import { type NamedRequest, requireSameRequest } from '../../../core/named-request.ts';
import type { Executor } from '../../../db/client.ts';
import type { ConsentChange, MessageReference } from '../../../providers/interfaces/messaging-carrier.ts';
import { lockBalance } from '../../accounts/balance/charge.ts';
import type { BlacklistEvents } from '../../blacklist/actions.ts';
import { linkIdentities } from '../customers/identities.ts';
import { type OptOut, readOptOut, storeOptOut } from '../customers/opt-outs.ts';

export interface NewInbound {
  userId: number;
  senderId: number;
  /** E.164; null if only `channelUserId` is known. */
  customerPhone: string | null;
  /** The channel's user id of the customer; null if unknown. */
  channelUserId: string | null;
  /** Address for answers: the phone number or the channel's user id, in the carrier's format. */
  address: string;
  customerName: string | null;
  content: string;
  providerMessageId: string;
  /** Effective time of the message, see `countsFrom`. */
  writtenAt: Date;
  wish: ConsentChange | null;
  /** The opt-in word may also be an answer to a question. */
  mayBeAnswer: boolean;
  /** False for messages that need no answer. */
  isQuestion: boolean;
  about: MessageReference | null;
  /** Idempotency key of a sandbox request; null if a carrier reported the message. */
  named: NamedRequest | null;
}

export interface StoredInbound {
  conversationId: number;
  conversationUuid: string;
  messageId: number;
  /** The message was received before. */
  isRepeat: boolean;
  /** Why the assistant does not answer; null if it does. */
  unansweredReason: UnansweredReason | null;
  /** The customer's opt-out or opt-in; null if the message was neither. */
  changedConsent: ConsentChange | null;
}

/** Why the assistant did not answer a message; shown to the account. */
export type UnansweredReason =
  | 'NO_QUESTION'
  | 'AI_DISABLED'
  | 'NO_ASSISTANT'
  | 'OPTED_OUT'
  | 'OPTED_IN'
  | 'INSUFFICIENT_BALANCE'
  | 'SENDER_OFFLINE'
  | 'SESSION_EXPIRED'
  | 'NOT_DELIVERED'
  | 'ASSISTANT_UNAVAILABLE'
  | 'AUTOMATIC_REPLIES'
  | 'DAILY_LIMIT';

export interface OpenedConversation {
  id: number;
  uuid: string;
  ai_enabled: boolean;
  /** The sender's current assistant. */
  assistant_id: number | null;
}

/**
 * Stores a customer's message once per carrier id: conversation (opened if necessary), message, window, opt-out or
 * opt-in, and the pending turn. Must run in a transaction; locks the conversation first, like all code in this
 * directory. Throws `invalid` if the idempotency key belongs to a different message.
 */
export async function storeInbound(
  transaction: Executor,
  blacklist: BlacklistEvents,
  message: NewInbound,
): Promise<StoredInbound> {
  const { userId, customerPhone, channelUserId } = message;
  if (message.wish !== null) await lockBalance(transaction, userId);
  if (customerPhone !== null && channelUserId !== null) {
    await linkIdentities(transaction, blacklist, { userId, first: customerPhone, second: channelUserId });
  }
  const conversation = await openInbound(transaction, message);
  const known = await findReceived(transaction, message);
  if (known !== null) return { ...known, isRepeat: true, unansweredReason: null, changedConsent: null };
  const [stored] = await transaction.query<{ id: number }>(
    `insert into messages (user_id, conversation_id, role, author, content, about)
     values ($1, $2, 'user', 'customer', $3, $4::jsonb || jsonb_build_object('quoted_id', (
       select message_id from (
         select message_id, sender_id, provider_message_id from received_messages
         union all
         select message_id, sender_id, provider_message_id from channel_messages) known
       where sender_id = $5 and provider_message_id = $6 limit 1))) returning id`,
    [message.userId, conversation.id, message.content, ...referenceColumns(message)],
  );
  if (stored === undefined) throw new Error('A message was not stored.');
  await renewWindow(transaction, message);
  const { before, after } = await applyConsentChange(transaction, blacklist, message);
  const unansweredReason = whyUnanswered(conversation, { before, after }, message);
  await transaction.query(
    `with received as (
       insert into received_messages (user_id, sender_id, conversation_id, message_id, provider_message_id,
         unanswered_reason, request_hash)
       values ($1, $2, $3, $4, $5, $6, $7)),
     pending as (
       insert into pending_answers (conversation_id, user_id, message_id)
       select $3, $1, $4 where $6::text is null
       on conflict (conversation_id) do update set
         message_id = excluded.message_id, attempts = 0, next_try_at = null)
     update conversations set message_count = message_count + 1, updated_at = clock_timestamp()
     where user_id = $1 and id = $3`,
    [
      message.userId,
      message.senderId,
      conversation.id,
      stored.id,
      message.providerMessageId,
      unansweredReason,
      message.named?.hash ?? null,
    ],
  );
  const { id: conversationId, uuid: conversationUuid } = conversation;
  const changedConsent = consentChange({ before, after });
  return {
    conversationId,
    conversationUuid,
    messageId: stored.id,
    isRepeat: false,
    unansweredReason,
    changedConsent,
  };
}

function referenceColumns({ about, senderId }: NewInbound): [string | null, number, string | null] {
  if (about === null) return [null, senderId, null];
  const { quoted, ...rest } = about;
  return [JSON.stringify(rest), senderId, quoted];
}

/** Opens or finds the conversation of sender and customer, locks it, and assigns the sender's current assistant. */
export async function openInbound(
  transaction: Executor,
  message: Pick<NewInbound, 'userId' | 'senderId' | 'customerPhone' | 'channelUserId' | 'customerName'>,
): Promise<OpenedConversation> {
  const [row] = await transaction.query<OpenedConversation>(
    `insert into conversations (user_id, assistant_id, type, sender_id, customer_key, customer_phone,
       customer_identifier, customer_name, variables)
     select $1, assistants.id, 'msgapp', senders.id, customer_key($1, coalesce($3, $5)), $3, $5, $4,
       coalesce(assistants.variables, '{}')
     from senders
     left join assistants on assistants.id = senders.assistant_id and assistants.deleted_at is null
     where senders.user_id = $1 and senders.id = $2
     on conflict (sender_id, customer_key) where type = 'msgapp' do update set
       assistant_id = coalesce(excluded.assistant_id, conversations.assistant_id),
       -- Begins to end as its first assistant wants it.
       end_check_at = case when conversations.assistant_id is null then excluded.end_check_at
         else conversations.end_check_at end,
       customer_phone = coalesce(conversations.customer_phone, excluded.customer_phone),
       customer_identifier = coalesce(excluded.customer_identifier, conversations.customer_identifier),
       customer_name = coalesce(excluded.customer_name, conversations.customer_name)
     returning id, uuid, ai_enabled,
       (select assistants.id from senders join assistants on assistants.id = senders.assistant_id
        where senders.id = $2 and assistants.deleted_at is null) as assistant_id`,
    [message.userId, message.senderId, message.customerPhone, message.customerName, message.channelUserId],
  );
  if (row === undefined) throw new Error('The sender of an inbound message no longer exists.');
  return row;
}

async function findReceived(
  transaction: Executor,
  { userId, senderId, providerMessageId, named }: NewInbound,
): Promise<Pick<StoredInbound, 'conversationId' | 'conversationUuid' | 'messageId'> | null> {
  if (named !== null) await forgetOldKey(transaction, { senderId, providerMessageId });
  const [row] = await transaction.query<{
    conversation_id: number;
    uuid: string;
    message_id: number;
    request_hash: string | null;
  }>(
    `select received.conversation_id, conversations.uuid, received.message_id, received.request_hash
     from received_messages received join conversations on conversations.id = received.conversation_id
     where received.user_id = $1 and received.sender_id = $2 and received.provider_message_id = $3`,
    [userId, senderId, providerMessageId],
  );
  if (row === undefined) return null;
  if (named !== null) requireSameRequest(row.request_hash, named);
  return { conversationId: row.conversation_id, conversationUuid: row.uuid, messageId: row.message_id };
}

/** Idempotency keys expire after 24 hours; a later request with the key is a new message. */
async function forgetOldKey(
  transaction: Executor,
  { senderId, providerMessageId }: Pick<NewInbound, 'senderId' | 'providerMessageId'>,
): Promise<void> {
  await transaction.query(
    `update received_messages set provider_message_id = provider_message_id || ':' || id
     where sender_id = $1 and provider_message_id = $2 and created_at < clock_timestamp() - interval '24 hours'`,
    [senderId, providerMessageId],
  );
}

/** An older message never shortens the window. Answers go to the address of the latest message. */
async function renewWindow(transaction: Executor, message: NewInbound): Promise<void> {
  await transaction.query(
    `insert into channel_customers as customer (sender_id, customer_key, user_id, last_message_at, address)
     values ($1, customer_key($3, $2), $3, $4, $2)
     on conflict (sender_id, customer_key) do update set
       address = case when excluded.last_message_at >= customer.last_message_at then excluded.address
         else customer.address end,
       last_message_at = greatest(customer.last_message_at, excluded.last_message_at)`,
    [message.senderId, message.address, message.userId, message.writtenAt],
  );
}

/** Applies an opt-out or opt-in of the message. @returns why the assistant does not answer; null if it does */
export async function applyConsentChange(
  transaction: Executor,
  blacklist: BlacklistEvents,
  {
    userId,
    address: identity,
    wish,
    writtenAt: at,
    mayBeAnswer,
  }: Pick<NewInbound, 'userId' | 'address' | 'wish' | 'writtenAt' | 'mayBeAnswer'>,
): Promise<Consent> {
  if (wish !== null)
    return storeOptOut(transaction, blacklist, {
      userId,
      identity,
      wish,
      source: 'customer',
      at,
      mayBeAnswer,
    });
  const unchanged = await readOptOut(transaction, { userId, identity });
  return { before: unchanged, after: unchanged };
}

interface Consent {
  before: OptOut;
  after: OptOut;
}

export function consentChange({ before, after }: Consent): ConsentChange | null {
  if (before.opted_out === after.opted_out) return null;
  return after.opted_out ? 'stop' : 'start';
}

export function whyUnanswered(
  conversation: Pick<OpenedConversation, 'ai_enabled' | 'assistant_id'>,
  { before, after }: Consent,
  { isQuestion }: { isQuestion: boolean },
): UnansweredReason | null {
  // Opt-outs at the carrier mostly concern advertising, so these customers still get answers to their messages.
  if (after.opted_out && after.source === 'customer') return 'OPTED_OUT';
  // The word that revokes a STOP is not a question. After an opt-out at the carrier alone, the word may be one.
  if (before.opted_out && before.source === 'customer' && !after.opted_out) return 'OPTED_IN';
  if (!isQuestion) return 'NO_QUESTION';
  if (!conversation.ai_enabled) return 'AI_DISABLED';
  return conversation.assistant_id === null ? 'NO_ASSISTANT' : null;
}
