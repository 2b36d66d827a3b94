import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import type { Executor, Session } from '../../../db/client.ts';
import type { SpooledFile } from '../../../http/route.ts';
import { findAssistantTexts } from '../../assistants/variables/unfilled-variables.ts';
import { findCampaign, type StoredCampaign } from '../configuration/campaign-store.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { unfilledByFile } from '../configuration/unfilled-columns.ts';
import { isListed } from '../dialing/is-listed.ts';
import type { ChangeDependencies } from '../leads/change-lead.ts';
import { DUPLICATE_LEAD } from '../leads/lead-numbers.ts';
import { isCampaignThere } from '../leads/lead-store.ts';
import { skipUndialable } from '../leads/skip-undialable.ts';
import { setLockTimeout, withLockTimeoutError } from '../leads/taken-numbers.ts';
import { missingInFile } from '../start/missing-variables.ts';
import { changeLeads, type LeadChange } from './change-leads.ts';
import type { GivenColumns } from './csv-columns.ts';
import type { Delimiter } from './csv-delimiter.ts';
import type { RowRules } from './csv-row.ts';
import { type CsvFormat, detectDelimiter } from './csv-rows.ts';
import { charsetOf } from './csv-text.ts';
import { type ImportReport, ImportTally, type ReportedErrors } from './import-report.ts';
import type { NumberRules } from './lead-number.ts';
import { phoneColumn, stageFile, throwIfAborted } from './stage-file.ts';
import { createStage, type StagedLead } from './staged-store.ts';
import { openTable, type TableFile } from './table-file.ts';
import { readHeader, type TableRules } from './table-header.ts';

export interface ImportOptions {
  isDryRun: boolean;
  mayRepeat: boolean;
  /** Null to detect it, as with `delimiter`. */
  charset: string | null;
  delimiter: Delimiter | null;
  columns: GivenColumns;
  numbers: NumberRules;
  /** Name of a workbook's sheet; null for the first one with data. */
  sheet: string | null;
  errors: ReportedErrors;
}

/**
 * Imports the leads of a CSV file or a workbook: all new ones, or none if the import fails. Invalid rows and duplicates
 * are reported and skipped. The file is first read into a temporary table, without locks; then the leads are stored in one
 * transaction, and the leads whose external id is known are changed in several. A dry run stores nothing.
 * Throws `not-found`, `invalid` for an unreadable file, and `unavailable` if other requests lock its numbers for too
 * long.
 */
export async function importLeads(
  dependencies: CampaignDependencies,
  context: Context,
  { campaignId, file, options }: { campaignId: number; file: SpooledFile; options: ImportOptions },
): Promise<ImportReport> {
  const { database, workbooks, readingWorkbooks } = dependencies;
  const { userId, signal } = context;
  const campaign = await findCampaign(database, { userId, id: campaignId });
  if (campaign === null) throw notFound('Campaign');
  const readTable: typeof workbooks.readTable = (job) =>
    readingWorkbooks.run(
      userId,
      () => workbooks.readTable(job),
      () => signal,
    );
  const table = await openTable(file, { workbooks: { readTable }, sheet: options.sheet, signal });
  try {
    return await importTable(dependencies, context, { campaign, table, options });
  } finally {
    await table.close();
  }
}

async function importTable(
  dependencies: CampaignDependencies,
  context: Context,
  { campaign, table, options }: { campaign: StoredCampaign; table: TableFile; options: ImportOptions },
): Promise<ImportReport> {
  const { database, clock, notifier, importing } = dependencies;
  const { userId } = context;
  const { file, sheet } = table;
  const campaignId = campaign.id;
  const format: CsvFormat =
    sheet === null ? await formatOf(file, options) : { charset: 'utf-8', delimiter: ',' };
  const rules = await readHeader(file, format, options);
  const run: ImportRun = {
    about: { userId, campaignId, now: clock.now(), mayRepeat: options.mayRepeat },
    file,
    format,
    rules,
    options,
    context,
    lockTimeoutMs: dependencies.lockTimeouts.importMs,
  };
  const tally = new ImportTally(options.errors);
  let idGuess: string | null;
  try {
    idGuess = await importing.run(
      userId,
      () => database.session((session) => importRows({ ...dependencies, database: session }, run, tally)),
      () => context.signal,
    );
    if (!options.isDryRun && tally.report().created >= MANY_LEADS) await analyzeLeads(dependencies);
  } finally {
    // New leads are stored even if changing others fails.
    if (!options.isDryRun) notifier.notify('campaigns', [campaignId]);
  }
  const report = tally.report();
  const columns = { ...namedColumns(rules), ...(idGuess !== null && { external_id: null }) };
  // Without any valid row, only the columns can be compared.
  const given = tally.filledVariables();
  const filled = report.sample.length === 0 ? columns.variables : [...given.filled.keys()];
  const texts = await findAssistantTexts(database, { userId, id: campaign.assistant_id });
  const found = [idGuess, tally.lackingPlus()].flatMap((guess) => guess ?? []);
  return {
    dry_run: options.isDryRun,
    ...format,
    sheet,
    header_row: rules.headerRow,
    columns,
    ...report,
    guesses: [...rules.guesses, ...found],
    warnings: texts === null ? [] : unfilledByFile(texts, filled),
    missing_variables: texts === null ? [] : missingInFile(texts, given),
  };
}

