import type { z } from 'zod';
import type {
  ChannelMessage,
  Delivery,
  MessageDelivery,
  messageDelivery,
  sessionStatusResponse,
} from '#contract/messaging.ts';
import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import { type JsonFields, jsonObject } from '../../../db/json-object.ts';
import { ATTACHMENT_JSON } from '../../conversations/messages/attachment-json.ts';
import { quotedContent } from '../../conversations/messages/reference-sql.ts';
import { customerOf, joinCustomer } from '../customers/customer-sql.ts';
import { hasOptedOut } from '../customers/opt-outs.ts';
import {
  type CustomerSession,
  describeSession,
  SESSION_WITHOUT_SENDER,
} from '../customers/session-window.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { readAttachment } from '../inbound/attachment-store.ts';
import { requireRecipient } from '../outgoing/send-verbs.ts';
import { senderNotFound } from '../senders/require-sender.ts';

/** Adds the missing `+` of a phone number: an unescaped `+` in a query arrives as a space and is trimmed. */
function phoneOfQuery(text: string): string {
  return /^\d/.test(text) ? `+${text}` : text;
}

/** True if free-form messages to the customer are allowed. */
export async function readSessionStatus(
  { database, clock }: MessageDependencies,
  { userId }: Context,
  { senderId, phone }: { senderId: number; phone: string },
): Promise<z.output<typeof sessionStatusResponse>> {
  const recipient = requireRecipient(phoneOfQuery(phone));
  const session = await readSession(database, { userId, senderId, recipient });
  if (session === null) throw senderNotFound();
  return {
    success: true,
    has_conversation: session.conversation_id !== null,
    ...(session.conversation_id === null || session.conversation_uuid === null
      ? {}
      : {
          conversation_id: session.conversation_id,
          conversation_uuid: session.conversation_uuid,
          customer_name: session.customer_name,
        }),
    ...(session.last_message_text === null ? {} : { last_customer_message_at: session.last_message_text }),
    session_status: describeSession(session, clock.now()),
  };
}

export async function showDelivery(
  { database }: MessageDependencies,
  { userId }: Context,
  id: number,
): Promise<z.output<typeof messageDelivery>> {
  const delivery = await readDelivery(database, userId, id);
  if (delivery === null) throw notFound('Message');
  return delivery;
}

/** A conversation's newest messages and its window, as JSON text. */
export async function listChannelMessages(
  { database, clock }: MessageDependencies,
  { userId }: Context,
  about: { conversation: number | string; before: number | null },
): Promise<string> {
  const page = await readChannelMessages(database, { userId, ...about });
  if (page === null) throw notFound('Conversation');
  const session = page.has_sender ? describeSession(page, clock.now()) : SESSION_WITHOUT_SENDER;
  return `{"data":${page.items},"session_status":${JSON.stringify(session)}}`;
}

export async function openAttachment(
  { database }: MessageDependencies,
  { userId }: Context,
  id: number,
): Promise<{ bytes: Buffer; contentType: string }> {
  const attachment = await readAttachment(database, userId, id);
  if (attachment === null) throw notFound('Attachment');
  return attachment;
}

/** A customer's session with a sender. */
interface SessionRow extends CustomerSession {
  conversation_id: number | null;
  conversation_uuid: string | null;
  customer_name: string | null;
  /** `last_message_at` in ISO 8601. */
  last_message_text: string | null;
}

/** @returns null if the account has no such sender */
async function readSession(
  database: Executor,
  about: { userId: number; senderId: number; recipient: string },
): Promise<SessionRow | null> {
  const [row] = await database.query<SessionRow>(
    `select users.timezone, conversation.id as conversation_id, conversation.uuid as conversation_uuid,
       conversation.customer_name,
       customer.last_message_at, iso_timestamp(customer.last_message_at) as last_message_text,
       ${hasOptedOut('$1', '$3')} as has_said_stop, is_unreachable($1, $3) as is_unreachable
     from senders sender join users on users.id = sender.user_id
     left join conversations conversation on conversation.sender_id = sender.id
       and conversation.customer_key = customer_key($1, $3) and conversation.type = 'msgapp'
     left join channel_customers customer on customer.sender_id = sender.id
       and customer.customer_key = customer_key($1, $3)
     where sender.user_id = $1 and sender.id = $2`,
    [about.userId, about.senderId, about.recipient],
  );
  return row ?? null;
}

