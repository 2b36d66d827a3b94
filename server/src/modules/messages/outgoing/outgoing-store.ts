import type { NamedRequest } from '../../../core/named-request.ts';
import type { Database, Executor } from '../../../db/client.ts';
import type { DeliveryState } from '../../../providers/interfaces/messaging-carrier.ts';
import { lockBalance } from '../../accounts/balance/charge.ts';
import { lockConversation } from '../../conversations/messages/lock-conversation.ts';
import { wasSaid } from '../../conversations/messages/said.ts';
import { END_SILENCE } from '../../conversations/messages/silence.ts';
import { joinCustomer } from '../customers/customer-sql.ts';
import { hasOptedOut } from '../customers/opt-outs.ts';

/** The customer's turn that a message answers, and the tool calls that were made for it. */
export interface OutgoingAnswer {
  conversationId: number;
  messageId: number;
  revision: number;
  functionCalls: string | null;
  /** The previous part of the reply; null for the first part, and for a reply in one message. */
  after: number | null;
  /** The remaining parts; null if the reply is one message. */
  rest: string[] | null;
}

/** A message from the account or its assistant to a customer. */
export interface NewOutgoing {
  userId: number;
  senderId: number;
  /** E.164, or the channel's own id of the customer. */
  recipient: string;
  /** Null if not given. */
  customerName: string | null;
  author: 'ai' | 'human';
  /** The teammate who wrote it; null for the assistant and for API keys. */
  personId: number | null;
  content: string;
  /** False for templates, which may be sent outside the window. */
  needsWindow: boolean;
  /** The window is open if the customer's last message is later than this. */
  openSince: Date;
  priceMicros: number;
  /** This process, which submits the message. */
  processId: string;
  named: NamedRequest | null;
  /** The turn that this message answers, which this process must own; null if the message is not an answer. */
  answer: OutgoingAnswer | null;
  /** Confirms the customer's STOP and is sent despite it. */
  isConfirmation: boolean;
}

/** The state that decided whether the message was stored; the ids are null if it was not. */
export interface StoredOutgoing {
  /** Null if the account has no such sender. */
  sender_status: 'online' | 'offline' | null;
  provider: string;
  phone_number: string;
  webhook_key: string;
  sealed_credentials: Buffer | null;
  balance_micros: number;
  timezone: string;
  last_message_at: Date | null;
  has_said_stop: boolean;
  is_unreachable: boolean;
  /** True if an opt-out or the blacklist forbids the message. */
  is_forbidden: boolean;
  /** The address that the customer last wrote from; the recipient if no such address is known. */
  address: string;
  conversation_id: number | null;
  conversation_uuid: string | null;
  message_id: number | null;
  channel_message_id: number | null;
}

/*
 * Stores a message to a customer in one statement: charge, conversation (opened if necessary), message, submission
 * owned by this process, and the customer's turn that it answers. Lock order, as for all charges: users, conversations,
 * then the rest.
 */
