import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { AppError } from '../../core/errors.ts';
import { programPath } from './binaries.ts';
import { writeSettings } from './cluster.ts';
import { clusterPath } from './home.ts';
import { runningServer, type ServerPlace, startServer, stopServer } from './postmaster.ts';
import type { PostmasterFile } from './postmaster-file.ts';
import type { Transport } from './settings.ts';
import { connectionTo, type DatabaseConnection, databaseName } from './transport.ts';

export interface ServerRequest {
  place: ServerPlace;
  /** Chooses the transport of a server about to start; a loopback port of `running` is kept. */
  chooseTransport: (running: PostmasterFile | null) => Promise<Transport>;
  signal: AbortSignal | undefined;
}

/** A running server whose lock this process holds. */
export interface HeldServer {
  connection: DatabaseConnection;
  lock: ServerLock;
  /** True when it was already running. */
  adopted: boolean;
}

const retryMs = 100;
/** Longest time for which a stopping or restarting server refuses connections. */
const unsettledForMs = 60_000;

/** Starts or adopts the cluster's server and takes its lock. Throws `conflict` while another process uses it. */
export async function holdServer(request: ServerRequest): Promise<HeldServer> {
  const deadline = performance.now() + unsettledForMs;
  for (;;) {
    request.signal?.throwIfAborted();
    try {
      const held = await tryToHold(request);
      if (held) return held;
    } catch (error) {
      if (!isUnsettled(error) || performance.now() > deadline) throw error;
      await wait(retryMs);
    }
  }
}

/** Null when the running server had to be stopped because its settings or programs differ. */
async function tryToHold({ place, chooseTransport, signal }: ServerRequest): Promise<HeldServer | null> {
  const home = place.home.directory;
  const running = await runningServer(home, signal);
  if (!running) await writeSettings(place.home, await chooseTransport(null));
  const server = running ?? (await startServer(place, signal));
  const connection = await connectionTo(home, server);
  const lock = await lockOrStop({ place, connection, started: !running });
  if (!running) return { connection, lock, adopted: false };

  const changed = await writeSettings(place.home, await chooseTransport(running));
  if (!changed && (await runsThesePrograms(place, lock))) return { connection, lock, adopted: true };
  await lock.release();
  await stopServer(place);
  return null;
}

async function lockOrStop(server: {
  place: ServerPlace;
  connection: DatabaseConnection;
  started: boolean;
}): Promise<ServerLock> {
  try {
    return await takeServerLock(server.connection, clusterPath(server.place.home.directory));
  } catch (error) {
    const othersUseIt = error instanceof AppError && error.code === 'conflict';
    if (server.started && !othersUseIt) await stopServer(server.place);
    throw error;
  }
}

/** After an update the old server runs from deleted programs; it must not load libraries of the new ones. */
async function runsThesePrograms({ home, binaries }: ServerPlace, lock: ServerLock): Promise<boolean> {
  const options = await readFile(join(clusterPath(home.directory), 'postmaster.opts'), 'utf8').catch(
    () => '',
  );
  const samePath = options.startsWith(`${programPath(binaries.directory, 'postgres')} `);
  return samePath && lock.serverVersion === binaries.version;
}

/** Connection refused because the server is stopping, recovering or just replaced. */
function isUnsettled(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  return ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'].includes(
    String(error.code),
  );
}

/** Key of the advisory lock, in the database `postgres`, held by the process that uses a data folder. */
const lockKey = 7_305_813_201;
/** The session of a killed holder ends within milliseconds; only a live one keeps the lock this long. */
const lockWithinMs = 2_000;

/** A session that holds the lock. Both end with this process, however it dies. */
interface ServerLock {
  /** Version of the connected server, `18.4`. */
  serverVersion: string;
  /** Resolves when the session ends without `release`: the database server died. */
  lost: Promise<void>;
  release(): Promise<void>;
}

/** Takes the lock. Throws `conflict`, naming the holder, while another process uses the folder. */
async function takeServerLock(connection: DatabaseConnection, location: string): Promise<ServerLock> {
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
