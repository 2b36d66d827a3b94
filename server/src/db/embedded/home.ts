import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, realpath, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { AppError, messageOf } from '../../core/errors.ts';
import { makeReadableFolder } from './binaries.ts';
import { accountForRoot, accountOfOwner, canEnter, ownAccount, runsAsRoot } from './os-account.ts';
import type { OsAccount } from './run-program.ts';

/** The folder that holds the cluster, its socket, its settings and its log, and the account that owns it. */
export interface DatabaseHome {
  directory: string;
  account: OsAccount;
  /** True when it lies outside the data folder, because the account cannot reach that. */
  elsewhere: boolean;
}

export interface HomeRequest {
  dataDirectory: string;
  /** Where root keeps databases of data folders that the account cannot reach. */
  systemDirectory: string;
  /** Accounts that root hands PostgreSQL to; the default is os-account.ts's list. */
  accountNames?: string[] | undefined;
}

/** Names the home outside the data folder, so that a renamed data folder finds its database again. */
const pointerName = 'database.location';

export const clusterPath = (home: string) => join(home, 'cluster');

/** A short name for a folder's path. */
export function pathHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

/** The home of an existing database, or null: reads only. */
export async function findHome(dataDirectory: string): Promise<string | null> {
  const inside = join(resolve(dataDirectory), 'database');
  const pointed = await readPointer(dataDirectory);
  const home = pointed ?? inside;
  return (await exists(clusterPath(home))) ? home : null;
}

/** Finds or makes the home. Throws `unavailable` with what to do where it cannot be used. */
export async function prepareHome(request: HomeRequest): Promise<DatabaseHome> {
  return runsAsRoot() ? prepareAsRoot(request) : prepareAsUser(request.dataDirectory);
}

async function prepareAsUser(dataDirectory: string): Promise<DatabaseHome> {
  const account = ownAccount();
  const pointed = await readPointer(dataDirectory);
  const directory = pointed ?? join(resolve(dataDirectory), 'database');
  try {
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const { uid } = await stat(directory);
    if (process.platform !== 'win32' && uid !== account.uid)
      throw new Error(`it belongs to OS user id ${uid}`);
  } catch (cause) {
    const reason = messageOf(cause);
    const advice = `Start as the user who made it (often root), or choose another folder with PARLEY_DATA.`;
    throw new AppError(
      'unavailable',
      `The database folder ${directory} cannot be used: ${reason}. ${advice}`,
      { cause },
    );
  }
  return { directory, account, elsewhere: pointed !== null };
}

async function prepareAsRoot(request: HomeRequest): Promise<DatabaseHome> {
  const pointed = await readPointer(request.dataDirectory);
  if (pointed !== null) return existingHome(pointed, true);
  const inside = join(resolve(request.dataDirectory), 'database');
  if (await exists(clusterPath(inside))) return existingHome(inside, false);

  const account = await accountForRoot(request.accountNames);
  await makeDataFolder(request.dataDirectory);
  await openForTraversal(request.dataDirectory, account);
  if (!(await canEnter(account, resolve(request.dataDirectory)))) return makeHomeElsewhere(request, account);
  await mkdir(inside, { recursive: true, mode: 0o700 });
  await chown(inside, account.uid, account.gid);
  return { directory: inside, account, elsewhere: false };
}

/** Root is stopped by what is no folder, and by file systems that take nothing. */
async function makeDataFolder(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const text = `The data folder ${directory} cannot be made: ${messageOf(cause)}. Choose another one with PARLEY_DATA.`;
    throw new AppError('unavailable', text, { cause });
  }
}

async function existingHome(directory: string, elsewhere: boolean): Promise<DatabaseHome> {
  const owner = await stat(directory).catch(() => null);
  if (!owner) {
    const advice = `Bring it back, or delete the file ${pointerName} in the data folder to begin with an empty database`;
    throw new AppError(
      'unavailable',
      `The database of this data folder was kept in ${directory}, which is gone. ${advice}.`,
    );
  }
  const account = await accountOfOwner(owner.uid);
  if (!elsewhere) await openForTraversal(dirname(directory), account);
  if (await canEnter(account, directory)) return { directory, account, elsewhere };
  const advice = `Let that user pass through its parent folders (chmod o+x), or move the data folder`;
  throw new AppError(
    'unavailable',
    `The OS user ${account.name} cannot reach its database in ${directory}. ${advice}.`,
  );
}

/** Lets the account pass through root's own data folder without opening it to anybody else. */
async function openForTraversal(dataDirectory: string, account: OsAccount): Promise<void> {
  if (await canEnter(account, resolve(dataDirectory))) return;
  const { uid, mode } = await stat(dataDirectory);
  if (uid !== 0 || (mode & 0o070) !== 0) return;
  await chown(dataDirectory, uid, account.gid);
  await chmod(dataDirectory, (mode & 0o7777) | 0o010);
}

async function makeHomeElsewhere(request: HomeRequest, account: OsAccount): Promise<DatabaseHome> {
  const path = await realpath(request.dataDirectory);
  // A new name each time: a data folder that was deleted and made again begins with an empty database.
  const directory = join(request.systemDirectory, `${pathHash(path)}-${randomBytes(3).toString('hex')}`);
  await makeReadableFolder(request.systemDirectory);
  await mkdir(directory, { mode: 0o700 });
  await chown(directory, account.uid, account.gid);
  const pointer = join(path, pointerName);
  const won = await writeFile(pointer, `${directory}\n`, { flag: 'wx', mode: 0o600 }).then(
    () => true,
    () => false,
  );
  if (won) return { directory, account, elsewhere: true };
  await rmdir(directory);
  return existingHome((await readPointer(path)) ?? directory, true);
}

async function readPointer(dataDirectory: string): Promise<string | null> {
  try {
    return (await readFile(join(dataDirectory, pointerName), 'utf8')).trim() || null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw new AppError('unavailable', `The data folder ${dataDirectory} cannot be read: ${String(error)}.`);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw new AppError('unavailable', `${path} cannot be read: ${String(error)}.`);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
