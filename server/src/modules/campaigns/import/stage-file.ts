import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import type { SpooledFile } from '../../../http/route.ts';
import { callableNumber } from '../leads/lead-numbers.ts';
import { type RowLead, type RowRules, readRow } from './csv-row.ts';
import { type CsvFormat, readRows } from './csv-rows.ts';
import type { ImportTally } from './import-report.ts';
import { dropExternalIds, hasSharedIds, type StagedLead, stageLeads } from './staged-store.ts';
import type { TableRules } from './table-header.ts';

export interface StagedFile {
  file: Pick<SpooledFile, 'read'>;
  format: CsvFormat;
  rules: TableRules;
  options: { mayRepeat: boolean };
  signal: AbortSignal;
}

/** Leads stored per statement. */
const LEADS_PER_BATCH = 250;
/** Rows parsed before yielding to the event loop, which live calls need. */
const ROWS_PER_YIELD = 25;

/**
 * Stores the leads of valid rows in the temporary table and counts the rows in `tally`.
 * Throws `invalid` for an unreadable file.
 * @returns a sentence if the column that was guessed to have external ids has other values; else null
 */
export async function stageFile(
  session: Executor,
  { file, format, rules, options, signal }: StagedFile,
  tally: ImportTally,
): Promise<string | null> {
  let waiting: StagedLead[] = [];
  let hasLongId = false;
  let sinceYield = 0;
  for await (const { row, cells } of readRows(file, format)) {
    if (row <= rules.headerRow) continue;
    const read = readRow(cells, rules);
    if (read.ok) {
      waiting.push(asStaged(row, read.lead));
      tally.valid(read.lead);
      hasLongId ||= read.hasLongId;
    } else tally.invalid({ row, column: read.column, message: read.message }, read.lacksPlusOf);
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
  tally.repeated(await stageLeads(session, waiting, options.mayRepeat), phoneColumn(rules));
  if (rules.columns.externalId === null || !rules.columns.isIdGuessed) return null;
  const isShared = !hasLongId && (await hasSharedIds(session));
  if (!hasLongId && !isShared) return null;
  tally.repeated(await dropExternalIds(session, options.mayRepeat), phoneColumn(rules));
  const name = `“${rules.header[rules.columns.externalId] ?? ''}”`;
  return hasLongId
    ? `The column ${name} has values with more than 255 characters, so it is a variable and not the external id of the leads.`
    : `Leads with different numbers have the same value in the column ${name}, so it is a variable and not the external id of the leads.`;
}

/** Throws `unavailable` when the client has disconnected. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('unavailable', 'The import was canceled.');
}

/** Name of the phone number column. */
export function phoneColumn({ header, columns }: RowRules): string {
  return header[columns.phoneNumber] ?? '';
}

function asStaged(row: number, { phoneNumber, variables, externalId, contacts }: RowLead): StagedLead {
  return {
    row,
    ...callableNumber({ phone_number: phoneNumber, variables, external_id: externalId }),
    contacts: contacts.map((contact) =>
      callableNumber({ phone_number: contact.phoneNumber, variables: contact.variables }),
    ),
  };
}
