import type pg from 'pg';
import { readConfig } from '../config/config.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { findEmbeddedDatabase, startEmbeddedDatabase } from '../db/embedded/embedded-database.ts';
import { migrate } from '../db/migrate.ts';
import { requireDatabase } from '../db/require-database.ts';

/**
 * Runs `work` on the installation's database: the one of a running server where there is one, otherwise the
 * embedded PostgreSQL is started for as long as it takes.
 */
export async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const { connection, stop } = await openConnection();
  const database = openDatabase(connection, () => undefined);
  try {
    await requireDatabase(database);
    await migrate(database);
    return await work(database);
  } finally {
    await database.close();
    await stop();
  }
}

async function openConnection(): Promise<{ connection: pg.PoolConfig; stop(): Promise<void> }> {
  const { config, secrets } = readConfig();
  const nothing = async (): Promise<void> => undefined;
  if (secrets.databaseUrl !== null)
    return { connection: { connectionString: secrets.databaseUrl }, stop: nothing };
  const running = await findEmbeddedDatabase(config.dataDirectory);
  if (running !== null) return { connection: running, stop: nothing };
  const embedded = await startEmbeddedDatabase({
    dataDirectory: config.dataDirectory,
    log: { info: () => undefined, warn: (message) => process.stderr.write(`${message}\n`) },
  });
  return { connection: embedded.connection, stop: () => embedded.stop() };
}
