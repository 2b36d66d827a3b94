import { z } from 'zod';
import { queryFlag, text } from './fields.ts';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;

/** Rows that one request can select by id. */
const MAX_SELECTED = 1000;

/** Query of an export, besides the filters of its list. */
export function exportQuery() {
  return {
    format: z
      .enum(EXPORT_FORMATS)
      .nullish()
      .describe('`csv` (default), or `jsonl`: one JSON object per line, as in the list.'),
    bom: queryFlag()
      .nullish()
      .describe('`false`: CSV without the byte order mark by which Excel recognizes UTF-8.'),
    ids: text(40_000)
      .refine((value) => typeof value !== 'string' || selectedIds(value).length <= MAX_SELECTED, {
        error: `:field must not have more than ${MAX_SELECTED} ids.`,
      })
      .nullish()
      .describe('Only these, separated by commas. The filters apply, too.'),
  };
}

/** The ids of a comma-separated list. */
export function selectedIds(ids: string): string[] {
  return ids
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}
