import type { Database, Executor } from '../../../db/client.ts';
import type { MediaItem } from '../../../providers/spec/messaging-carrier.ts';

const PIECE_BYTES = 1_048_576;

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

export interface WaitingAttachment {
  id: number;
  user_id: number;
  /** Null: the sender is gone. */
  sender_id: number | null;
  reference: string;
  content_type: string;
  file_name: string | null;
}

/** Null: it is stored, has failed, or is gone. */
export async function findWaitingAttachment(
  database: Executor,
  id: number,
): Promise<WaitingAttachment | null> {
  const [row] = await database.query<WaitingAttachment>(
    `select id, user_id, sender_id, reference, content_type, file_name from attachments
     where id = $1 and status = 'waiting'`,
    [id],
  );
  return row ?? null;
}

/** The bytes in pieces and the row, in one transaction. */
export async function storeAttachment(
  database: Database,
  id: number,
  { bytes, contentType }: { bytes: Buffer; contentType: string },
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query('delete from attachment_pieces where attachment_id = $1', [id]);
    for (let position = 0; position * PIECE_BYTES < bytes.length; position += 1) {
      const piece = bytes.subarray(position * PIECE_BYTES, (position + 1) * PIECE_BYTES);
      await transaction.query(
        'insert into attachment_pieces (attachment_id, position, bytes) values ($1, $2, $3)',
        [id, position, piece],
      );
    }
    await transaction.query(
      `update attachments set status = 'stored', content_type = $2, byte_count = $3, error = null where id = $1`,
      [id, contentType, bytes.length],
    );
  });
}

export async function failAttachment(database: Executor, id: number, error: string): Promise<void> {
  await database.query(
    `update attachments set status = 'failed', error = $2 where id = $1 and status = 'waiting'`,
    [id, error],
  );
}

/** The whole of a stored attachment of the account; null: there is none, or it is not here yet. */
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
