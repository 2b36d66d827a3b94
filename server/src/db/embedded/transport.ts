import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError } from '../../core/errors.ts';
import { type DatabaseHome, pathHash } from './home.ts';
import type { PostmasterFile } from './postmaster-file.ts';
import { roleName, socketPort, type Transport } from './settings.ts';

/** Subset of node-postgres' PoolConfig: `new Pool({ ...connection, max: 10 })`. */
export interface DatabaseConnection {
  /** The folder of the socket, or 127.0.0.1. */
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
  /** Local connections need no TLS; overrides PGSSLMODE. */
  ssl: false;
}

export const databaseName = 'parley';

/** Unix socket paths hold 108 bytes on Linux and 104 on macOS, including the terminating zero. */
const socketPathLimitBytes = 103;
const passwordPath = (home: string) => join(home, 'password');

/** A socket folder that only the account (and root) can enter, with a path short enough for the kernel. */
export async function socketTransport(home: DatabaseHome, systemDirectory: string): Promise<Transport> {
  const id = pathHash(home.directory);
  const shared = home.account.switched
    ? [join(systemDirectory, `run-${id}`)]
    : [join(homedir(), '.parley', `run-${id}`), join(tmpdir(), `parley-${home.account.uid}-${id}`)];
  const candidates = [join(home.directory, 'run'), ...shared].filter(fits);
  for (const socketDirectory of candidates) {
    if (await claim(socketDirectory, home)) return { kind: 'socket', socketDirectory };
  }
  const advice = 'Choose a PARLEY_DATA with a shorter path';
  throw new AppError('unavailable', `Cannot create a private folder for the database's socket. ${advice}.`);
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${socketPort}`)) <= socketPathLimitBytes;
}

/**
 * Creates the folder, or uses one that belongs to the account and is closed to others. Works on an open handle,
 * because a path under another account's folder could be replaced by a symbolic link in between.
 */
async function claim(directory: string, { account }: DatabaseHome): Promise<boolean> {
  try {
    await mkdir(dirname(directory), { recursive: true, mode: 0o755 });
    await mkdir(directory, { mode: 0o700 }).catch(() => {});
    const folder = await open(directory, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      const { uid } = await folder.stat();
      if (account.switched && uid === 0) await folder.chown(account.uid, account.gid);
      else if (uid !== account.uid) return false;
      await folder.chmod(0o700);
      return true;
    } finally {
      await folder.close();
    }
  } catch {
    return false;
  }
}

/** The running server's port, else a free one, which the server binds a moment later. */
export async function loopbackTransport(runningPort: number | undefined): Promise<Transport> {
  if (runningPort) return { kind: 'loopback', port: runningPort };
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('A loopback port has no number.');
  return { kind: 'loopback', port: address.port };
}

/** The loopback password: created once, readable only by this process's account. */
export async function ensurePassword(home: string): Promise<string> {
  const path = passwordPath(home);
  await writeFile(path, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(() => {});
  return readFile(path, 'utf8');
}

/** Connection settings of the server that wrote this postmaster.pid. */
export async function connectionTo(home: string, file: PostmasterFile): Promise<DatabaseConnection> {
  const common = { port: file.port, user: roleName, database: databaseName, ssl: false as const };
  if (file.socketDirectory) return { host: file.socketDirectory, ...common };
  return { host: '127.0.0.1', ...common, password: await readFile(passwordPath(home), 'utf8') };
}
