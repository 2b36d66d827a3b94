import { type JsonFields, jsonObject } from '../../../db/json-object.ts';
import { quotedContent } from '../messages/reference-sql.ts';
import type { SaidFile, SaidMessage } from './message-for-model.ts';

/** Pictures that models read. */
export const IS_PICTURE = `file.status = 'stored' and file.byte_count <= 5242880
  and file.content_type ~ '^image/(jpeg|png|webp|gif)'`;

const SAID_FILE = jsonObject<SaidFile>({
  contentType: 'file.content_type',
  fileName: 'file.file_name',
  text: 'file.text',
  error: `coalesce(file.text_error, file.error, case when file.status = 'waiting' then 'It could not be downloaded in time.' end)`,
  isShown: IS_PICTURE,
});

/** SQL for the fields of a `SaidMessage`; `marked` is the row of the message. */
export const SAID: JsonFields<SaidMessage> = {
  content: 'content',
  files: `(select coalesce(json_agg(${SAID_FILE} order by file.id), '[]')
    from attachments file where file.message_id = marked.id)`,
  isEdited: 'edited_at is not null',
  quoted: quotedContent('marked'),
  about: 'about',
};
