import type pg from 'pg';
import type { Config, Secrets } from '../config/config.ts';
import type { Log } from '../core/log.ts';
import { startEmbeddedDatabase } from '../db/embedded/embedded-database.ts';

/** How to reach the installation's database. */
export interface OpenConnection {
  connection: pg.PoolConfig;
  /** Stops the embedded PostgreSQL; leaves any other alone. Close every pool first. */
  stop(): Promise<void>;
}

/** Starts the embedded PostgreSQL where the configuration names no other database. */
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
