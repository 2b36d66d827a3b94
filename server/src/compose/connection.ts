import type pg from 'pg';
import type { Config, Secrets } from '../config/config.ts';
import type { Log } from '../core/log.ts';
import { startEmbeddedDatabase } from '../db/embedded/embedded-database.ts';

/** Connection to the installation's database. */
export interface OpenConnection {
  connection: pg.PoolConfig;
  /** Stops the embedded PostgreSQL, if it is used. Close all pools first. */
  stop(): Promise<void>;
}

/** Starts the embedded PostgreSQL unless DATABASE_URL is set. */
export async function openConnection(config: Config, secrets: Secrets, log: Log): Promise<OpenConnection> {
  if (secrets.databaseUrl !== null) {
    return { connection: { connectionString: secrets.databaseUrl }, stop: async () => undefined };
  }
  return startEmbeddedDatabase({
    dataDirectory: config.dataDirectory,
    log: {
      info: (message) => log.info({ part: 'database' }, message),
      warn: (message) => log.warn({ part: 'database' }, message),
    },
  });
}
