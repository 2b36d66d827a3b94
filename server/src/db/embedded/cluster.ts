import { randomBytes } from 'node:crypto';
import { chown, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../core/errors.ts';
import { type Binaries, programPath } from './binaries.ts';
import { clusterPath, type DatabaseHome } from './home.ts';
import { runProgram } from './run-program.ts';
import { accessFile, accountsFile, roleName, settingsFile, type Transport } from './settings.ts';

/** An unfinished cluster older than this was left by a killed process. */
const abandonedAfterMs = 60 * 60 * 1000;

export interface ClusterRequest {
  home: DatabaseHome;
  binaries: Binaries;
  /** Set when clients log in with a password. */
  password: string | null;
  signal: AbortSignal | undefined;
}

/**
 * Creates the cluster if it does not exist; refuses one of another major version.
 * It is created under a temporary name and renamed, so a cluster is either complete or absent, even with concurrent starts.
 */
export async function ensureCluster(request: ClusterRequest): Promise<'made' | 'present'> {
  const cluster = clusterPath(request.home.directory);
  const version = await clusterVersion(cluster);
  if (version === null) {
    await removeAbandoned(request.home.directory);
    await makeCluster(request, cluster);
    return 'made';
  }
  const expected = request.binaries.version.split('.')[0] ?? '';
  if (version === expected) return 'present';
  const found = version === '' ? 'damaged (its PG_VERSION is missing)' : `of PostgreSQL ${version}`;
  const advice = `Migrate its data with pg_dump of PostgreSQL ${version || expected}, or choose another PARLEY_DATA`;
  throw new AppError(
    'unavailable',
    `The database in ${cluster} is ${found}; this release runs PostgreSQL ${expected}. Nothing was changed. ${advice}.`,
  );
}

/** Null without a cluster; empty for a folder without a version file. */
async function clusterVersion(cluster: string): Promise<string | null> {
  const present = await stat(cluster).catch(() => null);
  if (!present) return null;
  return (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
}

async function makeCluster(request: ClusterRequest, cluster: string): Promise<void> {
  const { home, binaries, signal } = request;
  const staging = `${cluster}.new-${randomBytes(4).toString('hex')}`;
  try {
    const program = programPath(binaries.directory, 'initdb');
    const result = await runProgram(program, await initArguments(request, staging), {
      account: home.account,
      signal,
    });
    signal?.throwIfAborted();
    if (result.exitCode !== 0) {
      throw new AppError('unavailable', `Could not create a database in ${cluster}: ${result.output.trim()}`);
    }
    // Last line of the file, so that these settings win over initdb's.
    const main = join(staging, 'postgresql.conf');
    await replaceFile(main, `${await readFile(main, 'utf8')}\ninclude_if_exists = 'parley.conf'\n`);
    await rename(staging, cluster);
  } catch (error) {
    // Another process may have created the cluster first; use that one.
    if ((await clusterVersion(cluster)) === null) throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
    await rm(`${staging}.password`, { force: true });
  }
}

async function initArguments({ home, password }: ClusterRequest, staging: string): Promise<string[]> {
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const args = ['-D', staging, '-U', roleName, ...locale, '--no-instructions'];
  if (password === null) return [...args, '--auth=peer'];
  const passwordFile = `${staging}.password`;
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
  if (home.account.switched) await chown(passwordFile, home.account.uid, home.account.gid);
  return [...args, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
}

async function removeAbandoned(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith('cluster.new-')) continue;
    const path = join(home, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true });
  }
}

/** Writes settings and access rules. @returns whether anything changed */
export async function writeSettings(home: DatabaseHome, transport: Transport): Promise<boolean> {
  const cluster = clusterPath(home.directory);
  const osUsers = home.account.switched ? ['root'] : [home.account.name, 'root'];
  const changes = [
    await replaceFile(join(cluster, 'parley.conf'), settingsFile(transport)),
    await replaceFile(join(cluster, 'pg_hba.conf'), accessFile(transport)),
    await replaceFile(join(cluster, 'pg_ident.conf'), accountsFile(osUsers)),
  ];
  return changes.includes(true);
}

/** Replaces by renaming: root must not follow symbolic links in a folder of another account. */
async function replaceFile(path: string, text: string): Promise<boolean> {
  const present = await readFile(path, 'utf8').catch(() => null);
  if (present === text) return false;
  const staging = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(staging, text, { flag: 'wx', mode: 0o644 });
  await rename(staging, path);
  return true;
}