export const MANY_LEADS = 1000;

/** Updates the planner's statistics, because autovacuum takes up to a minute; until then lists would scan all leads. */
export async function analyzeLeads({ database, log }: CampaignDependencies): Promise<void> {
  try {
    await database.query('analyze leads');
  } catch (error) {
    // The import has succeeded; only lists are slow until autovacuum runs.
    log.warn({ error }, 'Analyzing imported leads failed; lead lists may be slow for a minute.');
  }
}

interface ImportRun {
  about: ImportAbout;
  file: Pick<SpooledFile, 'read'>;
  format: CsvFormat;
  rules: TableRules;
  options: ImportOptions;
  context: Context;
  lockTimeoutMs: number;
}

async function formatOf(file: Pick<SpooledFile, 'read'>, options: ImportOptions): Promise<CsvFormat> {
  const { charset: given, delimiter, numbers } = options;
  const charset = await charsetOf(file, { given, countryCode: numbers.countryCode });
  const detected = await detectDelimiter(file, charset);
  return { charset, delimiter: delimiter ?? detected };
}

/** @returns from `stageFile` */
async function importRows(
  dependencies: ChangeDependencies & { database: Session },
  run: ImportRun,
  tally: ImportTally,
): Promise<string | null> {
  const { database: session } = dependencies;
  await createStage(session);
  const idGuess = await stageFile(session, { ...run, signal: run.context.signal }, tally);
  const pages = run.options.isDryRun
    ? await forEachPage(session, run, compareStaged)
    : await withLockTimeoutError(() => session.transaction((transaction) => storeAll(transaction, run)));
  for (const { stored, blacklisted, updated, taken, duplicates } of pages) {
    tally.created(stored, blacklisted);
    const changes = run.options.isDryRun ? [] : await findChanges(session, run.about, duplicates);
    const refused = await changeLeads(dependencies, run.context, { changes, keepsContacts: true });
    refused.push(...taken.map((index) => ({ index, errors: DUPLICATE_LEAD })));
    tally.updated(updated + changes.length - refused.length);
    for (const { index: row, errors } of refused) {
      const [field = ''] = Object.keys(errors);
      const message = errors[field]?.[0] ?? 'The lead could not be changed.';
      tally.invalid({ row, column: columnOf(run.rules, field), message }, null);
    }
    const changed = new Set(changes.map(({ index }) => index));
    const unchanged = duplicates.filter((row) => !changed.has(row));
    tally.duplicates(unchanged, phoneColumn(run.rules));
  }
  return idGuess;
}

/** Name of the column with a field of the lead, for errors. */
function columnOf(rules: RowRules, field: string): string {
  const { externalId, secondary } = rules.columns;
  const index = field === 'external_id' ? externalId : field === 'secondary_contacts' ? secondary[0] : null;
  return index == null ? phoneColumn(rules) : (rules.header[index] ?? '');
}

