import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import type { Executor, Session } from '../../../db/client.ts';
import type { SpooledFile } from '../../../http/route.ts';
import { findCampaign } from '../configuration/campaign-store.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { unfilledByColumns } from '../configuration/unfilled-columns.ts';
import { isCampaignThere } from '../leads/lead-store.ts';
import { refusingTakenNumbers, waitAtMost } from '../leads/taken-numbers.ts';
import type { GivenColumns } from './csv-columns.ts';
import type { Delimiter } from './csv-delimiter.ts';
import type { RowRules } from './csv-row.ts';
import { type CsvFormat, detectDelimiter } from './csv-rows.ts';
import { charsetOf } from './csv-text.ts';
import { type ImportReport, ImportTally, type ToldErrors } from './import-report.ts';
import { compareStaged, type ImportAbout, type PageOutcome, storeStaged } from './import-store.ts';
import { phoneColumn, refuseGivenUp, stageFile } from './stage-file.ts';
import { createStage } from './staged-store.ts';

export interface ImportOptions {
  isDryRun: boolean;
  mayRepeat: boolean;
  /** Null: as the file itself says. */
  charset: string | null;
  delimiter: Delimiter | null;
  columns: GivenColumns;
  /** Lets numbers be written as in that country. */
  countryCode: string | null;
  errors: ToldErrors;
}

/**
 * Adds the leads of a CSV file: all that is right of it, or, when anything fails, none. Rows that are wrong, and numbers
 * that the campaign has, are told of and left out. The file is read into a table of its own first; nobody waits for that,
 * nor for a dry run, which then only compares. Leads are stored from there in one transaction.
 * Throws `not-found`, `invalid` for a file that cannot be read, and `unavailable` when others hold its numbers too long.
 */
export async function importLeads(
  dependencies: CampaignDependencies,
  context: Context,
  { campaignId, file, options }: { campaignId: number; file: SpooledFile; options: ImportOptions },
): Promise<ImportReport> {
  const { database, clock, notifier, importing } = dependencies;
  const { userId, signal } = context;
  const campaign = await findCampaign(database, { userId, id: campaignId });
  if (campaign === null) throw notFound('Campaign');
  const format = await formatOf(file, options);
  const run: ImportRun = {
    about: { userId, campaignId, now: clock.now(), mayRepeat: options.mayRepeat },
    ...{ file, format, options, signal, patienceMs: dependencies.patience.importMs },
  };
  const report = await importing.run(() => database.session((session) => importRows(session, run)));
  if (!options.isDryRun) {
    if (report.created >= MANY_LEADS) await tellPlanner(dependencies);
    notifier.notify([campaignId]);
  }
  const about = { userId, campaignId, assistantId: campaign.assistant_id, columns: report.columns.variables };
  const warnings = await unfilledByColumns(database, about);
  const { charset, delimiter } = format;
  return { dry_run: options.isDryRun, charset, delimiter, ...report, warnings };
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
  patienceMs: number;
}

async function formatOf(file: SpooledFile, { charset: given, delimiter }: ImportOptions): Promise<CsvFormat> {
  const charset = await charsetOf(file, given);
  const detected = await detectDelimiter(file, charset);
  return { charset, delimiter: delimiter ?? detected };
}

type RowsReport = Omit<ImportReport, 'dry_run' | 'charset' | 'delimiter' | 'warnings'>;

async function importRows(session: Session, run: ImportRun): Promise<RowsReport> {
  const tally = new ImportTally(run.options.errors);
  await createStage(session);
  const rules = await stageFile(session, run, tally);
  const pages = run.options.isDryRun
    ? await goThrough(session, run, compareStaged)
    : await refusingTakenNumbers(() => session.transaction((transaction) => storeAll(transaction, run)));
  for (const { stored, blacklisted, duplicates } of pages) {
    tally.created(stored, blacklisted);
    tally.duplicates(duplicates, phoneColumn(rules));
  }
  return { ...tally.report(), columns: namedColumns(rules) };
}

async function storeAll(transaction: Executor, run: ImportRun): Promise<PageOutcome[]> {
  await waitAtMost(transaction, run.patienceMs);
  return goThrough(transaction, run, async (database, about, page) => {
    const outcome = await storeStaged(database, about, page);
    const { userId, campaignId: id } = about;
    if (!(await isCampaignThere(database, { userId, id }))) throw notFound('Campaign');
    return outcome;
  });
}

/** Staged leads of one statement. */
const STAGED_AT_ONCE = 2000;

async function goThrough(
  database: Executor,
  { about, signal }: ImportRun,
  take: typeof storeStaged,
): Promise<PageOutcome[]> {
  const pages: PageOutcome[] = [];
  for (let afterRow: number | null = 0; afterRow !== null; ) {
    refuseGivenUp(signal);
    const page = await take(database, about, { afterRow, most: STAGED_AT_ONCE });
    pages.push(page);
    afterRow = page.lastRow;
  }
  return pages;
}

function namedColumns({ columns, header }: RowRules): ImportReport['columns'] {
  const nameOf = (index: number): string => header[index]?.trim() ?? '';
  return {
    phone_number: nameOf(columns.phoneNumber),
    secondary: columns.secondary.map(nameOf),
    variables: columns.variables.map(({ name }) => name),
  };
}
