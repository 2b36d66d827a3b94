import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { selectedIds } from '#contract/export.ts';
import type { FieldErrors } from '#contract/validation.ts';
import { safeCell } from '../core/safe-cell.ts';
import { StreamedAnswer } from './route.ts';

const CSV = 'text/csv; charset=utf-8';
const JSON_LINES = 'application/x-ndjson; charset=utf-8';

/** The success of an export's route. */
export const EXPORTED = {
  status: 200,
  schema: z.string(),
  contentType: CSV,
  otherContentTypes: [JSON_LINES],
} as const;

/** Validates ids that are numbers. */
export function checkSelectedIds(ids: string | null | undefined): FieldErrors {
  const isValid = ids == null || selectedIds(ids).every((id) => /^\d{1,15}$/.test(id));
  return isValid ? {} : { ids: ['The ids must be numbers, separated by commas.'] };
}

export interface ExportOptions {
  format: 'csv' | 'jsonl';
  /** CSV begins with a byte order mark, by which Excel recognizes UTF-8. */
  hasBom: boolean;
}

/** @param query of an export */
export function exportOptions(query: {
  format?: ExportOptions['format'] | null | undefined;
  bom?: boolean | null | undefined;
}): ExportOptions {
  return { format: query.format ?? 'csv', hasBom: query.bom ?? true };
}

/** A column of a CSV file: its name, and the value of a row. Objects are written as JSON, null as an empty cell. */
export type ExportColumn<Row> = readonly [name: string, value: (row: Row) => unknown];

export interface Export<Item, Row> extends ExportOptions {
  /** Without extension; ASCII without quotes. */
  name: string;
  /** Items as JSON text, which are the lines of JSON Lines. */
  batches: AsyncIterable<readonly string[]>;
  /** The rows of an item in CSV. */
  rowsOf(item: Item): readonly Row[];
  columns: readonly ExportColumn<Row>[];
}

/** A file that is streamed batch by batch. Spreadsheets run no cell of it as a formula. */
export function exportAnswer<Item, Row>(file: Export<Item, Row>): StreamedAnswer {
  return file.format === 'jsonl'
    ? new StreamedAnswer({
        contentType: JSON_LINES,
        filename: `${file.name}.jsonl`,
        pieces: jsonLines(file.batches),
      })
    : new StreamedAnswer({
        contentType: CSV,
        filename: `${file.name}.csv`,
        pieces: csv(file),
      });
}

async function* jsonLines(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const items of batches) if (items.length > 0) yield `${items.join('\n')}\n`;
}

/** The header comes with the first batch, so that an earlier failure is an ordinary error answer. */
async function* csv<Item, Row>({
  batches,
  hasBom,
  rowsOf,
  columns,
}: Export<Item, Row>): AsyncGenerator<string> {
  let header = (hasBom ? '\uFEFF' : '') + stringify([columns.map(([name]) => name)]);
  for await (const items of batches) {
    const rows = items.flatMap((item) => rowsOf(JSON.parse(item)));
    const cells = rows.map((row) => columns.map(([, value]) => safeCell(asText(value(row)))));
    const text = header + (cells.length === 0 ? '' : stringify(cells));
    header = '';
    if (text !== '') yield text;
  }
  if (header !== '') yield header;
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/**
 * Reads a list in batches until one is not full. Each batch is its own statement, so that a slow client holds no
 * connection. @param read reads up to `limit` items after the previous batch
 */
export async function* batchesOf<Item extends { id: number; item: string }>(
  limit: number,
  read: (afterId: number | null, limit: number) => Promise<readonly Item[]>,
): AsyncGenerator<readonly string[]> {
  for (let afterId: number | null = null; ; ) {
    const rows = await read(afterId, limit);
    yield rows.map(({ item }) => item);
    afterId = rows.at(-1)?.id ?? null;
    if (rows.length < limit) return;
  }
}
