import type { Database, Executor } from '../../../../db/client.ts';
import { insertPieces } from '../../messages/file-pieces.ts';
import type { OwnConversation } from '../../store.ts';
import { FILE_LIMITS } from './file-rules.ts';
import { VISITOR_FILE_JSON, type VisitorFile } from './visitor-file-json.ts';

interface NewFile {
  bytes: Buffer;
  contentType: string;
  fileName: string;
}

/** The upload setting of a conversation's widget; null if the conversation is unknown. */
export async function findUploadSettings(
  database: Executor,
  uuid: string,
): Promise<{ is_enabled: boolean } | null> {
  const [row] = await database.query<{ is_enabled: boolean }>(
    `select coalesce((assistants.widget_settings ->> 'files_enabled')::boolean, false) as is_enabled
     from conversations join assistants on assistants.id = conversations.assistant_id
     where conversations.uuid = $1`,
    [uuid],
  );
  return row ?? null;
}

/**
 * Stores an uploaded file of a conversation. The lock on the conversation keeps concurrent uploads within its limits.
 * Uploads to other conversations do not wait; those that run at once can exceed the account's limit by their size.
 * @returns null if the conversation or the account has too many new files
 */
export function insertFile(
  database: Database,
  { id: conversationId, user_id: userId }: OwnConversation,
  { bytes, contentType, fileName }: NewFile,
): Promise<VisitorFile | null> {
  return database.transaction(async (transaction) => {
    await transaction.query('select id from conversations where user_id = $1 and id = $2 for no key update', [
      userId,
      conversationId,
    ]);
    const [row] = await transaction.query<{ id: number; file: VisitorFile }>(
      `insert into attachments as file
         (user_id, conversation_id, uuid, reference, content_type, file_name, status, byte_count)
       select $1, $2, gen_random_uuid(), '', $3, $4, 'stored', $5::int
       from (
         select coalesce(sum(byte_count) filter (where created_at > clock_timestamp() - interval '1 day'), 0) as bytes,
           count(*) filter (where message_id is null) as unsent
         from attachments where user_id = $1 and conversation_id = $2) as known
       where known.bytes + $5::int <= $6 and known.unsent < $7
         and $5::int + (select coalesce(sum(byte_count), 0) from attachments
           where user_id = $1 and message_id is null) <= $8
       returning id, ${VISITOR_FILE_JSON} as file`,
      [
        userId,
        conversationId,
        contentType,
        fileName,
        bytes.length,
        FILE_LIMITS.dailyBytes,
        FILE_LIMITS.unsent,
        FILE_LIMITS.unsentBytes,
      ],
    );
    if (row === undefined) return null;
    await insertPieces(transaction, row.id, bytes);
    return row.file;
  });
}

export interface KnownFile {
  uuid: string;
  file_name: string;
  content_type: string;
  /** The file belongs to no message, or to the one that this request stored before. */
  is_free: boolean;
}

/** Uploaded files of a conversation. @param requestKey of the request that sends them; null without one */
export function findFiles(
  database: Executor,
  { id: conversationId, user_id: userId }: OwnConversation,
  { uuids, requestKey }: { uuids: readonly string[]; requestKey: string | null },
): Promise<KnownFile[]> {
  return database.query<KnownFile>(
    `select file.uuid, file.file_name, file.content_type,
       message_id is null or coalesce(messages.request_key = $4, false) as is_free
     from attachments file left join messages on messages.id = file.message_id
     where file.user_id = $1 and file.conversation_id = $2 and file.uuid = any ($3::uuid[])`,
    [userId, conversationId, uuids, requestKey],
  );
}

/** A file of a conversation with its bytes; null if the conversation has no such file. */
export async function readFile(
  database: Executor,
  { conversation, file }: { conversation: string; file: string },
): Promise<NewFile | null> {
  const [row] = await database.query<{ content_type: string; file_name: string; pieces: Buffer[] | null }>(
    `select content_type, file_name, (select array_agg(bytes order by position) from attachment_pieces
       where attachment_id = file.id) as pieces
     from attachments file
     where conversation_id = (select id from conversations where uuid = $1) and file.uuid = $2`,
    [conversation, file],
  );
  if (row === undefined) return null;
  return {
    bytes: Buffer.concat(row.pieces ?? []),
    contentType: row.content_type,
    fileName: row.file_name,
  };
}

const BATCH = 500;

/** Deletes uploaded files that no message has taken within a day. */
export async function deleteUnsentFiles(database: Executor): Promise<void> {
  let deleted = BATCH;
  while (deleted === BATCH) {
    const rows = await database.query<{ id: number }>(
      `delete from attachments where id in (
         select id from attachments
         where message_id is null and created_at < clock_timestamp() - interval '1 day'
         order by created_at limit ${BATCH} for update skip locked)
       returning id`,
    );
    deleted = rows.length;
  }
}
