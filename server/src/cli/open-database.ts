import type pg from 'pg';
import { readConfig } from '../config/config.ts';
import { actingAs } from '../db/acting-as.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { findEmbeddedDatabase, startEmbeddedDatabase } from '../db/embedded/embedded-database.ts';
import { migrate } from '../db/migrate.ts';
import { requireDatabase } from '../db/require-database.ts';

/**
 * Runs `work` on the installation's database. Uses the running server's PostgreSQL, or starts the embedded one
 * temporarily.
 */
export function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  return withDatabaseAsItIs(async (database) => {
    await migrate(database);
    const terminal = { kind: 'system', job: 'terminal' } as const;
    return actingAs({ actor: terminal, address: null }, () => work(database));
  });
}

/** As `withDatabase`, but does not migrate the schema. For read-only commands. */
export async function withDatabaseAsItIs<Result>(
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { connection, stop } = await openConnection();
  const database = openDatabase(connection, () => undefined);
  try {
    await requireDatabase(database);
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
