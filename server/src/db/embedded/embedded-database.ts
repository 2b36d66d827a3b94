import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { prepareBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { type HeldServer, holdServer, type ServerRequest } from './database-server.ts';
import { clusterPath, findHome, prepareHome } from './home.ts';
import { isServerOf, readPostmasterFile, type ServerPlace, stopServer } from './postmaster.ts';
import type { PostmasterFile } from './postmaster-file.ts';
import {
  connectionTo,
  type DatabaseConnection,
  ensurePassword,
  loopbackTransport,
  socketTransport,
} from './transport.ts';

export interface EmbeddedDatabase {
  connection: DatabaseConnection;
  /** The folder of the cluster, for messages. */
  location: string;
  /** True when the running server of a killed process was taken over. */
  adopted: boolean;
  /** Stops PostgreSQL (fast shutdown) and waits for its end. Close every pool first. May be called twice. */
  stop(): Promise<void>;
}

export interface EmbeddedDatabaseLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface EmbeddedDatabaseOptions {
  /** PARLEY_DATA; created if missing. */
  dataDirectory: string;
  log: EmbeddedDatabaseLog;
  /** Cancels the start and stops what was started. */
  signal?: AbortSignal | undefined;
  /** Folder for what PostgreSQL's account cannot reach in the data folder or node_modules, when running as root. */
  systemDirectory?: string;
  /** OS accounts for PostgreSQL when running as root, in order of preference. */
  accountNames?: string[];
  /** Overrides the folder of the package that contains PostgreSQL's programs. */
  packageDirectory?: string;
  /** Loopback with a password instead of a socket; the only choice on Windows. */
  transport?: 'socket' | 'loopback';
}

const defaultSystemDirectory = '/var/lib/parley';
const firstRestartDelayMs = 200;
const lastRestartDelayMs = 10_000;

/**
 * Starts the PostgreSQL of this data folder, or takes over one that a killed process left running, and keeps it
 * running until `stop`. Throws an AppError that says what to do: `conflict` while another process serves the
 * folder, `unavailable` for everything else that a person can fix.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const request = await prepareServer(options);
  const first = await holdServer(request);
  if (first.adopted) options.log.info('Took over the database server of a killed process.');
  const stopping = new AbortController();
  const kept = keepRunning({ ...request, signal: stopping.signal }, first, options.log);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await kept;
    await stopServer(request.place);
  };
  if (options.signal?.aborted) {
    await stop();
    throw options.signal.reason;
  }
  return {
    connection: first.connection,
    location: clusterPath(request.place.home.directory),
    adopted: first.adopted,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/**
 * Connection settings of a running server, for other programs. Null if no server runs. Throws
 * `unavailable` where this OS user may not look into the data folder.
 */
export async function findEmbeddedDatabase(dataDirectory: string): Promise<DatabaseConnection | null> {
  const home = await findHome(dataDirectory);
  const file = home === null ? null : await readPostmasterFile(home);
  if (home === null || file?.status !== 'ready' || !(await isServerOf(home, file.pid))) return null;
  const connection = await connectionTo(home, file);
  const client = new Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    return connection;
  } catch {
    return null;
  } finally {
    await client.end();
  }
}

async function prepareServer(options: EmbeddedDatabaseOptions): Promise<ServerRequest> {
  const { dataDirectory, log, signal, accountNames, packageDirectory } = options;
  const systemDirectory = options.systemDirectory ?? defaultSystemDirectory;
  const home = await prepareHome({ dataDirectory, systemDirectory, accountNames });
  const copyDirectory = home.account.switched ? systemDirectory : home.directory;
  const binaries = await prepareBinaries({ account: home.account, copyDirectory, packageDirectory });
  if (home.elsewhere) {
    log.info(
      `The OS user ${home.account.name} cannot reach ${dataDirectory}: the database is in ${home.directory}.`,
    );
  }
  if (binaries.copied) log.info(`PostgreSQL runs from a copy of its programs in ${binaries.directory}.`);
  const loopback = (options.transport ?? defaultTransport()) === 'loopback';
  const password = loopback ? await ensurePassword(home.directory) : null;
  const place: ServerPlace = { home, binaries };
  const made = await ensureCluster({ home, binaries, password, signal });
  if (made === 'made') log.info(`Created a new database in ${clusterPath(home.directory)}.`);
  const chooseTransport = async (running: PostmasterFile | null) =>
    loopback ? loopbackTransport(running?.port) : socketTransport(home, systemDirectory);
  return { place, chooseTransport, signal };
}

function defaultTransport(): 'socket' | 'loopback' {
  return process.platform === 'win32' ? 'loopback' : 'socket';
}

/** Restarts the server when it dies (killed, out of memory), until `signal` aborts. */
async function keepRunning(
  request: ServerRequest,
  first: HeldServer,
  log: EmbeddedDatabaseLog,
): Promise<void> {
  const { signal } = request;
  const stopped = new Promise<void>((resolve) =>
    signal?.addEventListener('abort', () => resolve(), { once: true }),
  );
  let held: HeldServer | null = first;
  while (held && !signal?.aborted) {
    await Promise.race([held.lock.lost, stopped]);
    if (signal?.aborted) break;
    log.warn('The database server died; restarting it.');
    held = await holdAgain(request, log);
  }
  await held?.lock.release();
}

async function holdAgain(request: ServerRequest, log: EmbeddedDatabaseLog): Promise<HeldServer | null> {
  let delayMs = firstRestartDelayMs;
  while (!request.signal?.aborted) {
    try {
      return await holdServer(request);
    } catch (error) {
      if (request.signal?.aborted) return null;
      log.warn(
        `The database server could not be started: ${error instanceof Error ? error.message : String(error)}`,
      );
      await wait(delayMs, undefined, { signal: request.signal }).catch(() => {});
      delayMs = Math.min(delayMs * 2, lastRestartDelayMs);
    }
  }
  return null;
}
