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

/** Leads of one statement, and rows that are read before others have their turn: calls go on meanwhile. */
const LEADS_AT_ONCE = 250;
const ROWS_AT_ONCE = 25;

/**
 * Reads a file and puts the leads of its right rows on the stage; the tally is told of the others.
 * Throws `invalid` for a file that cannot be read.
 */
export async function stageFile(
  session: Executor,
  { file, format, options, signal }: StagedFile,
  tally: ImportTally,
): Promise<RowRules> {
  let rules: RowRules | null = null;
  let waiting: StagedLead[] = [];
  let sinceTurn = 0;
  for await (const { row, cells } of readRows(file, format)) {
    if (rules === null) {
      rules = rulesOf(cells, options);
      continue;
    }
    const read = readRow(cells, rules);
    if (read.ok) waiting.push(asStaged(row, read.lead));
    else tally.invalid({ row, column: read.column, message: read.message });
    sinceTurn += 1;
    if (waiting.length >= LEADS_AT_ONCE) {
      refuseGivenUp(signal);
      tally.repeated(await stageLeads(session, waiting, options.mayRepeat), phoneColumn(rules));
      waiting = [];
    } else if (sinceTurn >= ROWS_AT_ONCE) {
      await setImmediate();
      sinceTurn = 0;
    }
  }
  if (rules === null) throw invalid({ file: ['The file is empty.'] });
  tally.repeated(await stageLeads(session, waiting, options.mayRepeat), phoneColumn(rules));
  return rules;
}

/** Throws `unavailable` when nobody waits for the import any more. */
export function refuseGivenUp(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('unavailable', 'The import was given up.');
}

/** The name of the column that has the leads' own numbers. */
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
