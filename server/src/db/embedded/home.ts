import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, realpath, rmdir, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { AppError, messageOf } from '../../core/errors.ts';
import { makeReadableFolder } from './binaries.ts';
import { type OsAccount, runProgram } from './run-program.ts';

/** The folder of cluster, socket, settings and log, with the account that owns it. */
export interface DatabaseHome {
  directory: string;
  account: OsAccount;
  /** True if the home is outside the data folder, because the account cannot reach the data folder. */
  elsewhere: boolean;
}

export interface HomeRequest {
  dataDirectory: string;
  /** Folder for databases whose data folder the account cannot reach, when running as root. */
  systemDirectory: string;
  /** Accounts for PostgreSQL when running as root; the default is below. */
  accountNames?: string[] | undefined;
}

/** Names the home outside the data folder, so that a renamed data folder finds its database again. */
const pointerName = 'database.location';

export const clusterPath = (home: string) => join(home, 'cluster');

/** A short name for a folder's path. */
export function pathHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

/** The home of an existing database, or null. Changes nothing. */
export async function findHome(dataDirectory: string): Promise<string | null> {
  const inside = join(resolve(dataDirectory), 'database');
  const pointed = await readPointer(dataDirectory);
  const home = pointed ?? inside;
  return (await exists(clusterPath(home))) ? home : null;
}

/** Finds or creates the home. Throws `unavailable` with advice when it cannot be used. */
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
    const advice = `Start as the user who created it (often root), or choose another folder with PARLEY_DATA.`;
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

/** Fails even for root if the path is not a folder or the file system is read-only. */
async function makeDataFolder(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const text = `The data folder ${directory} cannot be created: ${messageOf(cause)}. Choose another one with PARLEY_DATA.`;
    throw new AppError('unavailable', text, { cause });
  }
}

async function existingHome(directory: string, elsewhere: boolean): Promise<DatabaseHome> {
  const owner = await stat(directory).catch(() => null);
  if (!owner) {
    const advice = `Restore it, or delete the file ${pointerName} in the data folder to start with an empty database`;
    throw new AppError(
      'unavailable',
      `The database of this data folder was in ${directory}, which no longer exists. ${advice}.`,
    );
  }
  const account = await accountOfOwner(owner.uid);
  if (!elsewhere) await openForTraversal(dirname(directory), account);
  if (await canEnter(account, directory)) return { directory, account, elsewhere };
  const advice = `Allow that user to enter its parent folders (chmod o+x), or move the data folder`;
  throw new AppError(
    'unavailable',
    `The OS user ${account.name} cannot reach its database in ${directory}. ${advice}.`,
  );
}

/** Lets the account traverse root's data folder without opening it to other users. */
async function openForTraversal(dataDirectory: string, account: OsAccount): Promise<void> {
  if (await canEnter(account, resolve(dataDirectory))) return;
  const { uid, mode } = await stat(dataDirectory);
  if (uid !== 0 || (mode & 0o070) !== 0) return;
  await chown(dataDirectory, uid, account.gid);
  await chmod(dataDirectory, (mode & 0o7777) | 0o010);
}

async function makeHomeElsewhere(request: HomeRequest, account: OsAccount): Promise<DatabaseHome> {
  const path = await realpath(request.dataDirectory);
  // A new name each time, so a recreated data folder starts with an empty database.
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

/** Accounts for PostgreSQL when running as root, in order of preference; PostgreSQL refuses to run as root. */
const accountsForRoot = ['postgres', '_postgres', 'nobody'];

function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The account of this process. Throws `unavailable` where its user id has no name (PostgreSQL needs one). */
function ownAccount(): OsAccount {
  try {
    const { uid, gid, username } = userInfo();
    return { uid, gid, name: username, switched: false };
  } catch (cause) {
    const uid = process.getuid?.();
    const advice = `add a line for it to /etc/passwd, run as another user, or set DATABASE_URL`;
    throw new AppError(
      'unavailable',
      `The OS user id ${uid} has no name, which PostgreSQL needs: ${advice}.`,
      {
        cause,
      },
    );
  }
}

/** The first existing account of `candidates`, from the system's user database. */
async function accountForRoot(candidates = accountsForRoot): Promise<OsAccount> {
  for (const name of candidates) {
    const account = await lookUp(name);
    if (account) return account;
  }
  const names = candidates.join(', ');
  throw new AppError(
    'unavailable',
    `PostgreSQL refuses to run as root, and none of the OS users ${names} exists.`,
  );
}

/** The account with this user id, for an existing cluster. */
async function accountOfOwner(uid: number): Promise<OsAccount> {
  if (uid === process.getuid?.()) return ownAccount();
  const account = await lookUp(String(uid));
  if (account) return account;
  throw new AppError('unavailable', `The database belongs to OS user id ${uid}, which does not exist here.`);
}

async function lookUp(nameOrId: string): Promise<OsAccount | null> {
  const answers = await Promise.all(['-u', '-g', '-nu'].map((what) => runProgram('id', [what, nameOrId])));
  const [uid, gid, name] = answers.map((answer) => (answer.exitCode === 0 ? answer.output.trim() : ''));
  if (!uid || !gid || !name || Number(uid) === 0) return null;
  // macOS writes nobody's id -2 as an unsigned number; process.spawn takes signed ones.
  return { uid: Number(uid) | 0, gid: Number(gid) | 0, name, switched: true };
}

/** True if the account can traverse to the folder through every parent. */
async function canEnter(account: OsAccount, directory: string): Promise<boolean> {
  if (!account.switched) return true;
  const attempt = await runProgram('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { account });
  return attempt.exitCode === 0;
}
