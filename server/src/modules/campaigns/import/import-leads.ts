import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import type { Executor, Session } from '../../../db/client.ts';
import type { SpooledFile } from '../../../http/route.ts';
import { findCampaign } from '../configuration/campaign-store.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { unfilledByColumns } from '../configuration/unfilled-columns.ts';
import { isCampaignThere } from '../leads/lead-store.ts';
import { setLockTimeout, withLockTimeoutError } from '../leads/taken-numbers.ts';
import type { GivenColumns } from './csv-columns.ts';
import type { Delimiter } from './csv-delimiter.ts';
import type { RowRules } from './csv-row.ts';
import { type CsvFormat, detectDelimiter } from './csv-rows.ts';
import { charsetOf } from './csv-text.ts';
import { type ImportReport, ImportTally, type ReportedErrors } from './import-report.ts';
import { compareStaged, type ImportAbout, type PageOutcome, storeStaged } from './import-store.ts';
import { phoneColumn, stageFile, throwIfAborted } from './stage-file.ts';
import { createStage } from './staged-store.ts';

export interface ImportOptions {
  isDryRun: boolean;
  mayRepeat: boolean;
  /** Null to detect it, as with `delimiter`. */
  charset: string | null;
  delimiter: Delimiter | null;
  columns: GivenColumns;
  /** Country whose national numbers are accepted; null for international numbers only. */
  countryCode: string | null;
  errors: ReportedErrors;
}

/**
 * Imports the leads of a CSV file: all valid rows, or none if the import fails. Invalid rows and duplicates are
 * reported and skipped. The file is first read into a temporary table, without locks; then the leads are stored in one
 * transaction. A dry run stores nothing.
 * Throws `not-found`, `invalid` for an unreadable file, and `unavailable` if other requests lock its numbers for too
 * long.
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
    file,
    format,
    options,
    signal,
    lockTimeoutMs: dependencies.lockTimeouts.importMs,
  };
  const report = await importing.run(() => database.session((session) => importRows(session, run)));
  if (!options.isDryRun) {
    if (report.created >= MANY_LEADS) await analyzeLeads(dependencies);
    notifier.notify('campaigns', [campaignId]);
  }
  const about = { userId, campaignId, assistantId: campaign.assistant_id, columns: report.columns.variables };
  const warnings = await unfilledByColumns(database, about);
  const { charset, delimiter } = format;
  return { dry_run: options.isDryRun, charset, delimiter, ...report, warnings };
}

const MANY_LEADS = 1000;

/** Updates the planner's statistics, because autovacuum takes up to a minute; until then lists would scan all leads. */
async function analyzeLeads({ database, log }: CampaignDependencies): Promise<void> {
  try {
    await database.query('analyze leads');
  } catch (error) {
    // The import has succeeded; only lists are slow until autovacuum runs.
    log.warn({ error }, 'Analyzing imported leads failed; lead lists may be slow for a minute.');
  }
}

interface ImportRun {
  about: ImportAbout;
  file: SpooledFile;
  format: CsvFormat;
  options: ImportOptions;
  signal: AbortSignal;
  lockTimeoutMs: number;
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
    ? await forEachPage(session, run, compareStaged)
    : await withLockTimeoutError(() => session.transaction((transaction) => storeAll(transaction, run)));
  for (const { stored, blacklisted, duplicates } of pages) {
    tally.created(stored, blacklisted);
    tally.duplicates(duplicates, phoneColumn(rules));
  }
  return { ...tally.report(), columns: namedColumns(rules) };
}

async function storeAll(transaction: Executor, run: ImportRun): Promise<PageOutcome[]> {
  await setLockTimeout(transaction, run.lockTimeoutMs);
  return forEachPage(transaction, run, async (database, about, page) => {
    const outcome = await storeStaged(database, about, page);
    const { userId, campaignId: id } = about;
    if (!(await isCampaignThere(database, { userId, id }))) throw notFound('Campaign');
    return outcome;
  });
}

const STAGED_PER_PAGE = 2000;

async function forEachPage(
  database: Executor,
  { about, signal }: ImportRun,
  take: typeof storeStaged,
): Promise<PageOutcome[]> {
  const pages: PageOutcome[] = [];
  for (let afterRow: number | null = 0; afterRow !== null; ) {
    throwIfAborted(signal);
    const page = await take(database, about, { afterRow, max: STAGED_PER_PAGE });
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
