import { type NamedRequest, requireSameRequest } from '../../../core/named-request.ts';
import type { Executor } from '../../../db/client.ts';

export interface NewInbound {
  userId: number;
  senderId: number;
  /** E.164 */
  customerPhone: string;
  customerName: string | null;
  content: string;
  providerMessageId: string;
  /** When the customer wrote it, as far as it counts. */
  writtenAt: Date;
  optWord: 'stop' | 'start' | null;
  /** The request that plays the carrier and after whose key the message is called; null: a carrier reports. */
  named: NamedRequest | null;
}

export interface StoredInbound {
  conversationId: number;
  conversationUuid: string;
  messageId: number;
  /** It was reported before. */
  isRepeat: boolean;
  /** Why the assistant does not answer; null: it shall. */
  unansweredReason: UnansweredReason | null;
}

/** Why a customer's message has no answer of the assistant; shown to the account. */
export type UnansweredReason =
  | 'AI_DISABLED'
  | 'NO_ASSISTANT'
  | 'OPTED_OUT'
  | 'OPTED_IN'
  | 'INSUFFICIENT_BALANCE'
  | 'SENDER_OFFLINE'
  | 'SESSION_EXPIRED'
  | 'NOT_DELIVERED'
  | 'ASSISTANT_UNAVAILABLE';

/** Whether the customer wants nothing from us: before a message, and from it on. */
interface CustomerWish {
  was_opted_out: boolean;
  opted_out: boolean;
}

interface OpenedConversation {
  id: number;
  uuid: string;
  ai_enabled: boolean;
  assistant_id: number | null;
}

/**
 * Stores a customer's message, once for each id of the carrier: the conversation (opened where there is none), the
 * message, the window, the customer's wish to hear from us, and the turn that waits for an answer.
 * Run it in a transaction. Locks the conversation first, as everything does. Throws `invalid` for another message
 * under the key of an earlier request.
 */
export async function storeInbound(transaction: Executor, message: NewInbound): Promise<StoredInbound> {
  const conversation = await openInbound(transaction, message);
  const known = await findReceived(transaction, message);
  if (known !== null) return { ...known, isRepeat: true, unansweredReason: null };
  const [stored] = await transaction.query<{ id: number }>(
    `insert into messages (user_id, conversation_id, role, author, content)
     values ($1, $2, 'user', 'customer', $3) returning id`,
    [message.userId, conversation.id, message.content],
  );
  if (stored === undefined) throw new Error('A message was not stored.');
  const wish = await renewWindow(transaction, message);
  const unansweredReason = whyUnanswered(conversation, wish);
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
  return { conversationId, conversationUuid, messageId: stored.id, isRepeat: false, unansweredReason };
}

/** The conversation of sender and customer, locked; it belongs to the sender's assistant of now. */
async function openInbound(transaction: Executor, message: NewInbound): Promise<OpenedConversation> {
  const [row] = await transaction.query<OpenedConversation>(
    `insert into conversations (user_id, assistant_id, type, sender_id, customer_phone, customer_name, variables)
     select $1, assistants.id, 'msgapp', senders.id, $3, $4, coalesce(assistants.variables, '{}')
     from senders
     left join assistants on assistants.id = senders.assistant_id and assistants.deleted_at is null
     where senders.user_id = $1 and senders.id = $2
     on conflict (sender_id, customer_phone) where type = 'msgapp' do update set
       assistant_id = coalesce(excluded.assistant_id, conversations.assistant_id),
       -- Begins to end as its first assistant wants it.
       end_check_at = case when conversations.assistant_id is null then excluded.end_check_at
         else conversations.end_check_at end,
       customer_name = coalesce(excluded.customer_name, conversations.customer_name)
     returning id, uuid, ai_enabled,
       (select assistants.id from senders join assistants on assistants.id = senders.assistant_id
        where senders.id = $2 and assistants.deleted_at is null) as assistant_id`,
    [message.userId, message.senderId, message.customerPhone, message.customerName],
  );
  if (row === undefined) throw new Error('The sender of an inbound message is gone.');
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

/** Keys name a request for 24 hours: one that comes again later is another message. */
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

/** An older message never shortens the window, and an older word never undoes a newer one. */
async function renewWindow(transaction: Executor, message: NewInbound): Promise<CustomerWish> {
  const [row] = await transaction.query<CustomerWish>(
    `with customer as (
       insert into channel_customers as customer (sender_id, customer_phone, user_id, last_message_at)
       values ($1, $2, $3, $4)
       on conflict (sender_id, customer_phone) do update set
         last_message_at = greatest(customer.last_message_at, excluded.last_message_at)),
     sender as (select phone_number from senders where user_id = $3 and id = $1),
     word as (
       insert into channel_opt_outs as earlier (user_id, phone_number, customer_phone, opted_out, changed_at)
       select $3, phone_number, $2, $5, $4 from sender where $5::boolean is not null
       on conflict (user_id, phone_number, customer_phone) do update set
         opted_out = excluded.opted_out, changed_at = excluded.changed_at
         where earlier.changed_at <= excluded.changed_at
       returning opted_out),
     -- As the statement found it, without the word.
     known as (
       select known.opted_out from channel_opt_outs known join sender on sender.phone_number = known.phone_number
       where known.user_id = $3 and known.customer_phone = $2)
     select coalesce((select opted_out from known), false) as was_opted_out,
       coalesce((select opted_out from word), (select opted_out from known), false) as opted_out`,
    [
      message.senderId,
      message.customerPhone,
      message.userId,
      message.writtenAt,
      message.optWord === null ? null : message.optWord === 'stop',
    ],
  );
  return row ?? { was_opted_out: false, opted_out: false };
}

function whyUnanswered(conversation: OpenedConversation, wish: CustomerWish): UnansweredReason | null {
  if (wish.opted_out) return 'OPTED_OUT';
  // The word that lifts a STOP is no question.
  if (wish.was_opted_out) return 'OPTED_IN';
  if (!conversation.ai_enabled) return 'AI_DISABLED';
  return conversation.assistant_id === null ? 'NO_ASSISTANT' : null;
}

/** Whom a conversation of the channel reaches, and through which sender; null: the sender is gone. */
export async function findChannelAddress(
  database: Executor,
  userId: number,
  conversationId: number,
): Promise<{ sender_id: number; customer_phone: string } | null> {
  const [row] = await database.query<{ sender_id: number; customer_phone: string }>(
    `select sender_id, customer_phone from conversations
     where user_id = $1 and id = $2 and sender_id is not null and customer_phone is not null`,
    [userId, conversationId],
  );
  return row ?? null;
}
