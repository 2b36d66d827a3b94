import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../core/errors.ts';
import { type Binaries, programPath } from './binaries.ts';
import { clusterPath, type DatabaseHome } from './home.ts';
import { type PostmasterFile, parsePostmasterFile } from './postmaster-file.ts';
import { runProgram, spawnAs } from './run-program.ts';

/** Poll interval of every wait below; PostgreSQL polls its files in the same way. */
const pollMs = 15;
const stopWithinMs = 60_000;
/** Crash recovery replays at most max_wal_size of log; a slow disk gets this long. */
const startWithinMs = 300_000;
const logLimitBytes = 10 * 1024 * 1024;

export interface ServerPlace {
  home: DatabaseHome;
  binaries: Binaries;
}

const logPath = (home: string) => join(home, 'postgres.log');

export async function readPostmasterFile(home: string): Promise<PostmasterFile | null> {
  const text = await readFile(join(clusterPath(home), 'postmaster.pid'), 'utf8').catch(() => '');
  return parsePostmasterFile(text);
}

/** True if the process is this cluster's server and not a process that reused its id. */
export async function isServerOf(home: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const cluster = clusterPath(home);
  if (process.platform === 'win32') return true;
  if (process.platform !== 'linux') {
    return (await runProgram('ps', ['-p', String(pid), '-o', 'command='])).output.includes(cluster);
  }
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.split('\0').includes(cluster);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The server running on this cluster, if any. Waits while one is starting or stopping. */
export async function runningServer(
  home: string,
  signal: AbortSignal | undefined,
): Promise<PostmasterFile | null> {
  const deadline = performance.now() + startWithinMs;
  while (performance.now() < deadline) {
    signal?.throwIfAborted();
    const file = await readPostmasterFile(home);
    if (!file || !(await isServerOf(home, file.pid))) return null;
    if (file.status === 'ready') return file;
    await wait(pollMs);
  }
  throw new AppError(
    'unavailable',
    `The database in ${home} neither becomes ready nor stops. See ${logPath(home)}.`,
  );
}

/**
 * Starts the server and waits until it accepts connections. It runs in its own session, so that Ctrl-C in a
 * terminal reaches only this process, which drains first.
 */
export async function startServer(
  place: ServerPlace,
  signal: AbortSignal | undefined,
): Promise<PostmasterFile> {
  const { home, binaries } = place;
  const log = await openLog(home);
  try {
    // The pid of a killed server may have been reused by any process. PostgreSQL does not treat
    // its own ancestor as a rival, and still checks that no backend of the old server is left.
    const stale = await readPostmasterFile(home.directory);
    const options = spawnAs(home.account);
    if (options.env && stale) options.env['PG_GRANDPARENT_PID'] = String(stale.pid);
    const program = programPath(binaries.directory, 'postgres');
    const args = ['-D', clusterPath(home.directory)];
    const stdio: ['ignore', number, number] = ['ignore', log.fd, log.fd];
    const child = spawn(program, args, { ...options, cwd: '/', detached: true, stdio });
    child.unref();
    let failure: string | null = null;
    const ended = new Promise<void>((resolve) => {
      child.once('error', (error) => {
        failure = error.message;
        resolve();
      });
      child.once('exit', (code, killedBy) => {
        failure = `it ended with ${killedBy ?? `exit code ${code}`}`;
        resolve();
      });
    });
    try {
      return await waitUntilReady(home.directory, () => failure, signal);
    } catch (error) {
      child.kill('SIGINT');
      await ended;
      throw error;
    }
  } finally {
    await log.close();
  }
}

async function waitUntilReady(
  home: string,
  failure: () => string | null,
  signal: AbortSignal | undefined,
): Promise<PostmasterFile> {
  const deadline = performance.now() + startWithinMs;
  while (performance.now() < deadline) {
    const file = await readPostmasterFile(home);
    if (file?.status === 'ready' && (await isServerOf(home, file.pid))) return file;
    const reason = failure();
    if (reason) {
      // Two processes started concurrently: use the server of the faster one; its lock decides.
      const other = await runningServer(home, signal);
      if (other) return other;
      throw new AppError('unavailable', `The database did not start: ${reason}. ${await logTail(home)}`);
    }
    signal?.throwIfAborted();
    await wait(pollMs);
  }
  throw new AppError('unavailable', `The database did not become ready in time. ${await logTail(home)}`);
}

/** Fast shutdown: open transactions are rolled back and everything committed is on disk. */
export async function stopServer(place: ServerPlace): Promise<void> {
  const home = place.home.directory;
  const file = await readPostmasterFile(home);
  if (!file || !(await isServerOf(home, file.pid))) return;
  await askToStop(place, file.pid);
  const deadline = performance.now() + stopWithinMs;
  while (performance.now() < deadline) {
    const now = await readPostmasterFile(home);
    if (now?.pid !== file.pid || !(await isServerOf(home, file.pid))) return;
    await wait(pollMs);
  }
  throw new AppError('unavailable', `The database in ${home} did not stop within ${stopWithinMs} ms.`);
}

async function askToStop({ home, binaries }: ServerPlace, pid: number): Promise<void> {
  if (process.platform !== 'win32') {
    process.kill(pid, 'SIGINT');
    return;
  }
  const args = ['stop', '-D', clusterPath(home.directory), '-m', 'fast', '-W'];
  await runProgram(programPath(binaries.directory, 'pg_ctl'), args, { account: home.account });
}

/** Opens the log for appending, never through a symbolic link, because the folder belongs to another account. */
async function openLog({ directory, account }: DatabaseHome): Promise<FileHandle> {
  const path = logPath(directory);
  const present = await stat(path).catch(() => null);
  if (present && present.size > logLimitBytes) await rename(path, `${path}.1`);
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const log = await open(path, O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0), 0o600);
  if (account.switched) await log.chown(account.uid, account.gid);
  return log;
}

async function logTail(home: string): Promise<string> {
  const path = logPath(home);
  const text = await readFile(path, 'utf8').catch(() => '');
  return `Last lines of ${path}:\n${text.trim().split('\n').slice(-8).join('\n')}`;
}
