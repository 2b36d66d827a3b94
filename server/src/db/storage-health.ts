import type { Database } from './client.ts';

/** Whether the database stores what it is given: one with a full disk still answers. */
export interface StorageHealth {
  /** A statement failed because nothing can be stored. */
  noteFailure(): void;
  /**
   * Once a failure was noted, tries to store something before it calls the database healthy again, and leaves nothing
   * behind. Throws what PostgreSQL says.
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

/** More than a page, so that the file has to grow: a small row may find room on a disk that is full. */
async function tryToStore(transaction: Parameters<Parameters<Database['transaction']>[0]>[0]): Promise<void> {
  // A disk that hangs must not keep health waiting.
  await transaction.script('set local statement_timeout = 2500');
  await transaction.query(
    `insert into installation (name, value)
     select 'storage check ' || gen_random_uuid(), string_agg(md5(random()::text), '') from generate_series(1, 4096)`,
  );
  throw new RolledBack();
}
