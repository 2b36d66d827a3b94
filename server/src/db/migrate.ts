import { readdir, readFile } from 'node:fs/promises';
import { AppError } from '../core/errors.ts';
import type { Database, Executor } from './client.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** The schema after all migrations; a check compares both. */
const SNAPSHOT = new URL('./schema.sql', import.meta.url);

/** Advisory lock key: two processes never migrate concurrently. */
const MIGRATION_LOCK = 7_263_510_844;

/**
 * Applies all pending migrations (numbered SQL files, forward only) in one transaction. An empty database gets the
 * snapshot of the schema instead, which includes them.
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
    const pending = files.filter((name) => !done.has(name));
    if (done.size === 0) await transaction.script(await readFile(SNAPSHOT, 'utf8'));
    for (const name of pending) {
      if (done.size > 0) await transaction.script(await readFile(new URL(name, FOLDER), 'utf8'));
      await transaction.query('insert into migrations (name) values ($1)', [name]);
    }
    return pending;
  });
}

/**
 * Names of the migrations that `migrate` would apply.
 * @throws when the database has been migrated by a newer version
 */
export async function pendingMigrations(database: Pick<Executor, 'query'>): Promise<string[]> {
  const files = await migrationFiles();
  const [table] = await database.query<{ isThere: boolean }>(
    `select to_regclass('migrations') is not null as "isThere"`,
  );
  if (table?.isThere !== true) return files;
  const rows = await database.query<{ name: string }>('select name from migrations');
  const done = new Set(rows.map(({ name }) => name));
  refuseNewerSchema(done, files);
  return files.filter((name) => !done.has(name));
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
