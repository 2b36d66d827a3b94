import type { Executor } from '../../../db/client.ts';
import type { ModelImage } from '../../../providers/interfaces/language-model.ts';
import { IS_PICTURE } from './said-message-sql.ts';

/** The latest ones of a turn. */
const MAX_PICTURES = 5;

/** The pictures of messages to answer, oldest first. */
export async function readPictures(
  database: Executor,
  userId: number,
  messageIds: readonly number[],
): Promise<ModelImage[]> {
  if (messageIds.length === 0) return [];
  const rows = await database.query<{ content_type: string; pieces: Buffer[] | null }>(
    `select file.content_type, (select array_agg(bytes order by position) from attachment_pieces
       where attachment_id = file.id) as pieces
     from attachments file where file.user_id = $1 and file.message_id = any($2) and ${IS_PICTURE}
     order by file.id desc limit ${MAX_PICTURES}`,
    [userId, messageIds],
  );
  return rows.toReversed().map(({ content_type: contentType, pieces }) => ({
    contentType: contentType.split(';')[0] ?? contentType,
    bytes: Buffer.concat(pieces ?? []),
  }));
}
