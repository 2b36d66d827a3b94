import type { z } from 'zod';
import type { messageDelivery, sessionStatusResponse } from '#contract/messaging.ts';
import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import { describeSession, SESSION_WITHOUT_SENDER } from '../customers/session-window.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { readAttachment } from '../inbound/attachment-store.ts';
import { requireRecipient } from '../outgoing/send-verbs.ts';
import { senderNotFound } from '../senders/require-sender.ts';
import { readChannelMessages, readDelivery, readSession } from './reading-store.ts';

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
    ...(session.conversation_id === null
      ? {}
      : { conversation_id: session.conversation_id, customer_name: session.customer_name }),
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
