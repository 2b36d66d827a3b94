import type { Database, Executor } from '../../../db/client.ts';
import type { MediaItem } from '../../../providers/interfaces/messaging-carrier.ts';
import { insertPieces } from '../../conversations/messages/file-pieces.ts';
import { LIMITED_UNTIL } from '../../conversations/messages/silence.ts';
import type { FileText } from '../../knowledge/extraction/read-document.ts';
import { joinCustomer } from '../customers/customer-sql.ts';
import type { ReadingAssistant } from './read-file.ts';

/** Attachment limit of one customer to one sender per UTC day. */
const DAILY_BYTES = 100 * 1_048_576;

const TODAY = `(clock_timestamp() at time zone 'UTC')::date`;
const SENT_TODAY = `case when customer.attachments_on = ${TODAY} then customer.attachment_bytes else 0 end`;

/** SQL condition: a limit or pause currently keeps the assistant from answering the customer of `conversation`. */
const IS_SILENT = `(conversation.ai_enabled and conversation.assistant_id is not null and (
  coalesce(conversation.silence_reason = 'AUTOMATIC_REPLIES'
    and conversation.silent_until > clock_timestamp(), false)
  or ${LIMITED_UNTIL('conversation')} is not null))`;

export async function insertAttachment(
  transaction: Executor,
  about: { sender: { id: number; userId: number }; messageId: number; item: MediaItem },
): Promise<number> {
  const { sender, messageId, item } = about;
  const [row] = await transaction.query<{ id: number }>(
    `insert into attachments (user_id, message_id, sender_id, reference, content_type, file_name)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [sender.userId, messageId, sender.id, item.reference, item.contentType, item.fileName],
  );
  if (row === undefined) throw new Error('An attachment was not stored.');
  return row.id;
}

/** `spent`: the customer's daily bytes are used up; `silent`: the assistant does not answer this customer for a time. */
export type FileRefusal = 'opted-out' | 'silent' | 'spent';

export interface WaitingAttachment {
  id: number;
  user_id: number;
  /** Null if the sender was deleted. */
  sender_id: number | null;
  conversation_id: number;
  customer_key: string;
  is_from_customer: boolean;
  /** Why the file is not loaded; null if it is. */
  refusal: FileRefusal | null;
  reference: string;
  content_type: string;
  file_name: string | null;
}

/** @returns null if the attachment is stored, failed or deleted */
export async function findWaitingAttachment(
  database: Executor,
  id: number,
): Promise<WaitingAttachment | null> {
  const [row] = await database.query<WaitingAttachment>(
    `select attachment.id, attachment.user_id, attachment.sender_id, message.conversation_id, customer.customer_key,
       message.author = 'customer' as is_from_customer,
       case when message.author = 'customer' then case
         when exists (select from received_messages received
           where received.message_id = message.id and received.unanswered_reason = 'OPTED_OUT') then 'opted-out'
         when ${IS_SILENT} then 'silent'
         when coalesce(${SENT_TODAY}, 0) >= $2 then 'spent' end end as refusal,
       attachment.reference, attachment.content_type, attachment.file_name
     from attachments attachment join messages message on message.id = attachment.message_id
     join conversations conversation on conversation.id = message.conversation_id
     ${joinCustomer('attachment.sender_id')}
     where attachment.id = $1 and attachment.status = 'waiting'`,
    [id, DAILY_BYTES],
  );
  return row ?? null;
}

/**
 * Stores the bytes in chunks with the row, in one transaction.
 * @returns false if they exceed the customer's daily limit
 */
export function storeAttachment(
  database: Database,
  attachment: WaitingAttachment,
  { bytes, contentType, text, error }: { bytes: Buffer; contentType: string } & FileText,
): Promise<boolean> {
  const { id } = attachment;
  return database.transaction(async (transaction) => {
    if (attachment.is_from_customer && !(await takeAllowance(transaction, attachment, bytes.length)))
      return false;
    await transaction.query('delete from attachment_pieces where attachment_id = $1', [id]);
    await insertPieces(transaction, id, bytes);
    await transaction.query(
      `update attachments set status = 'stored', content_type = $2, byte_count = $3, error = null,
         text = $4, text_error = $5 where id = $1`,
      [id, contentType, bytes.length, text, error],
    );
    return true;
  });
}

/**
 * The assistant that answers the message of a file; null if none does.
 * @param answerMicros the price of an answer, which the balance must cover
 */
export async function findReadingAssistant(
  database: Executor,
  { id, user_id: userId, conversation_id: conversationId }: WaitingAttachment,
  answerMicros: number,
): Promise<ReadingAssistant | null> {
  const [row] = await database.query<ReadingAssistant>(
    `select transcriber_provider_id, language_id, secondary_language_ids from assistants
     where deleted_at is null
       and id = (select assistant_id from conversations conversation
         where user_id = $1 and conversation.id = $2 and ai_enabled and not ${IS_SILENT})
       and (select balance_micros from users where users.id = $1) >= $4
       and not exists (
         select from attachments file join received_messages received on received.message_id = file.message_id
         where file.user_id = $1 and file.id = $3 and received.unanswered_reason is not null)`,
    [userId, conversationId, id, answerMicros],
  );
  return row ?? null;
}

/**
 * Counts the bytes towards the customer's daily limit. Locks the customer's row, so that concurrent attachments are
 * counted one after another.
 */
async function takeAllowance(
  transaction: Executor,
  { user_id: userId, sender_id: senderId, customer_key: customerKey }: WaitingAttachment,
  byteCount: number,
): Promise<boolean> {
  const rows = await transaction.query(
    `update channel_customers customer set attachment_bytes = ${SENT_TODAY} + $4, attachments_on = ${TODAY}
     where user_id = $1 and sender_id = $2 and customer_key = $3 and ${SENT_TODAY} + $4 <= $5
     returning sender_id`,
    [userId, senderId, customerKey, byteCount, DAILY_BYTES],
  );
  return rows.length > 0;
}

export async function failAttachment(database: Executor, id: number, error: string): Promise<void> {
  await database.query(
    `update attachments set status = 'failed', error = $2 where id = $1 and status = 'waiting'`,
    [id, error],
  );
}

/** The bytes of a stored attachment; null if it is unknown or not fetched yet. */
export async function readAttachment(
  database: Executor,
  userId: number,
  id: number,
): Promise<{ bytes: Buffer; contentType: string } | null> {
  const [row] = await database.query<{ content_type: string; pieces: Buffer[] | null }>(
    `select content_type, (select array_agg(bytes order by position) from attachment_pieces
       where attachment_id = attachments.id) as pieces
     from attachments where user_id = $1 and id = $2 and status = 'stored'`,
    [userId, id],
  );
  if (row === undefined) return null;
  return { bytes: Buffer.concat(row.pieces ?? []), contentType: row.content_type };
}
