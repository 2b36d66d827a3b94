import type { Database } from './client.ts';

/** Tracks whether the database can write: with a full disk it still answers reads. */
export interface StorageHealth {
  /** A write failed because the database cannot store anything. */
  noteFailure(): void;
  /**
   * After a noted failure, the database counts as healthy only after a test write succeeds. The write is
   * rolled back. Rejects with PostgreSQL's error.
   */
  check(database: Pick<Database, 'transaction'>): Promise<void>;
}

export function createStorageHealth(): StorageHealth {
  let isFailing = false;
  return {
    noteFailure: () => {
      isFailing = true;
    },
    check: async (database) => {
      if (!isFailing) return;
      await database.transaction(tryToStore).catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
      isFailing = false;
    },
  };
}

class RolledBack extends Error {}

/** More than one page, so that the file must grow: a small row may still fit on a full disk. */
async function tryToStore(transaction: Parameters<Parameters<Database['transaction']>[0]>[0]): Promise<void> {
  // A hanging disk must not block the health check.
  await transaction.script('set local statement_timeout = 2500');
  await transaction.query(
    `insert into installation (name, value)
     select 'storage check ' || gen_random_uuid(), string_agg(md5(random()::text), '') from generate_series(1, 4096)`,
  );
  throw new RolledBack();
}
