import type pg from 'pg';
import { z } from 'zod';
import type { Log } from '../core/log.ts';
import { openDatabase } from '../db/client.ts';
import { buildIndexes } from '../db/migrate.ts';
import { defineJob, handleJob, type JobHandler } from '../work/define-job.ts';

/** Finishes an upgrade: builds the indexes that would lock large tables during the migration. */
export const buildIndexesJob = defineJob({
  name: 'database:build-indexes',
  payload: z.unknown(),
  maxAttempts: 25,
});

export function buildIndexesHandler({
  connection,
  log,
}: {
  connection: pg.PoolConfig;
  log: Log;
}): JobHandler {
  return handleJob(buildIndexesJob, async (_payload, { signal }) => {
    const unlimited = { ...connection, max: 2, statement_timeout: 0, query_timeout: 0 };
    const database = openDatabase(unlimited, () => undefined);
    try {
      const applied = await buildIndexes(database, signal);
      if (applied.length > 0) log.info({ applied }, 'The indexes of the upgrade were built.');
    } finally {
      await database.close();
    }
  });
}
