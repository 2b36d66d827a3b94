import { stringify } from 'csv-stringify/sync';
import { invalid } from '../../../core/errors.ts';
import type { SpooledFile } from '../../../http/route.ts';
import { spoolWritten } from '../../../http/spooled-file.ts';
import type { WorkbookType } from '../../knowledge/extraction/extraction.ts';
import type { Extractor } from '../../knowledge/extraction/extractor.ts';

/** A file to read as CSV: the received one, or the sheet of a workbook. */
export interface TableFile {
  file: Pick<SpooledFile, 'read'>;
  /** Name of the sheet; null if the received file is not a workbook. */
  sheet: string | null;
  close: () => Promise<void>;
}

const MAX_WORKBOOK_MEGABYTES = 100;

const SIGNATURES: readonly [bytes: string, type: WorkbookType][] = [
  ['PK\x03\x04', 'xlsx'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'xls'],
];

const SAVE = 'save its table as Excel workbook (.xlsx) or CSV (UTF-8).';
/** Other files that people choose by mistake; some have the name of a workbook. */
const OTHERS: readonly [start: RegExp, message: string][] = [
  [/^<\?xml/i, `This is an XML file, not a workbook: open it in Excel and ${SAVE}`],
  [
    /^<(?:!doctype|html|head|body|table|meta|div|style)\b/i,
    `This is a web page, not a workbook: open it in Excel and ${SAVE}`,
  ],
  [/^BEGIN:VCARD/i, 'These are contacts as vCard: export them as CSV.'],
  [/^%PDF-/, `This is a PDF: ${SAVE}`],
  [/^(?:\{\s*"|\[\s*[[{])/, 'This is a JSON file: only CSV files and Excel workbooks can be imported.'],
];

/** Opens a CSV file or a workbook. Throws `invalid` for other files. The caller closes the result. */
export async function openTable(
  file: SpooledFile,
  about: { workbooks: Pick<Extractor, 'readTable'>; sheet: string | null; signal: AbortSignal },
): Promise<TableFile> {
  const start = (await startOf(file)).replace(/^(?:\xef\xbb\xbf|\s)+/, '');
  const [, type] = SIGNATURES.find(([bytes]) => start.startsWith(bytes)) ?? [];
  if (type !== undefined) return openWorkbook(file, { ...about, type });
  const other = OTHERS.find(([pattern]) => pattern.test(start));
  if (other !== undefined) throw invalid({ file: [other[1]] });
  return { file, sheet: null, close: async () => undefined };
}

async function startOf(file: SpooledFile): Promise<string> {
  for await (const piece of file.read()) return piece.toString('latin1', 0, 1024);
  return '';
}

async function openWorkbook(
  file: SpooledFile,
  { workbooks, ...job }: Parameters<typeof openTable>[1] & { type: WorkbookType },
): Promise<TableFile> {
  if (file.sizeBytes > MAX_WORKBOOK_MEGABYTES * 1_048_576) {
    const message = `A workbook may have up to ${MAX_WORKBOOK_MEGABYTES} MB: save its table as CSV (UTF-8).`;
    throw invalid({ file: [message] });
  }
  const content = { byteLength: file.sizeBytes, open: file.read };
  let sheet = '';
  const table = await spoolWritten(async (append) => {
    const onRows = (rows: string[][]): Promise<void> => append(stringify(rows));
    const read = await workbooks.readTable({ ...job, content, onRows });
    if (read.kind === 'failed') throw invalid({ file: [read.reason] });
    sheet = read.sheet;
  });
  return { file: table, sheet, close: table.close };
}
