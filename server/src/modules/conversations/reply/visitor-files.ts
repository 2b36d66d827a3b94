import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { ModelImage } from '../../../providers/interfaces/language-model.ts';
import type { Extractor } from '../../knowledge/extraction/extractor.ts';
import { type FileText, readDocument } from '../../knowledge/extraction/read-document.ts';
import type { Turn } from '../messages/tool-calls.ts';
import type { StoredHistoryMessage } from '../messages/turn-order.ts';
import { messageForModel, messagesForModel, type SaidMessage } from './message-for-model.ts';
import { readPictures } from './pictures.ts';
import { SAID } from './said-message-sql.ts';

interface Deps {
  database: Executor;
  documents: Extractor;
}

/**
 * A visitor's message with files, as the model gets it: its documents as text, its pictures as pictures. Documents are
 * read here, because only messages that are answered and paid for may cause that work.
 */
export async function messageWithFiles(
  deps: Deps,
  { userId, messageId }: Turn,
  signal: AbortSignal,
): Promise<{ message: string; images: ModelImage[] }> {
  await readDocuments(deps, { userId, messageId }, signal);
  const said = await findSaid(deps.database, userId, [messageId]);
  const [message = ''] = messagesForModel(said);
  return { message, images: await readPictures(deps.database, userId, [messageId]) };
}

/** Earlier messages with the names and the beginnings of their files. */
export async function withFiles(
  database: Executor,
  userId: number,
  history: readonly StoredHistoryMessage[],
): Promise<StoredHistoryMessage[]> {
  const ids = history.filter(({ content }) => content.includes('[attachment: ')).map(({ id }) => id);
  if (ids.length === 0) return [...history];
  const said = await findSaid(database, userId, ids);
  return history.map((message) => {
    const found = said.find(({ id }) => id === message.id);
    return found === undefined ? message : { ...message, content: messageForModel(found, false) };
  });
}

interface FoundMessage extends SaidMessage {
  id: number;
}

const FOUND = jsonObject<FoundMessage>({ ...SAID, id: 'id' });

async function findSaid(database: Executor, userId: number, ids: readonly number[]): Promise<FoundMessage[]> {
  const rows = await database.query<{ said: FoundMessage }>(
    `select ${FOUND} as said from messages marked where user_id = $1 and id = any($2) order by id`,
    [userId, ids],
  );
  return rows.map(({ said }) => said);
}

/** Stores the texts of documents that were not read yet. */
async function readDocuments(
  { database, documents }: Deps,
  { userId, messageId }: Pick<Turn, 'userId' | 'messageId'>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = await database.query<{ id: number; pieces: Buffer[] | null }>(
    `select file.id, (select array_agg(bytes order by position) from attachment_pieces
       where attachment_id = file.id) as pieces
     from attachments file
     where file.user_id = $1 and file.message_id = $2 and file.status = 'stored'
       and file.content_type !~ '^image/' and file.text is null and file.text_error is null
     order by file.id`,
    [userId, messageId],
  );
  for (const { id, pieces } of waiting) {
    await storeText(
      database,
      { userId, id },
      await readDocument(documents, Buffer.concat(pieces ?? []), signal),
    );
  }
}

async function storeText(
  database: Executor,
  { userId, id }: { userId: number; id: number },
  { text, error }: FileText,
): Promise<void> {
  await database.query('update attachments set text = $3, text_error = $4 where user_id = $1 and id = $2', [
    userId,
    id,
    text,
    error,
  ]);
}