const DELIVERY: JsonFields<Delivery> = {
  msgapp_message_id: 'sent.id',
  message_sid: 'sent.provider_message_id',
  state: 'sent.state',
  error_code: 'sent.error_code',
  error: 'sent.error',
  updated_at: 'iso_timestamp(sent.updated_at)',
};

const MESSAGE_DELIVERY_JSON = jsonObject<MessageDelivery>({
  ...DELIVERY,
  sender_id: 'sent.sender_id',
  conversation_id: 'sent.conversation_id',
  conversation_uuid: 'conversations.uuid',
  message_id: 'sent.message_id',
  recipient_phone: customerOf('conversations'),
  message: 'messages.content',
  created_at: 'iso_timestamp(sent.created_at)',
});

/** A message to a customer; null if the id is unknown. */
async function readDelivery(database: Executor, userId: number, id: number): Promise<MessageDelivery | null> {
  const [row] = await database.query<{ delivery: MessageDelivery }>(
    `select ${MESSAGE_DELIVERY_JSON} as delivery
     from channel_messages sent
     join messages on messages.id = sent.message_id
     join conversations on conversations.id = sent.conversation_id
     where sent.user_id = $1 and sent.id = $2`,
    [userId, id],
  );
  return row?.delivery ?? null;
}

const PAGE = 50;
const IDENTITY = customerOf('conversation');

type Reference = NonNullable<ChannelMessage['about']>;

const QUOTED_JSON = jsonObject<NonNullable<Reference['quoted']>>({
  message_id: `message.about -> 'quoted_id'`,
  content: quotedContent('message'),
});

const REFERENCE_JSON = jsonObject<Reference>({
  quoted: `case when ${quotedContent('message')} is not null then ${QUOTED_JSON} end`,
  choice: `message.about -> 'choice'`,
  referral: `message.about -> 'referral'`,
  product: `message.about -> 'product'`,
  form: `message.about -> 'form'`,
});

const MESSAGE_JSON = jsonObject<ChannelMessage>({
  id: 'message.id',
  role: 'message.role',
  author: 'message.author',
  author_name: '(select name from people where people.id = message.person_id)',
  content: 'message.content',
  created_at: 'iso_timestamp(message.created_at)',
  delivery: `(select ${jsonObject<Delivery>(DELIVERY)} from channel_messages sent where sent.message_id = message.id)`,
  attachments: `(select coalesce(json_agg(${ATTACHMENT_JSON} order by attachment.id), '[]')
    from attachments attachment where attachment.message_id = message.id)`,
  unanswered_reason: `(select unanswered_reason from received_messages received
    where received.message_id = message.id)`,
  edited_at: 'iso_timestamp(message.edited_at)',
  deleted_at: 'iso_timestamp(message.deleted_at)',
  reaction: 'message.reaction',
  about: `case when message.about is not null then ${REFERENCE_JSON} end`,
});

/** A conversation's newest messages as JSON text, oldest first, with the session of its customer. */
interface ChannelMessagesRow extends CustomerSession {
  items: string;
  /** False if the sender was deleted. */
  has_sender: boolean;
}

/** @param about `conversation`: id or UUID @returns null if the conversation is unknown */
async function readChannelMessages(
  database: Executor,
  about: { userId: number; conversation: number | string; before: number | null },
): Promise<ChannelMessagesRow | null> {
  const by = typeof about.conversation === 'number' ? 'conversation.id' : 'conversation.uuid';
  const [row] = await database.query<ChannelMessagesRow>(
    `select users.timezone, customer.last_message_at, 
       ${hasOptedOut('$1', IDENTITY)} as has_said_stop, is_unreachable($1, ${IDENTITY}) as is_unreachable,
       sender.id is not null as has_sender,
       (select coalesce(json_agg(${MESSAGE_JSON} order by message.id), '[]')::text
        from (select * from messages where conversation_id = conversation.id and ($3::bigint is null or id < $3)
          order by id desc limit $4) as message) as items
     from conversations conversation join users on users.id = conversation.user_id
     left join senders sender on sender.id = conversation.sender_id
     ${joinCustomer('conversation.sender_id')}
     where conversation.user_id = $1 and ${by} = $2 and conversation.type = 'msgapp'`,
    [about.userId, about.conversation, about.before, PAGE],
  );
  return row ?? null;
}
