import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { invalid } from '../../../core/errors.ts';
import type { SpooledFile } from '../../../http/route.ts';
import { type Delimiter, delimiterOf, isDelimiterRow } from './csv-delimiter.ts';
import { decodedText } from './csv-text.ts';

/** Limits memory: a row is read as a whole. */
const MAX_ROW_CHARACTERS = 1_000_000;

export interface CsvFormat {
  charset: string;
  delimiter: Delimiter;
}

/** Length of the start of the file that is searched for the delimiter. */
const HEAD_CHARACTERS = 16_384;

/** Detects the delimiter from the start of the file. */
export async function detectDelimiter(file: Pick<SpooledFile, 'read'>, charset: string): Promise<Delimiter> {
  let head = '';
  for await (const chunk of decodedText(file, charset)) {
    head += chunk;
    if (head.length >= HEAD_CHARACTERS) break;
  }
  return delimiterOf(head.trimStart());
}

/** All rows of a file, including the header. Empty rows are skipped. Throws `invalid` if it is not CSV. */
export async function* readRows(
  file: Pick<SpooledFile, 'read'>,
  { charset, delimiter }: CsvFormat,
): AsyncGenerator<{ row: number; cells: string[] }> {
  const parser = parse({
    delimiter,
    // Concatenated files may have mixed line endings; auto-detection would accept only the first kind.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_ROW_CHARACTERS,
  });
  const source = Readable.from(decodedText(file, charset), { objectMode: false, encoding: 'utf8' });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let row = 0;
  try {
    for await (const cells of parser) {
      row += 1;
      const texts = asTexts(cells);
      if (row === 1 && isDelimiterRow(texts, delimiter)) continue;
      if (texts.some((cell) => cell.trim() !== '')) yield { row, cells: texts };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = `The file cannot be read as CSV at row ${rowOf(error, row)}: ${describe(error)}`;
    throw invalid({ file: [message] }, { available_columns: [] });
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** The row of an error. The parser is ahead of the rows that were read from it. */
function rowOf(error: CsvError, taken: number): number {
  const { records } = error;
  return (typeof records === 'number' ? records : taken) + 1;
}

function describe({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quotation mark is not closed.';
  if (code === 'CSV_MAX_RECORD_SIZE') return `the row is longer than ${MAX_ROW_CHARACTERS} characters.`;
  return 'its quotation marks are invalid.';
}

function asTexts(cells: unknown): string[] {
  if (Array.isArray(cells)) return cells.map(String);
  throw new Error('The CSV parser returned a row that is not an array.');
}
