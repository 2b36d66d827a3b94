import { readdir, readFile } from 'node:fs/promises';
import { AppError } from '../core/errors.ts';
import type { Database, Executor, Session } from './client.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** The schema after all migrations; a check compares both. */
const SNAPSHOT = new URL('./schema.sql', import.meta.url);

/** Advisory lock key: two processes never migrate concurrently. */
const MIGRATION_LOCK = 7_263_510_844;
/** Advisory lock key of the process that builds indexes. */
const INDEX_LOCK = 7_263_510_845;

/** First line of migrations whose indexes are built while the server works, because they would lock large tables. */
const CONCURRENTLY = '-- concurrently\n';

/**
 * Applies pending migrations (numbered SQL files, forward only) in one transaction, except those for `buildIndexes`. An
 * empty database gets the snapshot of the schema instead, which includes all.
 * @returns names of the files that were applied
 * @throws when the database has been migrated by a newer version
 */
export async function migrate(database: Database): Promise<string[]> {
  const files = await migrationFiles();
  return database.transaction(async (transaction) => {
    // Another process may be migrating, and large tables take long.
    await transaction.withoutTimeLimit();
    await transaction.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const done = await appliedMigrations(transaction);
    refuseNewerSchema(done, files);
    if (done.size === 0) await transaction.script(await readFile(SNAPSHOT, 'utf8'));
    const applied: string[] = [];
    for (const name of files.filter((file) => !done.has(file))) {
      const text = await readMigration(name);
      if (done.size > 0 && text.startsWith(CONCURRENTLY)) continue;
      if (done.size > 0) await transaction.script(text);
      await transaction.query('insert into migrations (name) values ($1)', [name]);
      applied.push(name);
    }
    return applied;
  });
}

/**
 * Builds the indexes of migrations that `migrate` left out, while other processes read and write the tables. If it is
 * interrupted, the next run builds the unfinished index again.
 * @param database two connections without time limits
 * @returns names of the files that were applied
 * @throws if another process is building them
 */
export async function buildIndexes(database: Database, signal: AbortSignal): Promise<string[]> {
  return database.session(async (session) => {
    if ((await pendingMigrations(session)).later.length === 0) return [];
    return withIndexLock(session, async (backend) => {
      const cancel = (): void =>
        void database.query('select pg_cancel_backend($1)', [backend]).catch(() => undefined);
      signal.addEventListener('abort', cancel, { once: true });
      const { later: pending } = await pendingMigrations(session);
      for (const name of pending) {
        for (const statement of (await readMigration(name)).split(/;\s*$/m)) {
          signal.throwIfAborted();
          await buildIndex(session, statement);
        }
        await session.query('insert into migrations (name) values ($1)', [name]);
      }
      signal.removeEventListener('abort', cancel);
      return pending;
    });
  });
}

/** @param work gets the id of the database process of this session */
async function withIndexLock<Result>(
  session: Session,
  work: (backend: number) => Promise<Result>,
): Promise<Result> {
  // Do not wait for the lock: an index build waits for all running statements, including the waiting one.
  const [row] = await session.query<{ isLocked: boolean; backend: number }>(
    'select pg_try_advisory_lock($1) as "isLocked", pg_backend_pid() as backend',
    [INDEX_LOCK],
  );
  if (row?.isLocked !== true) throw new AppError('conflict', 'Another process is building the indexes.');
  try {
    return await work(row.backend);
  } finally {
    await session.query('select pg_advisory_unlock($1)', [INDEX_LOCK]).catch(() => undefined);
  }
}

async function buildIndex(session: Session, statement: string): Promise<void> {
  const start = /create index if not exists (\w+) on/.exec(statement);
  if (start === null) return;
  const [words, index = ''] = start;
  const [found] = await session.query<{ isValid: boolean }>(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  if (found?.isValid === false) await session.script(`drop index concurrently if exists ${index}`);
  if (found?.isValid === true) return;
  await session.script(statement.replace(words, `create index concurrently if not exists ${index} on`));
}

function readMigration(name: string): Promise<string> {
  return readFile(new URL(name, FOLDER), 'utf8');
}

/** File names of migrations. */
export interface PendingMigrations {
  /** Migrations that `migrate` applies when a process starts. */
  atStart: string[];
  /** Migrations that `buildIndexes` applies while processes run. */
  later: string[];
}

/** @throws when the database has been migrated by a newer version */
export async function pendingMigrations(database: Pick<Executor, 'query'>): Promise<PendingMigrations> {
  const files = await migrationFiles();
  const [table] = await database.query<{ isThere: boolean }>(
    `select to_regclass('migrations') is not null as "isThere"`,
  );
  if (table?.isThere !== true) return { atStart: files, later: [] };
  const rows = await database.query<{ name: string }>('select name from migrations');
  const done = new Set(rows.map(({ name }) => name));
  refuseNewerSchema(done, files);
  const pending: PendingMigrations = { atStart: [], later: [] };
  for (const name of files.filter((file) => !done.has(file))) {
    const isLater = (await readMigration(name)).startsWith(CONCURRENTLY);
    pending[isLater ? 'later' : 'atStart'].push(name);
  }
  return pending;
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
}

async function appliedMigrations(transaction: Executor): Promise<Set<string>> {
  await transaction.query(`create table if not exists migrations (
    name text primary key,
    applied_at timestamptz not null default clock_timestamp()
  )`);
  const rows = await transaction.query<{ name: string }>('select name from migrations');
  return new Set(rows.map((row) => row.name));
}

function refuseNewerSchema(done: ReadonlySet<string>, files: readonly string[]): void {
  const unknown = [...done].filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new AppError(
      'unavailable',
      `This database was migrated by a newer version of Parley (${unknown.join(', ')}). Start that version, or restore a backup.`,
    );
  }
}
