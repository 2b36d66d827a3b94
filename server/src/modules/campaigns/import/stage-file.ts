import { setImmediate } from 'node:timers/promises';
import { AppError, invalid } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import type { SpooledFile } from '../../../http/route.ts';
import { callableNumber } from '../leads/lead-numbers.ts';
import { type GivenColumns, readColumns } from './csv-columns.ts';
import { type RowLead, type RowRules, readRow } from './csv-row.ts';
import { type CsvFormat, readRows } from './csv-rows.ts';
import type { ImportTally } from './import-report.ts';
import { type StagedLead, stageLeads } from './staged-store.ts';

export interface StagedFile {
  file: SpooledFile;
  format: CsvFormat;
  options: { columns: GivenColumns; countryCode: string | null; mayRepeat: boolean };
  signal: AbortSignal;
}

/** Leads stored per statement. */
const LEADS_PER_BATCH = 250;
/** Rows parsed before yielding to the event loop, which live calls need. */
const ROWS_PER_YIELD = 25;

/**
 * Stores the leads of valid rows in the temporary table and counts the invalid rows in `tally`.
 * Throws `invalid` for an unreadable file.
 */
export async function stageFile(
  session: Executor,
  { file, format, options, signal }: StagedFile,
  tally: ImportTally,
): Promise<RowRules> {
  let rules: RowRules | null = null;
  let waiting: StagedLead[] = [];
  let sinceYield = 0;
  for await (const { row, cells } of readRows(file, format)) {
    if (rules === null) {
      rules = rulesOf(cells, options);
      continue;
    }
    const read = readRow(cells, rules);
    if (read.ok) waiting.push(asStaged(row, read.lead));
    else tally.invalid({ row, column: read.column, message: read.message });
    sinceYield += 1;
    if (waiting.length >= LEADS_PER_BATCH) {
      throwIfAborted(signal);
      tally.repeated(await stageLeads(session, waiting, options.mayRepeat), phoneColumn(rules));
      waiting = [];
    } else if (sinceYield >= ROWS_PER_YIELD) {
      await setImmediate();
      sinceYield = 0;
    }
  }
  if (rules === null) throw invalid({ file: ['The file is empty.'] });
  tally.repeated(await stageLeads(session, waiting, options.mayRepeat), phoneColumn(rules));
  return rules;
}

/** Throws `unavailable` when the client has disconnected. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('unavailable', 'The import was canceled.');
}

/** Name of the phone number column. */
export function phoneColumn({ header, columns }: RowRules): string {
  return header[columns.phoneNumber]?.trim() ?? '';
}

function rulesOf(header: string[], { columns: given, countryCode }: StagedFile['options']): RowRules {
  const read = readColumns(header, given);
  if (!read.ok) throw invalid(read.errors);
  return { columns: read.columns, header, countryCode };
}

function asStaged(row: number, { phoneNumber, variables, contacts }: RowLead): StagedLead {
  return {
    row,
    ...callableNumber({ phone_number: phoneNumber, variables }),
    contacts: contacts.map((contact) =>
      callableNumber({ phone_number: contact.phoneNumber, variables: contact.variables }),
    ),
  };
}
