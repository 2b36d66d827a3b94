import type { z } from 'zod';
import type { attachment } from '#contract/messaging.ts';
import { jsonObject } from '../../../db/json-object.ts';

/** SQL for a file of a message, as agents see it; `attachment` is its row. */
export const ATTACHMENT_JSON = jsonObject<z.output<typeof attachment>>({
  id: 'attachment.id',
  content_type: 'attachment.content_type',
  file_name: 'attachment.file_name',
  status: 'attachment.status',
  byte_count: 'attachment.byte_count',
  error: 'attachment.error',
  text: 'left(attachment.text, 2000)',
  text_error: 'attachment.text_error',
});
