import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { findSecretKey, secretKeyFile } from '../../compose/secrets.ts';
import { type Config, readConfig, type Secrets } from '../../config/config.ts';
import { AppError, messageOf } from '../../core/errors.ts';
import { type Database, type Executor, openDatabase } from '../../db/client.ts';
import { copyFailure } from '../../db/copy/copy-failure.ts';
import { type CopiedTable, type CopyResult, copyInstallation } from '../../db/copy/copy-installation.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../db/embedded/embedded-database.ts';
import { findHome } from '../../db/embedded/home.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import { requireDatabase } from '../../db/require-database.ts';
import { stopSignal } from '../../stop-signal.ts';
import { checkLedger } from '../check-ledger.ts';
import type { Command } from '../command.ts';
import { requireOption } from '../terminal.ts';
import { type CopyTarget, prepareTarget, withTarget } from './copy-target.ts';
import { addressName, requireAddress } from './database-address.ts';
import { requireNoProcess } from './running-processes.ts';

/** Copies the installation into an empty database of another PostgreSQL, and prints the next steps. */
export async function copy({ options }: Command): Promise<number> {
  const address = requireAddress(requireOption(options, 'to'));
  const installation = readConfig();
  // From here on a signal stops the copy instead of the process, so that the embedded database is always stopped.
  const { signal } = stopSignal();
  await withSource(installation, async (source) => {
    await source.requireQuiet();
    await withTarget(address, async (target) => {
      await requireAnother(source.database, target.database);
      requireWanted(signal);
      process.stdout.write(`Copying ${source.name} to ${target.name}.\n`);
      await prepareTarget(target).catch((error: unknown) => {
        throw copyFailure(error, signal);
      });
      requireWanted(signal);
      process.stdout.write(await copyAll({ source, target, signal }));
      process.stdout.write(nextSteps(target.name, await keyAdvice(installation, source)));
    });
  });
  return 0;
}

async function keyAdvice(
  { config, secrets }: { config: Config; secrets: Secrets },
  { database }: CopySource,
): Promise<string> {
  return secretKeyAdvice(await findSecretKey(config, secrets, database), secretKeyFile(config));
}

function requireWanted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('unavailable', `${messageOf(signal.reason)} Nothing was copied.`);
}

/** Copies all tables and returns the summary to print. */
async function copyAll({
  source,
  target,
  signal,
}: {
  source: CopySource;
  target: CopyTarget;
  signal: AbortSignal;
}): Promise<string> {
  const startedAt = performance.now();
  const result = await copyInstallation({
    source: source.connection,
    target: target.connection,
    signal,
    onTable: (table) => process.stdout.write(copiedTable(table)),
    beforeCommit: async (copied) => {
      await requireExplainedBalances(copied);
      // A process that started after the first check would store data that the copy lacks.
      await source.requireQuiet();
    },
  });
  return summary(result, performance.now() - startedAt);
}

async function requireExplainedBalances(copied: Pick<Executor, 'query'>): Promise<void> {
  const { isFine, text } = await checkLedger(copied);
  if (!isFine) throw new AppError('conflict', `${text} Nothing was copied.`);
}

const MEGABYTE = 1_000_000;
/** Tables of this size take seconds, so their completion is printed. */
const LARGE_BYTES = 16 * MEGABYTE;

/** A line for a large table; empty for a small one. */
function copiedTable({ name, rowCount, byteCount }: CopiedTable): string {
  return byteCount < LARGE_BYTES ? '' : `  ${name}: ${rows(rowCount)}, ${megabytes(byteCount)}\n`;
}

function summary({ tables, leftOut }: CopyResult, elapsedMs: number): string {
  const filled = tables.filter(({ rowCount }) => rowCount > 0);
  const rowCount = filled.reduce((sum, table) => sum + table.rowCount, 0);
  const byteCount = filled.reduce((sum, table) => sum + table.byteCount, 0);
  const what = `${rows(rowCount)} of ${filled.length} tables, ${megabytes(byteCount)}`;
  const left =
    leftOut.length === 0 ? '' : `Not copied, because they do not belong to Parley: ${leftOut.join(', ')}.\n`;
  return (
    `Copied ${what}, in ${(elapsedMs / 1000).toFixed(1)} s.\n` +
    `All tables have the same number of rows on both sides, and all balances match the ledger.\n${left}`
  );
}

/**
 * Next steps after a copy.
 * @param targetName the target without its password
 * @param key how to give the new processes the secret key of the old ones
 */
function nextSteps(targetName: string, key: string): string {
  const steps = [
    `Start Parley with DATABASE_URL set to the value of --to (${targetName}, with its password).`,
    `Use the same secret key: ${key}.`,
    'Do not start the old installation again. Both would call and message the same people.',
  ];
  return `\nWhat to do next:\n${steps.map((step, index) => `  ${index + 1}. ${step}\n`).join('')}`;
}