/** Rows of the stage whose external id a lead of the campaign has. */
async function findChanges(
  session: Executor,
  { userId, campaignId }: ImportAbout,
  rows: readonly number[],
): Promise<LeadChange[]> {
  if (rows.length === 0) return [];
  const found = await session.query<StagedLead & { id: number }>(
    `select staged.row, lead.id, staged.phone_number as "phoneNumber", staged.variables, staged.contacts
     from staged_leads staged join leads lead on lead.campaign_id = $2 and lead.external_id = staged.external_id
     where lead.user_id = $1 and staged.row = any($3) order by staged.row`,
    [userId, campaignId, rows],
  );
  return found.map(({ row: index, id, phoneNumber, variables, contacts }) => ({
    index,
    id,
    lead: {
      phone_number: phoneNumber,
      variables,
      // Empty cells remove no contacts.
      secondary_contacts:
        contacts.length === 0
          ? null
          : contacts.map((contact) => ({ phone_number: contact.phoneNumber, variables: contact.variables })),
    },
  }));
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

export const STAGED_PER_PAGE = 2000;

async function forEachPage(
  database: Executor,
  { about, context: { signal } }: ImportRun,
  take: (database: Executor, about: ImportAbout, page: StagedPage) => Promise<PageOutcome>,
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
  const nameOf = (index: number): string => header[index] ?? '';
  return {
    phone_number: nameOf(columns.phoneNumber),
    secondary: columns.secondary.map(nameOf),
    external_id: columns.externalId === null ? null : nameOf(columns.externalId),
    variables: columns.variables.map(({ name }) => name),
    available: header.filter((name) => name !== ''),
  };
}

export interface ImportAbout {
  userId: number;
  campaignId: number;
  now: Date;
  /** True to store leads whose number the campaign already has. */
  mayRepeat: boolean;
}

/** A page of staged leads: up to `max`, after `afterRow`. */
interface StagedPage {
  afterRow: number;
  max: number;
}

/** Result of a page that was stored or, in a dry run, compared. */
interface PageOutcome {
  /** Null after the last page. */
  lastRow: number | null;
  stored: number;
  /** Blacklisted numbers among the stored leads. */
  blacklisted: number;
  /** Rows of a dry run whose external id a lead has, including `taken`. */
  updated: number;
  /** Those of them whose number another lead of the campaign has. */
  taken: number[];
  duplicates: number[];
}

export interface StoredPage extends PageOutcome {
  /** Lead ids by row. */
  ids: Record<string, number>;
}

/**
 * Stores a page of staged leads in one statement and skips undialable numbers. Ids are assigned first, so that rows that
 * were not stored are identified even if their number is repeated. Waits for requests that store the same numbers.
 */
export async function storeStaged(
  transaction: Executor,
  { userId, campaignId, now, mayRepeat }: ImportAbout,
  { afterRow, max }: StagedPage,
): Promise<StoredPage> {
  const { zoneless, ...outcome } = onlyRow(
    await transaction.query<StoredPage & { zoneless: number[] }>(
      `with page as materialized (${PAGE}),
       given as materialized (select nextval(pg_get_serial_sequence('leads', 'id')) as id, page.* from page),
       known as materialized (
         select given.*, ${isListed('$1', 'given.phone_number')} as is_listed from given),
       first as (${insertFrom('false', 'known where not is_repeat')}
         on conflict do nothing returning id, status),
       repeated as (${insertFrom('true', 'known where $6 and id not in (select id from first)')}
         on conflict do nothing returning id, status),
       stored as materialized (select * from first union all select * from repeated),
       contacts as (
         insert into lead_contacts (user_id, lead_id, position, phone_number, variables, zone_key, external_id, status)
         select $1, known.id, position, contact ->> 'phoneNumber', contact -> 'variables', contact ->> 'zoneKey',
           contact ->> 'externalId',
           case when ${isListed('$1', "contact ->> 'phoneNumber'")} then 'blacklisted' else 'created' end
         from known join stored on stored.id = known.id
         cross join json_array_elements(known.contacts) with ordinality as list (contact, position))
       select max(row) as "lastRow", count(stored.id)::int as stored,
         count(*) filter (where stored.status = 'blacklisted')::int as blacklisted,
         0 as updated, '[]'::json as taken, coalesce(json_agg(row order by row) filter (where stored.id is null), '[]') as duplicates,
         coalesce(json_object_agg(row, stored.id) filter (where stored.id is not null), '{}') as ids,
         coalesce(json_agg(stored.id) filter (
           where stored.status = 'created' and zone_key = '' and json_array_length(contacts) > 0), '[]') as zoneless
       from known left join stored on stored.id = known.id`,
      [userId, campaignId, afterRow, max, now, mayRepeat],
    ),
  );
  await skipUndialable(transaction, zoneless, now);
  return outcome;
}

/** Computes the result of `storeStaged` by reading only, without locks. */
async function compareStaged(
  database: Executor,
  { userId, campaignId, mayRepeat }: ImportAbout,
  { afterRow, max }: StagedPage,
): Promise<PageOutcome> {
  return onlyRow(
    await database.query<PageOutcome>(
      // Forces one index look-up per number, because the planner's statistics are outdated after an import.
      `with page as materialized (${PAGE}),
       known as (
         select row, owner.id is not null or exists (select from staged_leads earlier
             where earlier.external_id = page.external_id and earlier.row < page.row) as is_change,
           owner.id <> there.id and number_key(owner.phone_number) <> number_key(page.phone_number) as is_taken,
           (there.id is not null or page.is_repeat) and not $5 as is_duplicate,
           ${isListed('$1', 'page.phone_number')} as is_listed
         from page
         left join lateral (select id, phone_number from leads
           where campaign_id = $2 and external_id = page.external_id limit 1) owner on true
         left join lateral (select id from leads
           where campaign_id = $2 and number_key(phone_number) = number_key(page.phone_number) and not is_duplicate limit 1) there on true)
       select max(row) as "lastRow", count(*) filter (where not is_duplicate and not is_change)::int as stored,
         count(*) filter (where is_listed and not is_duplicate and not is_change)::int as blacklisted,
         count(*) filter (where is_change)::int as updated,
         coalesce(json_agg(row order by row) filter (where is_taken), '[]') as taken,
         coalesce(json_agg(row order by row) filter (where is_duplicate and not is_change), '[]') as duplicates
       from known`,
      [userId, campaignId, afterRow, max, mayRepeat],
    ),
  );
}

const PAGE = 'select * from staged_leads where row > $3 order by row limit $4';

const insertFrom = (isDuplicate: string, rows: string): string => `
  insert into leads (id, user_id, campaign_id, phone_number, variables, zone_key, external_id, is_duplicate, status, due_at)
  overriding system value
  select id, $1, $2, phone_number, variables, zone_key, external_id, ${isDuplicate},
    case when is_listed then 'blacklisted' else 'created' end, case when not is_listed then $5::timestamptz end
  from ${rows}`;

function onlyRow<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('The aggregate query returned no row.');
  return row;
}
