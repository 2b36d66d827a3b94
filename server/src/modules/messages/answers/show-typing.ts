import { messageOf } from '../../../core/errors.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { findSenderRow } from '../senders/sender-store.ts';

/**
 * Shows the customer that their message was read and that an answer is being written. Never throws: the answer matters
 * more.
 */
export async function showTyping(
  { database, vendors, carrierOf, lifetime, log }: MessageDependencies,
  about: { userId: number; senderId: number; provider: string; messageId: number },
): Promise<void> {
  if (vendors.get(about.provider)?.showsTyping !== true) return;
  try {
    const sender = await findSenderRow(database, about.userId, about.senderId);
    const carrier = sender === null ? null : carrierOf(sender)?.carrier;
    if (carrier?.showTyping === undefined) return;
    const [received] = await database.query<{ provider_message_id: string | null }>(
      'select provider_message_id from received_messages where user_id = $1 and message_id = $2',
      [about.userId, about.messageId],
    );
    if (received?.provider_message_id == null) return;
    await carrier.showTyping(received.provider_message_id, lifetime);
  } catch (error) {
    log.debug(
      { sender: about.senderId, reason: messageOf(error) },
      'The carrier did not show that an answer is being written.',
    );
  }
}