/** @param place where the key was found; null if not found */
function secretKeyAdvice(place: 'set' | 'file' | null, file: string): string {
  switch (place) {
    case 'set':
      return 'PARLEY_SECRET_KEY as set here';
    case 'file':
      return `set PARLEY_SECRET_KEY to the text of ${file}, or keep the same PARLEY_DATA`;
    case null:
      return 'the key of the old processes, which differs from the one here. It is their PARLEY_SECRET_KEY, or the file secret-key in their PARLEY_DATA';
  }
}

function rows(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

const MAX_LOCK = 2 ** 31;

/**
 * Detects that both URLs name one database, by an advisory lock that only one connection per database can hold.
 * @throws AppError `conflict`
 */
async function requireAnother(source: Database, target: Database): Promise<void> {
  const lock = [randomInt(MAX_LOCK), randomInt(MAX_LOCK)];
  const isFree = await source.transaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1, $2)', lock);
    const text = 'select pg_try_advisory_xact_lock($1, $2) as "isFree"';
    const [answer] = await target.query<{ isFree: boolean }>(text, lock);
    return answer?.isFree === true;
  });
  if (isFree) return;
  throw new AppError(
    'conflict',
    '--to is the database to copy from. Use an empty database instead (create database …).',
  );
}

interface CopySource {
  connection: pg.ClientConfig;
  database: Database;
  /** Name for messages, without a password. */
  name: string;
  /** @throws AppError `conflict` while a Parley process uses it */
  requireQuiet(): Promise<void>;
}

/**
 * Runs `work` on the installation's database while no Parley server runs on it. Never changes the database: refuses an
 * outdated schema instead of migrating it, because a migration cannot be undone.
 * @throws AppError with instructions
 */
async function withSource<Result>(
  { config, secrets }: { config: Config; secrets: Secrets },
  work: (source: CopySource) => Promise<Result>,
): Promise<Result> {
  if (secrets.databaseUrl !== null) {
    const connection = { connectionString: secrets.databaseUrl };
    const name = addressName(secrets.databaseUrl);
    return withDatabaseAt({ connection, name }, (place) =>
      work({ ...place, requireQuiet: () => requireNoProcess(place.database, name) }),
    );
  }
  const embedded = await holdEmbedded(config);
  try {
    const name = `the embedded database in ${embedded.location}`;
    // The lock excludes running servers, and the table of processes may still list one that was just killed.
    const requireQuiet = async (): Promise<void> => undefined;
    return await withDatabaseAt({ connection: embedded.connection, name }, (place) =>
      work({ ...place, requireQuiet }),
    );
  } finally {
    await embedded.stop();
  }
}

/** Holds the server's lock, so that no server runs or starts during the copy. */
async function holdEmbedded({ dataDirectory }: Config): Promise<EmbeddedDatabase> {
  if ((await findHome(dataDirectory)) === null) {
    const advice =
      'Set PARLEY_DATA to the data folder of the installation to copy, or DATABASE_URL to its database.';
    throw new AppError('not-found', `There is no embedded database in ${dataDirectory}. ${advice}`);
  }
  const warn = (message: string): void => void process.stderr.write(`${message}\n`);
  return startEmbeddedDatabase({ dataDirectory, log: { info: () => undefined, warn } }).catch(
    (error: unknown) => {
      throw isInUse(error) ? refusal(dataDirectory, error) : error;
    },
  );
}

function isInUse(error: unknown): boolean {
  return error instanceof AppError && error.code === 'conflict';
}

function refusal(dataDirectory: string, cause: unknown): AppError {
  const text = `A Parley server is using the data folder ${dataDirectory}.`;
  const advice = 'Stop it before you copy. Anything it stores during the copy would be lost.';
  return new AppError('conflict', `${text} ${advice}`, { cause });
}

type Place = Omit<CopySource, 'requireQuiet'>;

async function withDatabaseAt<Result>(
  place: Omit<Place, 'database'>,
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ ...place.connection, max: 1 }, () => undefined);
  try {
    await requireDatabase(database);
    await requirePresentSchema(database, place.name);
    return await work({ ...place, database });
  } finally {
    await database.close();
  }
}

async function requirePresentSchema(database: Database, name: string): Promise<void> {
  const pending = await pendingMigrations(database);
  if (pending.atStart.length === 0 && pending.later.length === 0) return;
  if (pending.atStart.length === 0) {
    throw new AppError(
      'conflict',
      `Indexes of ${name} are not built yet. Let this version run on it until \`npx parley doctor\` reports that the schema is up to date, stop it, then copy.`,
    );
  }
  throw new AppError(
    'conflict',
    `The schema of ${name} is older than this version of Parley, or missing. Start this version on it once, stop it, then copy.`,
  );
}
