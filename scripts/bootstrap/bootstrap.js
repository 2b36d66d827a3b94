import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDependencies, isReady } from './dependencies.js';
import { execute } from './execute.js';
import { withInstallLock } from './install-lock.js';
import { Refusal } from './refusal.js';
import { ensureRuntime, firstWritable } from './runtime.js';
import { buildInBackground, ensureWebParts, isForLater, partsToBuild } from './web-parts.js';

/** The project's folder. */
const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs one of the project's programs on a machine with only an old Node and npm. First installs a newer Node and missing
 * packages if needed, and builds the parts for browsers for programs that serve or test them. Requires Node 18, no
 * dependencies.
 *
 * @param {{ program: string, args: string[], nodeFlags?: string[], web?: Web, needsTools?: boolean }} command
 *   program: path relative to the project's folder; needsTools: the program uses devDependencies
 * @typedef {'none' | 'wanted' | 'required'} Web `wanted`: the program runs even if the build fails
 */
export function runInProject({ program, args, nodeFlags = [], web = 'none', needsTools = false }) {
  return inWords(async () => {
    const { node, isBuildLeft } = await prepare({ web, needsTools });
    const ended = new AbortController();
    const building = isBuildLeft && buildInBackground({ root, node, signal: ended.signal });
    await execute({ root, node, nodeFlags, program: join(root, program), args });
    ended.abort();
    await building;
  });
}

/**
 * Runs a program of the npm package, which is built. First installs a newer Node and missing packages if needed.
 *
 * @param {{ program: string, args: string[], nodeFlags?: string[] }} command program: path relative to the project's folder
 */
export function runInstalled({ program, args, nodeFlags = [] }) {
  return inWords(async () => {
    const node = await ensureRuntime(userDirectories());
    const folder = await installableFolder();
    await ensureDependencies({ root: folder, node, wanted: 'server', needed: 'server' });
    await execute({ root: folder, node, nodeFlags, program: join(folder, program), args });
  });
}

/** The package's own folder or, if this user cannot install there, a copy of this version in a folder of the user. */
async function installableFolder() {
  if ((await isReady(root, 'server')) || (await firstWritable([root]))) return root;
  const directories = userDirectories();
  const directory = await firstWritable(directories);
  if (!directory) {
    throw new Refusal(
      `The server's packages cannot be installed: no write access to ${[root, ...directories].join(' or ')}. ` +
        `Set PARLEY_DATA to a folder that this user can write to.`,
    );
  }
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const copy = join(directory, `server-${version}`);
  if (existsSync(copy)) return copy;
  await withInstallLock(join(directory, 'server.lock'), async () => {
    // Another process may have finished first.
    if (!existsSync(copy)) await copyPackage(join(directory, 'server.unfinished'), copy);
  });
  return copy;
}

/** Copies the package without installed packages, which may be incomplete. */
async function copyPackage(unfinished, copy) {
  const installed = [join(root, 'node_modules'), join(root, '.runtime')];
  // A killed start leaves an unfinished copy.
  await rm(unfinished, { recursive: true, force: true });
  await copyFolder(root, unfinished, installed);
  await rename(unfinished, copy);
}

/** Makes every folder writable. In a read-only original, `cp` would make copies that their owner cannot delete. */
async function copyFolder(from, to, skipped = []) {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    if (skipped.includes(source)) continue;
    const target = join(to, entry.name);
    await (entry.isDirectory() ? copyFolder(source, target) : copyFile(source, target));
  }
}

/** Builds the console, the widget and the documentation. */
export function buildInProject() {
  return inWords(() => prepare({ web: 'required', needsTools: false }));
}

/**
 * @returns {Promise<{ node: string, isBuildLeft: boolean }>} node: runs the project's programs; isBuildLeft: the
 *   documentation is to be built while the program runs
 */
async function prepare({ web, needsTools }) {
  const node = await ensureRuntime([join(root, '.runtime'), ...userDirectories()]);
  const stale = web === 'none' ? [] : await partsToBuild(root);
  const isRequired = web === 'required';
  const wanted = needsTools ? 'all' : stale.length > 0 ? 'web' : 'server';
  const needed = needsTools || isRequired ? wanted : 'server';
  const canBuild = await ensureDependencies({ root, node, wanted, needed });
  if (canBuild) await ensureWebParts({ root, node, stale, isRequired });
  const isBuildLeft = web === 'wanted' && canBuild && stale.some(isForLater);
  return { node, isBuildLeft };
}

async function inWords(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(`parley: ${error.message}`);
    process.exitCode = 1;
  }
}

/** Folders for an added Node where the program's own folder is not writable, or is replaced by updates. */
function userDirectories() {
  const data = process.env.PARLEY_DATA;
  const beside = data ? [resolve(data, 'runtime')] : [];
  return [...beside, join(homedir(), '.cache', 'parley')];
}
