import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../../core/context.ts';
import { AppError, invalid, notFound } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import type { SpooledFile } from '../../../http/route.ts';
import { findCampaign } from '../configuration/campaign-store.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { callableNumber } from '../leads/lead-numbers.ts';
import { isCampaignThere } from '../leads/lead-store.ts';
import { type CsvColumns, type GivenColumns, readColumns } from './csv-columns.ts';
import type { Delimiter } from './csv-delimiter.ts';
import { type RowLead, type RowRules, readRow } from './csv-row.ts';
import { type CsvFormat, detectDelimiter, readRows } from './csv-rows.ts';
import { charsetOf } from './csv-text.ts';
import { type ImportReport, ImportTally } from './import-report.ts';
import { type ImportAbout, type ImportedLead, insertLeads } from './import-store.ts';

export interface ImportOptions {
  isDryRun: boolean;
  mayRepeat: boolean;
  /** Null: as the file itself says. */
  charset: string | null;
  delimiter: Delimiter | null;
  columns: GivenColumns;
  /** Lets numbers be written as in that country. */
  countryCode: string | null;
}

/** Leads of one statement, and rows that are read before others have their turn: calls go on meanwhile. */
const LEADS_AT_ONCE = 250;
const ROWS_AT_ONCE = 25;

/**
 * Adds the leads of a CSV file in one transaction: all that is right of it, or, when anything fails, none. Rows that are
 * wrong, and numbers that the campaign has, are told of and left out. A dry run does the same and undoes it.
 * Throws `not-found`, and `invalid` for a file that cannot be read.
 */
export async function importLeads(
  dependencies: CampaignDependencies,
  context: Context,
  { campaignId, file, options }: { campaignId: number; file: SpooledFile; options: ImportOptions },
): Promise<ImportReport> {
  const { database, clock, bell, importing } = dependencies;
  const { userId, signal } = context;
  if ((await findCampaign(database, { userId, id: campaignId })) === null) throw notFound('Campaign');
  const format = await formatOf(file, options);
  const run: ImportRun = {
    about: { userId, campaignId, now: clock.now(), mayRepeat: options.mayRepeat },
    ...{ file, format, options, signal },
  };
  const report = await importing.run(() => runOnce(database, run));
  if (!options.isDryRun) {
    if (report.created >= MANY_LEADS) await tellPlanner(dependencies);
    bell.ring([campaignId]);
  }
  return { dry_run: options.isDryRun, charset: format.charset, delimiter: format.delimiter, ...report };
}

const MANY_LEADS = 1000;

/** By itself the planner would learn of many leads a minute later, and read all of them for a page until then. */
async function tellPlanner({ database, log }: CampaignDependencies): Promise<void> {
  try {
    await database.query('analyze leads');
  } catch (error) {
    // The leads are stored: this costs others time, and its owner nothing.
    log.warn({ error }, 'Imported leads could not be analysed; their lists may be slow for a minute.');
  }
}

interface ImportRun {
  about: ImportAbout;
  file: SpooledFile;
  format: CsvFormat;
  options: ImportOptions;
  signal: AbortSignal;
}

async function formatOf(file: SpooledFile, { charset: given, delimiter }: ImportOptions): Promise<CsvFormat> {
  const charset = await charsetOf(file, given);
  return { charset, delimiter: delimiter ?? (await detectDelimiter(file, charset)) };
}

type RowsReport = Omit<ImportReport, 'dry_run' | 'charset' | 'delimiter'>;

/** Carries a dry run's report out of the transaction that it undoes. */
class Undo extends Error {
  readonly report: RowsReport;
  constructor(report: RowsReport) {
    super('A dry run stores nothing.');
    this.report = report;
  }
}

async function runOnce(database: CampaignDependencies['database'], run: ImportRun): Promise<RowsReport> {
  try {
    return await database.transaction(async (transaction) => {
      const report = await importRows(transaction, run);
      if (run.options.isDryRun) throw new Undo(report);
      return report;
    });
  } catch (error) {
    if (error instanceof Undo) return error.report;
    throw error;
  }
}

async function importRows(transaction: Executor, run: ImportRun): Promise<RowsReport> {
  const tally = new ImportTally();
  let rules: RowRules | null = null;
  let waiting: PlacedLead[] = [];
  let sinceTurn = 0;
  for await (const { row, cells } of readRows(run.file, run.format)) {
    if (rules === null) {
      rules = rulesOf(cells, run.options);
      continue;
    }
    const read = readRow(cells, rules);
    if (read.ok) waiting.push({ row, lead: asLead(read.lead) });
    else tally.invalid({ row, column: read.column, message: read.message });
    sinceTurn += 1;
    if (waiting.length >= LEADS_AT_ONCE) {
      await storeLeads(transaction, run, { waiting, rules, tally });
      waiting = [];
    } else if (sinceTurn >= ROWS_AT_ONCE) {
      await setImmediate();
      sinceTurn = 0;
    }
  }
  if (rules === null) throw invalid({ file: ['The file is empty.'] });
  await storeLeads(transaction, run, { waiting, rules, tally });
  return { ...tally.report(), columns: namedColumns(rules) };
}

interface PlacedLead {
  row: number;
  lead: ImportedLead;
}

function rulesOf(header: string[], { columns: given, countryCode }: ImportOptions): RowRules {
  const read = readColumns(header, given);
  if (!read.ok) throw invalid(read.errors);
  return { columns: read.columns, header, countryCode };
}

function asLead({ phoneNumber, variables, contacts }: RowLead): ImportedLead {
  return {
    ...callableNumber({ phone_number: phoneNumber, variables }),
    contacts: contacts.map((number) => callableNumber({ phone_number: number })),
  };
}

async function storeLeads(
  transaction: Executor,
  { about, signal }: ImportRun,
  { waiting, rules, tally }: { waiting: readonly PlacedLead[]; rules: RowRules; tally: ImportTally },
): Promise<void> {
  if (signal.aborted) throw new AppError('unavailable', 'The import was given up.');
  if (waiting.length === 0) return;
  const others = await insertLeads(
    transaction,
    about,
    waiting.map(({ lead }) => lead),
  );
  const { userId, campaignId: id } = about;
  if (!(await isCampaignThere(transaction, { userId, id }))) throw notFound('Campaign');
  const states = new Map(others.map(({ index, state }) => [index, state]));
  const column = rules.header[rules.columns.phoneNumber]?.trim() ?? '';
  for (const [index, { row }] of waiting.entries()) {
    const state = states.get(index);
    if (state !== 'duplicate') tally.created(state === 'blacklisted');
    else tally.duplicate({ row, column, message: 'The campaign has a lead of this phone number already.' });
  }
}

function namedColumns({
  columns,
  header,
}: {
  columns: CsvColumns;
  header: readonly string[];
}): ImportReport['columns'] {
  const nameOf = (index: number): string => header[index]?.trim() ?? '';
  return {
    phone_number: nameOf(columns.phoneNumber),
    secondary: columns.secondary.map(nameOf),
    variables: columns.variables.map(({ name }) => name),
  };
}
