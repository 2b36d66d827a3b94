import type pg from 'pg';
import type { Config, Secrets } from '../../config/config.ts';
import { AppError } from '../../core/errors.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../db/embedded/embedded-database.ts';
import { findHome } from '../../db/embedded/home.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import { requireDatabase } from '../../db/require-database.ts';
import { addressName } from './database-address.ts';
import { requireNoProcess } from './running-processes.ts';

export interface CopySource {
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
export async function withSource<Result>(
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
  if (pending.length === 0) return;
  throw new AppError(
    'conflict',
    `The schema of ${name} is older than this version of Parley, or missing. Start this version on it once, stop it, then copy.`,
  );
}
