import type { Executor } from '../../../db/client.ts';

/** Marks the customer's message as unanswered: its answer failed, or the delivery state of the answer is unknown. */
export async function markUndelivered(transaction: Executor, channelMessageId: number): Promise<void> {
  await transaction.query(
    `update received_messages set unanswered_reason = 'NOT_DELIVERED'
     where message_id = (
       select answer.reply_to from channel_messages join messages answer on answer.id = channel_messages.message_id
       where channel_messages.id = $1)`,
    [channelMessageId],
  );
}