const STORE = `with account as (select balance_micros, timezone from users where id = $1),
  sender as (
    select id, user_id, assistant_id, provider, phone_number, status, webhook_key, sealed_credentials
    from senders where user_id = $1 and id = $2),
  known as materialized (select customer_key($1, $3) as key),
  customer as (
    select last_message_at, address from channel_customers
    where user_id = $1 and sender_id = $2 and customer_key = (select key from known)),
  reach as materialized (
    select ${hasOptedOut('$1', '$3')} as has_said_stop, is_unreachable($1, $3) as is_unreachable,
      $4 and exists (select from customer where last_message_at > $5) as is_reply),
  forbidden as (
    -- Customers who stopped only the carrier's messages, or are blacklisted, still get replies to their messages.
    select from reach
    where not $16 and (has_said_stop or is_unreachable and $6::bigint is null and not is_reply)),
  allowed as (
    select id, assistant_id from sender
    where status = 'online'
      and not exists (select from forbidden)
      and (not $4 or (select is_reply from reach))
      and ($6::bigint is null or (
        exists (select from pending_answers where conversation_id = $6 and process_id = $8
          and case when $19::bigint is null then message_id >= $7 and revision = $17
            else (rest ->> 'after')::bigint = $19 end)
        and exists (select from conversations where id = $6 and (ai_enabled
          -- The assistant announces its handoff to people, and then says nothing more.
          or handed_off_by <= $7 and ($19::bigint is not null or not exists (
            select from messages announcement where announcement.conversation_id = $6
              and announcement.reply_to >= handed_off_by))))
        and ($19::bigint is not null or not exists (select from messages where reply_to = $7))
        -- A person has answered what the assistant was about to.
        and not exists (select from messages later where later.conversation_id = $6 and later.id > $7
          and later.author = 'human' and ${wasSaid('later')})))),
  paid as (
    update users set balance_micros = balance_micros - $9
    where id = $1 and balance_micros >= $9 and exists (select from allowed) returning id),
  answered_conversation as (
    -- By its id: the customer may have another thread by now.
    update conversations set message_count = message_count + 1, cost_micros = cost_micros + $9,
      customer_name = coalesce($10, customer_name), updated_at = clock_timestamp(), ${END_SILENCE}
    where user_id = $1 and id = $6 and exists (select from paid)
    returning id, uuid),
  opened_conversation as (
    insert into conversations (user_id, assistant_id, type, sender_id, customer_key, customer_phone,
      customer_identifier, customer_name, message_count, cost_micros)
    select $1, allowed.assistant_id, 'msgapp', allowed.id, known.key, case when $3 like '+%' then $3 end,
      case when $3 not like '+%' then $3 end, $10, 1, $9
    from allowed, paid, known where $6::bigint is null
    on conflict (sender_id, customer_key) where type = 'msgapp' do update set
      message_count = conversations.message_count + 1,
      cost_micros = conversations.cost_micros + excluded.cost_micros,
      customer_name = coalesce(excluded.customer_name, conversations.customer_name),
      updated_at = clock_timestamp(), ${END_SILENCE}
    returning id, uuid),
  conversation as (select * from answered_conversation union all select * from opened_conversation),
  message as (
    insert into messages (user_id, conversation_id, role, author, content, function_calls, reply_to, part_of,
      person_id)
    select $1, id, 'assistant', $11, $12, $13::json, case when $19::bigint is null then $7::bigint end,
      (select coalesce(part.part_of, part.id) from messages part where part.id = $19), $20
    from conversation returning id),
  channel_message as (
    insert into channel_messages (user_id, sender_id, conversation_id, message_id, process_id, request_key,
      request_hash)
    select $1, $2, conversation.id, message.id, $8, $14, $15 from conversation, message returning id),
  charge as (
    insert into charges (user_id, conversation_id, message_id, kind, amount_micros, reference, note)
    select $1, conversation.id, message.id, 'msgapp_message', $9, 'msgapp:' || channel_message.id,
      'Message to ' || $3 from conversation, message, channel_message where $9 > 0),
  answered as (
    delete from pending_answers where conversation_id = $6 and message_id = $7 and process_id = $8
      and $18::jsonb is null and exists (select from channel_message)),
  continued as (
    -- Another try of the same part counts as an attempt. The lease restarts, because a reply may have many parts.
    update pending_answers set claimed_at = clock_timestamp(),
      attempts = case when rest -> 'texts' = $18::jsonb then attempts else 1 end,
      rest = jsonb_build_object('replyTo', $7::bigint, 'revision', $17::bigint, 'after', message.id, 'texts', $18::jsonb)
    from message where conversation_id = $6 and process_id = $8 and $18::jsonb is not null
      and exists (select from channel_message)),
  taken_over as (
    update tool_calls set reply_id = (select id from message)
    where user_id = $1 and conversation_id = $6 and message_id <= $7 and reply_id is null
      and exists (select from channel_message))
  select sender.status as sender_status, sender.provider, sender.phone_number, sender.webhook_key,
    sender.sealed_credentials, account.balance_micros, account.timezone,
    (select last_message_at from customer) as last_message_at,
    coalesce((select address from customer), $3) as address,
    reach.has_said_stop, reach.is_unreachable, exists (select from forbidden) as is_forbidden,
    (select id from conversation) as conversation_id, (select uuid from conversation) as conversation_uuid,
    (select id from message) as message_id, (select id from channel_message) as channel_message_id
  from account cross join reach left join sender on true`;

/**
 * Locks the account first, then the conversation of an answer: a STOP, an edit or a teammate's message that another
 * transaction has stored meanwhile must be visible to the statement.
 */
export async function storeOutgoing(database: Database, message: NewOutgoing): Promise<StoredOutgoing> {
  const { userId, answer } = message;
  const [row] = await database.transaction(async (transaction) => {
    await lockBalance(transaction, userId);
    if (answer !== null) {
      await lockConversation(transaction, { userId, conversationId: answer.conversationId });
    }
    return transaction.query<StoredOutgoing>(STORE, valuesOf(message));
  });
  if (row === undefined) throw new Error('The account of a message no longer exists.');
  return row;
}

function valuesOf(message: NewOutgoing): unknown[] {
  return [
    message.userId,
    message.senderId,
    message.recipient,
    message.needsWindow,
    message.openSince,
    message.answer?.conversationId ?? null,
    message.answer?.messageId ?? null,
    message.processId,
    message.priceMicros,
    message.customerName,
    message.author,
    message.content,
    message.answer?.functionCalls ?? null,
    message.named?.key ?? null,
    message.named?.hash ?? null,
    message.isConfirmation,
    message.answer?.revision ?? null,
    message.answer?.rest == null ? null : JSON.stringify(message.answer.rest),
    message.answer?.after ?? null,
    message.personId,
  ];
}

/** A stored message, with the session of its customer. */
export interface SentRow {
  conversation_id: number;
  conversation_uuid: string;
  message_id: number;
  state: DeliveryState;
  timezone: string;
  last_message_at: Date | null;
}

export async function readSent(database: Executor, userId: number, id: number): Promise<SentRow> {
  const [row] = await database.query<SentRow>(
    `select message.conversation_id, conversation.uuid as conversation_uuid, message.message_id, message.state, users.timezone, customer.last_message_at
     from channel_messages message
     join users on users.id = message.user_id
     join conversations conversation on conversation.id = message.conversation_id
     ${joinCustomer('conversation.sender_id')}
     where message.user_id = $1 and message.id = $2`,
    [userId, id],
  );
  if (row === undefined) throw new Error('A message no longer exists.');
  return row;
}
