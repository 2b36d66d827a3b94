import { storableText } from '../../../core/storable.ts';
import type { Executor } from '../../../db/client.ts';
import type { CarrierReport } from '../../../providers/interfaces/messaging-carrier.ts';
import { contentOf } from '../../conversations/messages/file-placeholders.ts';
import { linkIdentities } from '../customers/identities.ts';
import type { MessageDependencies } from '../dependencies.ts';
import type { ReportingSender } from '../outgoing/report-store.ts';
import { openInbound } from './inbound-store.ts';
import { storableMedia, storeMedia, writerOf } from './receive-message.ts';

/**
 * Stores a message that the account wrote in the carrier's app as a teammate's message, free of charge, and pauses the
 * AI of the conversation. An answer in progress is not sent. Idempotent.
 */
export async function receiveEcho(
  { database, blacklist }: MessageDependencies,
  { id: senderId, userId }: ReportingSender,
  report: Extract<CarrierReport, { kind: 'echo' }>,
): Promise<void> {
  const media = storableMedia(report.media);
  const { customerPhone, channelUserId } = writerOf(report);
  await database.transaction(async (transaction) => {
    if (customerPhone !== null && channelUserId !== null) {
      await linkIdentities(transaction, blacklist, { userId, first: customerPhone, second: channelUserId });
    }
    const talk = { userId, senderId, customerPhone, channelUserId, customerName: null };
    const { id: conversationId } = await openInbound(transaction, talk);
    const messageId = await insertEcho(transaction, {
      userId,
      senderId,
      conversationId,
      content: contentOf(storableText(report.text).trim(), media),
      providerMessageId: report.providerMessageId,
    });
    if (messageId !== null) {
      await storeMedia(transaction, { sender: { id: senderId, userId }, messageId, media });
    }
  });
}

/** @returns null if the message is stored already */
async function insertEcho(
  transaction: Executor,
  about: {
    userId: number;
    senderId: number;
    conversationId: number;
    content: string;
    providerMessageId: string;
  },
): Promise<number | null> {
  const [row] = await transaction.query<{ id: number }>(
    `with message as (
       insert into messages (user_id, conversation_id, role, author, content)
       select $1, $3, 'assistant', 'human', $4
       where not exists (select from channel_messages
         where user_id = $1 and sender_id = $2 and provider_message_id = $5)
       returning id),
     sent as (
       insert into channel_messages (user_id, sender_id, conversation_id, message_id, state, provider_message_id)
       select $1, $2, $3, id, 'sent', $5 from message),
     paused as (
       update conversations set ai_enabled = false, message_count = message_count + 1,
         updated_at = clock_timestamp()
       where user_id = $1 and id = $3 and exists (select from message))
     select id from message`,
    [about.userId, about.senderId, about.conversationId, about.content, about.providerMessageId],
  );
  return row?.id ?? null;
}
