import { Client } from 'pg';
import { AppError } from '../../core/errors.ts';
import { type DatabaseConnection, databaseName } from './transport.ts';

/** Key of the advisory lock, in the database `postgres`, held by the process that uses a data folder. */
const lockKey = 7_305_813_201;
/** The session of a killed holder ends within milliseconds; only a live one keeps the lock this long. */
const lockWithinMs = 2_000;

/** A session that holds the lock. Both end with this process, however it dies. */
export interface ServerLock {
  /** Version of the connected server, `18.4`. */
  serverVersion: string;
  /** Resolves when the session ends without `release`: the database server died. */
  lost: Promise<void>;
  release(): Promise<void>;
}

/** Takes the lock. Throws `conflict`, naming the holder, while another process uses the folder. */
export async function takeServerLock(connection: DatabaseConnection, location: string): Promise<ServerLock> {
  const client = new Client({
    ...connection,
    database: 'postgres',
    application_name: `parley server ${process.pid}`,
    connectionTimeoutMillis: 10_000,
  });
  const lost = Promise.withResolvers<void>();
  client.on('error', () => lost.resolve());
  client.on('end', () => lost.resolve());
  await client.connect();
  try {
    await client.query(`set lock_timeout = ${lockWithinMs}`);
    await client.query('select pg_advisory_lock($1)', [lockKey]);
  } catch (error) {
    const refusal = isLockTimeout(error) ? await refusalFor(client, location) : error;
    await client.end();
    throw refusal;
  }
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  await ensureDatabase(client);
  return { serverVersion: rows[0]?.version ?? '', lost: lost.promise, release: () => client.end() };
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

async function refusalFor(client: Client, location: string): Promise<AppError> {
  // A bigint key is split over two columns of pg_locks.
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and (classid::bigint << 32 | objid::bigint) = $1`,
    [lockKey],
  );
  const holder = rows[0]?.name.replace(/^parley server /, 'process ') ?? 'another process';
  const advice = 'Stop it first, or set PARLEY_DATA to another folder';
  return new AppError(
    'conflict',
    `A Parley server (${holder}) already runs on the database in ${location}. ${advice}.`,
  );
}

async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await client.query(`create database ${databaseName}`);
}
