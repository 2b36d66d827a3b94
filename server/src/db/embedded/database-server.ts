import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../core/errors.ts';
import { programPath } from './binaries.ts';
import { writeSettings } from './cluster.ts';
import { clusterPath } from './home.ts';
import { runningServer, type ServerPlace, startServer, stopServer } from './postmaster.ts';
import type { PostmasterFile } from './postmaster-file.ts';
import { type ServerLock, takeServerLock } from './server-lock.ts';
import type { Transport } from './settings.ts';
import { connectionTo, type DatabaseConnection } from './transport.ts';

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
