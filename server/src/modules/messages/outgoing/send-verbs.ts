import type { z } from 'zod';
import type { sendFreeformRequest, sendTemplateRequest } from '#contract/messaging.ts';
import type { Context } from '../../../core/context.ts';
import { AppError, notFound } from '../../../core/errors.ts';
import type { NamedRequest } from '../../../core/named-request.ts';
import { writeAsHuman } from '../../conversations/actions.ts';
import { personOf } from '../../conversations/inbox/person.ts';
import { readRecipient } from '../customers/identities.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { requireSender } from '../senders/require-sender.ts';
import { fillTemplate } from '../templates/fill-template.ts';
import { findTemplate } from '../templates/template-store.ts';
import { readChannelTalk } from './channel-talk.ts';
import { NotStored, NotTaken, type SentMessage, sendOverChannel } from './send-message.ts';

/** Returns a number in international format or a channel user id. Throws `invalid` with a specific code. */
export function requireRecipient(text: string): string {
  const recipient = readRecipient(text);
  if (recipient !== null) return recipient;
  throw new AppError('invalid', 'The recipient phone must be a valid phone number in international format.', {
    reason: 'INVALID_PHONE',
  });
}

/** Sends free text to a customer within the 24-hour window. */
export function sendFreeform(
  dependencies: MessageDependencies,
  context: Context,
  { named, ...input }: z.output<typeof sendFreeformRequest> & { named: NamedRequest | null },
): Promise<SentMessage> {
  return sendOverChannel(dependencies, {
    userId: context.userId,
    senderId: input.sender_id,
    to: requireRecipient(input.recipient_phone),
    customerName: null,
    author: 'human',
    personId: personOf(context)?.id,
    content: { kind: 'text', text: input.message },
    named,
    answer: null,
  });
}

/** Sends an approved template. This is possible at any time and does not open the window. */
export async function sendTemplate(
  dependencies: MessageDependencies,
  context: Context,
  { named, ...input }: z.output<typeof sendTemplateRequest> & { named: NamedRequest | null },
): Promise<SentMessage> {
  const { database } = dependencies;
  const { userId } = context;
  const { sender_id: senderId } = input;
  const to = requireRecipient(input.recipient_phone);
  await requireSender(database, userId, senderId);
  const template = await findTemplate(database, { userId, senderId, id: input.template_id });
  if (template === null) throw notFound('Template');
  if (template.status !== 'approved') {
    const message = `The template is ${template.status}: only approved templates can be sent.`;
    throw new AppError('invalid', message, { reason: 'TEMPLATE_NOT_APPROVED' });
  }
  const unsendable = template.parts?.unsendable ?? null;
  if (unsendable !== null) throw new AppError('invalid', unsendable, { reason: 'TEMPLATE_NOT_SUPPORTED' });
  const filled = fillTemplate(template, input.variables ?? {});
  if (filled.kind === 'mismatch') {
    throw new AppError('invalid', filled.problem, { reason: 'TEMPLATE_MISMATCH' });
  }
  try {
    return await sendOverChannel(dependencies, {
      userId,
      senderId,
      to,
      customerName: input.recipient_name ?? null,
      author: 'human',
      personId: personOf(context)?.id,
      content: { kind: 'template', template, values: filled.values, text: filled.text },
      named,
      answer: null,
    });
  } catch (error) {
    if (!(error instanceof NotStored) || error.hindrance !== 'sender-offline') throw error;
    throw new AppError('invalid', error.message, { reason: 'SENDER_OFFLINE' });
  }
}

interface HumanMessage {
  message_id: number;
  /** Only in channel conversations. */
  msgapp_message_id?: number;
}

/** Sends a message of a teammate; in channel conversations through the carrier. */
export async function sendAsHuman(
  dependencies: MessageDependencies,
  context: Context,
  { uuid, message, named }: { uuid: string; message: string; named: NamedRequest | null },
): Promise<HumanMessage> {
  const { userId } = context;
  const written = await writeAsHuman(dependencies.conversations, context, { uuid, message });
  if (written.kind === 'stored') return { message_id: written.messageId };
  const talk = await readChannelTalk(dependencies.database, userId, written.conversationId);
  if (talk === null) throw new AppError('unavailable', 'The sender of this conversation was deleted.');
  try {
    const { messageId, channelMessageId } = await sendOverChannel(dependencies, {
      userId,
      senderId: talk.sender_id,
      to: talk.recipient,
      customerName: null,
      author: 'human',
      personId: personOf(context)?.id,
      content: { kind: 'text', text: message },
      named,
      answer: null,
    });
    return { message_id: messageId, msgapp_message_id: channelMessageId };
  } catch (error) {
    if (!(error instanceof NotStored || error instanceof NotTaken)) throw error;
    // Conversations use the error family with one sentence.
    const { code, message: text, retryAfterSeconds } = error;
    throw new AppError(code, text, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
  }
}
