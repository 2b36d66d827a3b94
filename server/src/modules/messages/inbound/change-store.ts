import type { Executor } from '../../../db/client.ts';
import { wasSaid } from '../../conversations/messages/said.ts';
import { forgetSummary } from '../../conversations/messages/summary-requests.ts';
import type { UnansweredReason } from './inbound-store.ts';

/** SQL condition: only the rest of a reply is still to be sent. No turn waits. */
const IS_ANSWERED = `exists (select from messages answer where answer.reply_to = pending_answers.message_id)`;

/** A message that a customer changes, with its conversation. */
export interface ChangedMessage {
  id: number;
  conversation_id: number;
  author: 'customer' | 'ai' | 'human';
  ai_enabled: boolean;
  /** The sender's current assistant. */
  assistant_id: number | null;
}

interface Message {
  userId: number;
  id: number;
}

/** Finds a message by the carrier's id and locks its conversation; null if it is unknown. */
export async function findChanged(
  transaction: Executor,
  about: { userId: number; senderId: number; providerMessageId: string },
): Promise<ChangedMessage | null> {
  const [row] = await transaction.query<ChangedMessage>(
    `select message.id, message.conversation_id, message.author, conversation.ai_enabled,
       (select assistants.id from senders join assistants on assistants.id = senders.assistant_id
        where senders.id = $2 and assistants.deleted_at is null) as assistant_id
     from (
       select message_id from received_messages
       where user_id = $1 and sender_id = $2 and provider_message_id = $3
       union all
       select message_id from channel_messages
       where user_id = $1 and sender_id = $2 and provider_message_id = $3) known
     join messages message on message.id = known.message_id
     join conversations conversation on conversation.id = message.conversation_id
     for no key update of conversation`,
    [about.userId, about.senderId, about.providerMessageId],
  );
  return row ?? null;
}

export function mediaOf(
  transaction: Executor,
  { userId, id }: Message,
): Promise<{ contentType: string; fileName: string | null }[]> {
  return transaction.query(
    `select content_type as "contentType", file_name as "fileName" from attachments
     where user_id = $1 and message_id = $2 order by id`,
    [userId, id],
  );
}

/** @returns false if the message was deleted, or edited later */
export async function editMessage(
  transaction: Executor,
  {
    userId,
    id,
    conversationId,
    content,
    at,
  }: Message & { conversationId: number; content: string; at: Date },
): Promise<boolean> {
  const rows = await transaction.query<{ id: number }>(
    `update messages set content = $3, edited_at = $4
     where user_id = $1 and id = $2 and deleted_at is null and (edited_at is null or edited_at < $4) returning id`,
    [userId, id, content, at],
  );
  if (rows.length === 0) return false;
  await forgetSummary(transaction, { userId, conversationId, firstId: id });
  return true;
}

/** Removes content and attachments. A pending turn continues without the message. @returns false if it was deleted before */
export async function deleteMessage(
  transaction: Executor,
  about: Message & { conversationId: number; content: string; at: Date },
): Promise<boolean> {
  const rows = await transaction.query<{ id: number }>(
    `with deleted as (
       update messages set content = $4, deleted_at = $5
       where user_id = $1 and id = $2 and deleted_at is null returning id),
     without_files as (
       delete from attachments where user_id = $1 and message_id = (select id from deleted)),
     unasked as (
       update received_messages set unanswered_reason = 'NO_QUESTION'
       where user_id = $1 and message_id = (select id from deleted)),
     renewed as (
       update pending_answers set revision = default, next_try_at = null
       where conversation_id = $3 and not ${IS_ANSWERED} and exists (select from deleted))
     select id from deleted`,
    [about.userId, about.id, about.conversationId, about.content, about.at],
  );
  if (rows.length === 0) return false;
  await forgetSummary(transaction, { ...about, firstId: about.id });
  return true;
}

export async function reactToMessage(
  transaction: Executor,
  { userId, id, emoji, at }: Message & { emoji: string | null; at: Date },
): Promise<void> {
  await transaction.query(
    `update messages set reaction = $3, reacted_at = $4
     where user_id = $1 and id = $2 and (reacted_at is null or reacted_at <= $4)`,
    [userId, id, emoji, at],
  );
}

/**
 * Has an edited message answered, again if it was answered before, unless there is a reason not to. The earlier answer
 * stays in the history. If it was not delivered, its tool calls belong to the new turn.
 */
export async function renewTurn(
  transaction: Executor,
  about: Message & { conversationId: number; reason: UnansweredReason | null },
): Promise<void> {
  await transaction.query(
    `with freed as (
       update messages set reply_to = null
       where user_id = $1 and reply_to = $2 and $4::text is null returning id),
     taken_back as (
       update tool_calls set reply_id = null
       where user_id = $1 and conversation_id = $3
         and reply_id = (select id from freed where not ${wasSaid('freed')})),
     marked as (
       update received_messages set unanswered_reason = $4 where user_id = $1 and message_id = $2),
     renewed as (
       update pending_answers set revision = default, next_try_at = null
       where conversation_id = $3 and not ${IS_ANSWERED} and $4::text is not null)
     insert into pending_answers (conversation_id, user_id, message_id)
     select $3, $1, $2 where $4::text is null
     on conflict (conversation_id) do update set
       message_id = case when ${IS_ANSWERED} then excluded.message_id
         else greatest(pending_answers.message_id, excluded.message_id) end,
       revision = default, attempts = 0, next_try_at = null`,
    [about.userId, about.id, about.conversationId, about.reason],
  );
}
