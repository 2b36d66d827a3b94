import type { z } from 'zod';
import type { visitorFile } from '#contract/widget.ts';
import { jsonObject } from '../../../../db/json-object.ts';

export type VisitorFile = z.output<typeof visitorFile>;

/** SQL for the fields of a `VisitorFile`; `file` is the row of the attachment. */
export const VISITOR_FILE_JSON = jsonObject<VisitorFile>({
  id: 'file.uuid',
  name: 'file.file_name',
  content_type: 'file.content_type',
  byte_count: 'file.byte_count',
});
